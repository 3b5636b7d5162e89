import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, identifier, requiredText, rowNumber, timestamp } from '../platform/fields.ts';

const person = z.object({ id: z.number(), name: z.string() });

/**
 * A major outage of more than 24 hours, which is credited to everybody who had paid for the time.
 * `listing`: the list is being created; `listed`: staff may exclude customers until `applyAt`, when
 * the credits are applied automatically, or apply them at once. The counts are of lines: `ended`
 * are those that ended meanwhile.
 */
const outage = z.object({
  incidentId: z.string(),
  title: z.string(),
  area: z.string(),
  startsAt: timestamp,
  endsAt: timestamp,
  state: z.enum(['listing', 'listed', 'applying', 'done']),
  applyAt: timestamp,
  appliedBy: z.nullable(person),
  doneAt: z.nullable(timestamp),
  counts: z.object({ waiting: z.number(), excluded: z.number(), credited: z.number(), ended: z.number() }),
});
export type Outage = z.infer<typeof outage>;

/**
 * `minutes`: the paid time that the subscription lost. `paidUntil` is null until the credit is
 * applied.
 */
const outageLine = z.object({
  lineId: z.number(),
  customer: z.extend(person, { email: z.string() }),
  planName: z.string(),
  area: z.nullable(z.string()),
  minutes: z.number(),
  state: z.enum(['waiting', 'excluded', 'credited', 'ended']),
  reason: z.nullable(z.string()),
  excludedBy: z.nullable(person),
  paidUntil: z.nullable(timestamp),
});
export type OutageLine = z.infer<typeof outageLine>;

const outageId = z.object({ id: identifier });
export const listOutages = defineEndpoint({
  method: 'GET',
  path: '/api/staff/outages',
  access: 'admin',
  permission: 'outage-credits:read',
  summary: 'Major outages of more than 24 hours, the latest first, 50 at most',
  answer: z.array(outage),
  errors: [],
});

/** `withoutArea`: active lines whose area is not set. */
export const getOutage = defineEndpoint({
  method: 'GET',
  path: '/api/staff/outages/:id',
  access: 'admin',
  permission: 'outage-credits:read',
  summary: 'One of them, by its incident',
  params: outageId,
  answer: z.extend(outage, { withoutArea: z.number() }),
  errors: ['outage.not-found'],
});

export const listOutageLines = defineEndpoint({
  method: 'GET',
  path: '/api/staff/outages/:id/lines',
  access: 'admin',
  permission: 'outage-credits:read',
  summary: 'Who gets the credit, by line; `after` is the last `lineId` of the page before',
  params: outageId,
  query: z.object({
    state: z.optional(z.enum(['waiting', 'excluded', 'credited', 'ended'])),
    after: z.optional(rowNumber),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
  }),
  answer: z.array(outageLine),
  errors: ['outage.not-found'],
});

export const excludeFromOutage = defineEndpoint({
  method: 'POST',
  path: '/api/staff/outages/:id/lines/:line',
  access: 'admin',
  permission: 'outage-credits:write',
  summary: 'Exclude a line from the credits, or include it again, until they are applied',
  params: z.object({ id: identifier, line: rowNumber }),
  body: z.object({ excluded: z.boolean(), reason: requiredText(500, 'Say why.') }),
  answer: z.object(acknowledged),
  errors: ['outage.not-found', 'outage.not-listed', 'outage.applied'],
});

export const applyOutage = defineEndpoint({
  method: 'POST',
  path: '/api/staff/outages/:id/apply',
  access: 'admin',
  permission: 'outage-credits:write',
  summary: 'Apply the outage credits now instead of waiting for `applyAt`',
  params: outageId,
  body: z.object({}),
  answer: z.object(acknowledged),
  errors: ['outage.not-found', 'outage.not-listed', 'outage.applied'],
});

export const api = {
  description: 'Outages, and crediting the customers who had them.',
  endpoints: { listOutages, getOutage, listOutageLines, excludeFromOutage, applyOutage },
  schemas: { outage, outageLine },
};
