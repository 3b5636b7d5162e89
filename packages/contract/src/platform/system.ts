import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

export const health = defineEndpoint({
  method: 'GET',
  path: '/healthz',
  access: 'anyone',
  summary: '200 while the process lives',
  answer: z.object({ status: z.literal('ok') }),
  errors: [],
});

export const readiness = defineEndpoint({
  method: 'GET',
  path: '/readyz',
  access: 'anyone',
  query: z.object({ exclude: z.optional(z.literal('database')) }),
  summary:
    '200 when it can serve, else 503, also when it is about to end; `clock` is wrong when it is more than a minute from the database’s: then nothing that moves money is begun by itself. Load balancers exclude the database, which is not asked then: while it is away, pages, the network and the signed-in state are answered from memory',
  answer: z.object({ status: z.literal('ready'), clock: z.enum(['right', 'wrong', 'unknown']) }),
  errors: [],
});

export const metrics = defineEndpoint({
  method: 'GET',
  path: '/metrics',
  access: 'operator',
  summary: 'Prometheus text; loopback only, unless METRICS_TOKEN is set and sent as bearer token',
  answer: null,
  errors: [],
});

export const openApi = defineEndpoint({
  method: 'GET',
  path: '/api/openapi.json',
  access: 'anyone',
  viewable: true,
  summary: 'The whole API, generated from this contract',
  answer: null,
  errors: [],
});

export const api = {
  description: 'Health, metrics and this document.',
  endpoints: { health, readiness, metrics, openApi },
};
