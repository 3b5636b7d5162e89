import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, identifier, requiredText, rowNumber } from '../platform/fields.ts';
import { lineInBody, lineInQuery } from '../platform/line-of-call.ts';
import { paymentQuote } from './payments/payments.ts';
import { pauseSubscription, subscriptionView } from './subscriptions.ts';

/**
 * What staff do to a subscription when its customer asks for it: another plan from the next bill,
 * or at once, paid from credit; staying on the present plan; a pause, and its end; cancelling, and
 * staying after all.
 */
export const subscriptionChange = z.enum(['plan', 'upgrade', 'stay', 'pause', 'resume', 'cancel', 'keep']);
export type SubscriptionChange = z.infer<typeof subscriptionChange>;

/**
 * `planId` for `plan` and `upgrade`, `days` for `pause`. The `reason` is kept in the audit log, and
 * is the customer's for a cancellation. A repeat has no second effect: a change that is made is
 * there, or is refused.
 */
const changeForm = z.object({
  change: subscriptionChange,
  planId: z.optional(identifier),
  days: z.optional(pauseSubscription.body.shape.days),
  reason: requiredText(500, 'Say why.'),
  ...lineInBody.shape,
});

export const changeForCustomer = defineEndpoint({
  method: 'POST',
  path: '/api/staff/customers/:id/subscription-changes',
  access: 'admin',
  permission: 'counter:write',
  summary: 'Change, pause, resume or cancel a line’s plan for its customer, who is told',
  params: z.object({ id: rowNumber }),
  body: changeForm,
  answer: z.object({ ...acknowledged, subscription: z.nullable(subscriptionView) }),
  errors: [
    'customer.not-found',
    'line.not-found',
    'plan.not-found',
    'subscription.none',
    'subscription.same-plan',
    'subscription.not-running',
    'subscription.not-dearer',
    'subscription.paid-ahead',
    'subscription.paused-before',
    'subscription.not-paused',
    'payment.credit-too-low',
  ],
});

export const getUpgradeQuoteOfCustomer = defineEndpoint({
  method: 'GET',
  path: '/api/staff/customers/:id/upgrade-quote',
  access: 'admin',
  permission: 'counter:read',
  summary: 'What a customer would pay for another plan at once, for the rest of the month',
  params: z.object({ id: rowNumber }),
  query: z.extend(lineInQuery, { plan: identifier }),
  answer: paymentQuote,
  errors: [
    'customer.not-found',
    'line.not-found',
    'plan.not-found',
    'subscription.none',
    'subscription.same-plan',
    'subscription.not-running',
    'subscription.not-dearer',
    'subscription.paid-ahead',
  ],
});

export const api = {
  description: 'Changing the plan of a customer for them.',
  endpoints: { changeForCustomer, getUpgradeQuoteOfCustomer },
  schemas: { staffSubscriptionForm: changeForm },
};
