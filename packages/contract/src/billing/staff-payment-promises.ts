import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, calendarDay, identifier, requiredText, rowNumber } from '../platform/fields.ts';
import { lineInBody, lineInQuery } from '../platform/line-of-call.ts';
import { paymentPromise, promiseErrors, promisesOfLine } from './payment-promises.ts';

/** With who recorded it; null where the customer made it. */
const staffPromise = z.object({
  ...paymentPromise.shape,
  recordedBy: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});
export type StaffPromise = z.infer<typeof staffPromise>;

/**
 * `limitDays`: for how many days ahead the caller's roles may promise; `longestDays`: the most that any
 * role may. `ofPeriod`: how many promises there were for the present bill.
 */
const staffPromisesOfLine = z.object({
  ...promisesOfLine.shape,
  running: z.nullable(staffPromise),
  history: z.array(staffPromise),
  limitDays: z.number(),
  longestDays: z.number(),
  ofPeriod: z.number(),
});
export type StaffPromisesOfLine = z.infer<typeof staffPromisesOfLine>;

const customer = z.object({ id: rowNumber });

export const listPaymentPromisesOfCustomer = defineEndpoint({
  method: 'GET',
  path: '/api/staff/customers/:id/payment-promises',
  access: 'admin',
  permission: 'promises:read',
  summary: 'The promises to pay of a customer’s line, and what the caller’s role may promise for them now',
  params: customer,
  query: lineInQuery,
  answer: staffPromisesOfLine,
  errors: ['customer.not-found', 'line.not-found'],
});

export const makePaymentPromiseForCustomer = defineEndpoint({
  method: 'POST',
  path: '/api/staff/customers/:id/payment-promises',
  access: 'admin',
  permission: 'promises:write',
  summary:
    'Record that a customer pays by the end of a day, within the limit of the caller’s role; the customer is told',
  params: customer,
  body: z.object({ until: calendarDay('Choose a day'), ...lineInBody.shape }),
  answer: z.object({ ...acknowledged, promise: staffPromise }),
  errors: ['customer.not-found', 'customer.own-account', 'line.not-found', 'promise.not-allowed', ...promiseErrors],
});

export const withdrawPaymentPromise = defineEndpoint({
  method: 'POST',
  path: '/api/staff/payment-promises/:id/withdrawal',
  access: 'admin',
  permission: 'promises:write',
  summary: 'Withdraw a running promise to pay, with a reason; the line then goes off as without it',
  params: z.object({ id: identifier }),
  body: z.object({ reason: requiredText(500, 'Say why.') }),
  answer: z.object({ ...acknowledged, promise: staffPromise }),
  errors: ['promise.not-found'],
});

export const api = {
  description: 'Promises to pay that staff record for customers.',
  endpoints: { listPaymentPromisesOfCustomer, makePaymentPromiseForCustomer, withdrawPaymentPromise },
  schemas: { staffPromise, staffPromisesOfLine },
};
