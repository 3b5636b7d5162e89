import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, identifier, naira, requiredText, timestamp } from '../platform/fields.ts';

/**
 * A status that this version of the reader does not know is read as `unknown` (specification
 * section 4).
 */
const subscriptionStatus = z.catch(z.enum(['pending', 'active', 'suspended', 'cancelled', 'unknown']), 'unknown');

/**
 * `monthlyFee` in naira. A paused subscription is `suspended` with `pausedUntil`; `cancelsAt` is
 * when it ends at the customer's request, for `cancelReason`. `graceEndsAt`: until when an active
 * subscription stays active without payment, by its grace period or a promise to pay; null for one that ends or is suspended. Older cached
 * data may lack these four. `startDate` and `nextBillingDate` are null while the first payment is
 * awaited. `promisedUntil`: the end of the day on which an active subscription was promised to be paid; left out without a
 * promise. `isOnInvoice`: its months are on its account's invoice of all lines; left out for others.
 */
export const subscriptionView = z.object({
  id: z.string(),
  planId: z.string(),
  planName: z.string(),
  status: subscriptionStatus,
  startDate: z.nullable(timestamp),
  nextBillingDate: z.nullable(timestamp),
  monthlyFee: naira,
  scheduledPlanId: z.nullable(z.string()),
  autoPay: z.boolean(),
  pausedUntil: z.optional(z.nullable(timestamp)),
  cancelsAt: z.optional(z.nullable(timestamp)),
  cancelReason: z.optional(z.nullable(z.string())),
  graceEndsAt: z.optional(z.nullable(timestamp)),
  promisedUntil: z.optional(timestamp),
  isOnInvoice: z.optional(z.boolean()),
});
export type SubscriptionView = z.infer<typeof subscriptionView>;

const changed = z.object({ ...acknowledged, subscription: subscriptionView });

export const getSubscription = defineEndpoint({
  method: 'GET',
  path: '/api/user/subscription',
  access: 'session',
  viewable: true,
  accountRole: 'any',
  ofLine: true,
  summary: 'The one subscription of the caller that is not cancelled, or null',
  answer: z.nullable(subscriptionView),
  errors: [],
});

/** The plans page. planName and price are accepted as the specification sends them and ignored. */
export const choosePlan = defineEndpoint({
  method: 'POST',
  path: '/api/user/subscription',
  access: 'session',
  accountRole: 'owner',
  ofLine: true,
  summary: 'Choose a plan: pending until paid; with a running subscription, a change at the next billing cycle',
  body: z.object({ planId: identifier, planName: z.optional(z.unknown()), price: z.optional(z.unknown()) }),
  answer: changed,
  errors: ['plan.not-found', 'subscription.same-plan'],
});

export const changePlan = defineEndpoint({
  method: 'POST',
  path: '/api/user/subscribe',
  access: 'session',
  accountRole: 'owner',
  ofLine: true,
  summary: 'Change the plan from the next billing cycle',
  body: z.object({ planId: identifier }),
  answer: changed,
  errors: ['plan.not-found', 'subscription.same-plan'],
});

export const withdrawPlanChange = defineEndpoint({
  method: 'DELETE',
  path: '/api/user/subscription/scheduled-plan',
  access: 'session',
  accountRole: 'owner',
  ofLine: true,
  summary: 'Stay on the present plan: withdraw the change scheduled for the next billing cycle',
  answer: changed,
  errors: ['subscription.none'],
});

/**
 * The paid time is kept; a subscription without any is cancelled at once, and the answer's
 * `subscription` is null.
 */
export const cancelSubscription = defineEndpoint({
  method: 'POST',
  path: '/api/user/subscription/cancellation',
  access: 'session',
  accountRole: 'owner',
  ofLine: true,
  summary: 'Cancel at the end of the paid time',
  body: z.object({ reason: requiredText(500, 'Tell us why you are leaving') }),
  answer: z.object({ ...acknowledged, subscription: z.nullable(subscriptionView) }),
  errors: ['subscription.none'],
});

export const withdrawCancellation = defineEndpoint({
  method: 'DELETE',
  path: '/api/user/subscription/cancellation',
  access: 'session',
  accountRole: 'owner',
  ofLine: true,
  summary: 'Stay after all, as long as the line has not ended',
  answer: changed,
  errors: ['subscription.none'],
});

export const pauseSubscription = defineEndpoint({
  method: 'POST',
  path: '/api/user/subscription/pause',
  access: 'session',
  accountRole: 'owner',
  ofLine: true,
  summary: 'Let the line rest from now on for 7 to 90 days, once a year; the rest of the paid time comes afterwards',
  body: z.object({
    days: z.int('Choose 7 to 90 days').check(z.minimum(7, 'Choose 7 to 90 days'), z.maximum(90, 'Choose 7 to 90 days')),
  }),
  answer: changed,
  errors: ['subscription.none', 'subscription.not-running', 'subscription.paused-before'],
});

export const endPause = defineEndpoint({
  method: 'DELETE',
  path: '/api/user/subscription/pause',
  access: 'session',
  accountRole: 'owner',
  ofLine: true,
  summary: 'Come back from a pause now; the paid time goes on',
  answer: changed,
  errors: ['subscription.none', 'subscription.not-paused'],
});

export const api = {
  description: 'The plan of a line: choosing, changing, pausing and cancelling it.',
  endpoints: {
    getSubscription,
    choosePlan,
    changePlan,
    withdrawPlanChange,
    cancelSubscription,
    withdrawCancellation,
    pauseSubscription,
    endPause,
  },
  schemas: { subscriptionView },
};
