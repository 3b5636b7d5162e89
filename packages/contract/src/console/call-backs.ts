import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, identifier, isStorableTime, requiredText, rowNumber, timestamp } from '../platform/fields.ts';

/** When somebody is to be called. */
export const callTime = z.iso
  .datetime('Choose a day and a time')
  .check(z.refine(isStorableTime, 'Choose a day and a time'));

/**
 * A call that staff have promised or arranged. `owes` is true where it is about what the customer owes; its
 * `about` is then the note of the call before, or empty.
 */
const callBack = z.object({
  id: z.string(),
  customer: z.object({ id: z.number(), name: z.string(), phone: z.nullable(z.string()) }),
  at: timestamp,
  about: z.string(),
  owes: z.boolean(),
  madeBy: z.nullable(z.string()),
  madeAt: timestamp,
});
export type CallBack = z.infer<typeof callBack>;

export const listCallBacks = defineEndpoint({
  method: 'GET',
  path: '/api/staff/call-backs',
  access: 'admin',
  permission: 'collections:read',
  summary:
    'The calls that are due today in Lagos, and those that were due before, the earliest first; with `customer` all that are arranged with one customer',
  query: z.object({ customer: z.optional(rowNumber) }),
  answer: z.array(callBack),
  errors: [],
});

export const scheduleCallBack = defineEndpoint({
  method: 'POST',
  path: '/api/staff/customers/:id/call-backs',
  access: 'admin',
  permission: 'collections:write',
  summary: 'Arrange to call a customer back, for any reason; the same `clientRequestId` again is the same call-back',
  params: z.object({ id: rowNumber }),
  body: z.object({
    at: callTime,
    about: requiredText(500, 'Say what the call is about.'),
    clientRequestId: identifier,
  }),
  answer: z.object({ ...acknowledged, callBack }),
  errors: ['customer.not-found', 'call-back.not-ahead'],
});

export const moveCallBack = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/call-backs/:id',
  access: 'admin',
  permission: 'collections:write',
  summary: 'Move a call-back that waits to another time',
  params: z.object({ id: identifier }),
  body: z.object({ at: callTime }),
  answer: z.object({ ...acknowledged, callBack }),
  errors: ['call-back.not-found', 'call-back.not-ahead'],
});

export const endCallBack = defineEndpoint({
  method: 'POST',
  path: '/api/staff/call-backs/:id/end',
  access: 'admin',
  permission: 'collections:write',
  summary: 'A call-back is done',
  params: z.object({ id: identifier }),
  answer: z.object(acknowledged),
  errors: ['call-back.not-found'],
});

export const api = {
  description: 'Calls that staff have arranged with customers.',
  endpoints: { listCallBacks, scheduleCallBack, moveCallBack, endCallBack },
  schemas: { callBack },
};
