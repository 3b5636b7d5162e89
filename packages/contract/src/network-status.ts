import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { timestamp } from './fields.ts';

/** `cause` is empty while nobody knows it. `updates` tell how it went on, oldest first. */
export const incident = z.object({
  id: z.string(),
  kind: z.enum(['incident', 'maintenance']),
  severity: z.enum(['minor', 'major']),
  status: z.enum(['scheduled', 'open', 'resolved']),
  area: z.string(),
  title: z.string(),
  details: z.string(),
  cause: z.string(),
  updates: z.array(z.object({ text: z.string(), at: timestamp })),
  startsAt: timestamp,
  endsAt: z.nullable(timestamp),
});
export type NetworkIncident = z.infer<typeof incident>;

/** With nothing open it reads exactly Online / Excellent / None. */
const networkStatus = z.object({
  connection: z.enum(['Online', 'Partial outage', 'Major outage']),
  quality: z.enum(['Excellent', 'Degraded', 'Poor']),
  /** "None", "Under way", or when the next one begins, as a date in Lagos. */
  maintenance: z.string(),
  incidents: z.array(incident),
  updatedAt: timestamp,
});
export type NetworkStatus = z.infer<typeof networkStatus>;

export const getNetworkStatus = defineEndpoint({
  method: 'GET',
  path: '/api/network/status',
  access: 'anyone',
  summary: 'Incidents and planned maintenance that concern customers now',
  answer: networkStatus,
  errors: [],
});
