import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, rowNumber, timestamp } from '../platform/fields.ts';
import { lineInBody, lineInQuery } from '../platform/line-of-call.ts';

/**
 * What the login of a line admits. MAC addresses are written `AA:BB:CC:DD:EE:FF`, null where the access server
 * does not tell. `lockedTo` null: the line has no lock, or takes the next router that connects. `refused` is a
 * router that was refused in the last 24 hours, by the lock or because as many as may were online;
 * `sharedAt` when, in the last 24 hours, more routers than may were online at once.
 */
const lineLogin = z.object({
  lineId: z.number(),
  sessionsAtOnce: z.number(),
  sessionRule: z.enum(['newest', 'oldest']),
  macLock: z.boolean(),
  lockedTo: z.nullable(z.object({ mac: z.string(), since: timestamp })),
  refused: z.nullable(z.object({ mac: z.nullable(z.string()), at: timestamp, why: z.enum(['mac-lock', 'in-use']) })),
  sharedAt: z.nullable(timestamp),
});
export type LineLogin = z.infer<typeof lineLogin>;

/** Null before the first payment, with which a line gets its login. */
export const getLineLogin = defineEndpoint({
  method: 'GET',
  path: '/api/user/line-login',
  access: 'session',
  viewable: true,
  accountRole: 'technical',
  ofLine: true,
  summary: 'Which routers may use the line, and which one was refused',
  answer: z.nullable(lineLogin),
  errors: [],
});

/** The lock is forgotten, and sessions that are open do not keep the next router out. Safe to repeat. */
export const resetMacLock = defineEndpoint({
  method: 'POST',
  path: '/api/user/line-login/reset',
  access: 'session',
  accountRole: 'technical',
  ofLine: true,
  summary: 'Let another router in: the line takes the next one that connects',
  body: lineInBody,
  answer: z.object({ ...acknowledged, login: lineLogin }),
  errors: ['network.no-line'],
});

const customerId = z.object({ id: rowNumber });

export const getStaffLineLogin = defineEndpoint({
  method: 'GET',
  path: '/api/staff/customers/:id/line-login',
  access: 'admin',
  permission: 'lines:read',
  summary: 'Which routers may use a customer’s line, and which one was refused',
  params: customerId,
  query: lineInQuery,
  answer: z.nullable(lineLogin),
  errors: ['customer.not-found', 'line.not-found'],
});

export const resetStaffMacLock = defineEndpoint({
  method: 'POST',
  path: '/api/staff/customers/:id/line-login/reset',
  access: 'admin',
  permission: 'lines:write',
  summary: 'Let another router of a customer in: the line takes the next one that connects',
  params: customerId,
  body: lineInBody,
  answer: z.object({ ...acknowledged, login: lineLogin }),
  errors: ['customer.not-found', 'line.not-found', 'network.no-line'],
});

export const api = {
  description: 'Which routers may use the login of a line.',
  endpoints: { getLineLogin, resetMacLock, getStaffLineLogin, resetStaffMacLock },
  schemas: { lineLogin },
};
