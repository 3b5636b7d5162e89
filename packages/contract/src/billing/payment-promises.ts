import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, calendarDay, naira, timestamp } from '../platform/fields.ts';
import { lineInBody } from '../platform/line-of-call.ts';

/**
 * `until` is the promised day in Lagos, `endsAt` the midnight with which it ends. `running` becomes
 * `kept` by a payment before that, else `broken`; `withdrawn` by staff, or with the bill. `by` names
 * nobody: a customer sees that staff recorded it, not who.
 */
export const paymentPromise = z.object({
  id: z.string(),
  until: z.string(),
  endsAt: timestamp,
  amount: naira,
  state: z.enum(['running', 'kept', 'broken', 'withdrawn']),
  by: z.enum(['customer', 'staff']),
  madeAt: timestamp,
  decidedAt: z.nullable(timestamp),
});
export type PaymentPromise = z.infer<typeof paymentPromise>;

/** Why no promise is possible now, by its error code. */
const obstacle = z.enum([
  'promise.not-possible',
  'promise.nothing-due',
  'promise.made-before',
  'promise.blocked',
  'promise.too-late',
  'promise.not-allowed',
  'subscription.billed-monthly',
]);

/**
 * What may be promised now. `days`: the first and the last day, null where none is possible for the
 * reason of `obstacle`. `dueAt`: since or from when the month is due, `amount` what it costs less the
 * credit. `onUntil`: how long the line stays on without a promise; null while it is off, `offSince`
 * since when. `nextFrom`: the first day on which a promise is possible again after a broken one.
 */
const promiseAllowance = z.object({
  days: z.nullable(z.object({ from: z.string(), until: z.string() })),
  obstacle: z.nullable(obstacle),
  amount: naira,
  dueAt: z.nullable(timestamp),
  onUntil: z.nullable(timestamp),
  offSince: z.nullable(timestamp),
  nextFrom: z.nullable(z.string()),
});
export type PromiseAllowance = z.infer<typeof promiseAllowance>;

/** `brokenDays`: for how many days a broken promise rules out the next. The newest ten of the line. */
export const promisesOfLine = z.object({
  ...promiseAllowance.shape,
  brokenDays: z.number(),
  running: z.nullable(paymentPromise),
  history: z.array(paymentPromise),
});
export type PromisesOfLine = z.infer<typeof promisesOfLine>;

export const promiseErrors = [
  'promise.not-possible',
  'promise.nothing-due',
  'promise.made-before',
  'promise.blocked',
  'promise.too-late',
  'promise.beyond-limit',
  'subscription.billed-monthly',
] as const;

export const listPaymentPromises = defineEndpoint({
  method: 'GET',
  path: '/api/user/payment-promises',
  access: 'session',
  viewable: true,
  accountRole: 'billing',
  ofLine: true,
  summary: 'The promises to pay of a line, newest first, ten at most, and what may be promised now',
  answer: promisesOfLine,
  errors: [],
});

/** A refusal beyond the limits has `allowed`: `from` and `until`, or null where no day is possible. */
export const makePaymentPromise = defineEndpoint({
  method: 'POST',
  path: '/api/user/payment-promises',
  access: 'session',
  accountRole: 'billing',
  ofLine: true,
  summary: 'Promise to pay the bill of a line by the end of a day, once for each bill; the line is on until then',
  body: z.object({ until: calendarDay('Choose a day'), ...lineInBody.shape }),
  answer: z.object({ ...acknowledged, promise: paymentPromise }),
  errors: promiseErrors,
});

export const api = {
  description: 'Promises to pay: an unpaid line stays on until the end of the promised day.',
  endpoints: { listPaymentPromises, makePaymentPromise },
  schemas: { paymentPromise, promisesOfLine },
};
