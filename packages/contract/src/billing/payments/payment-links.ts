import * as z from 'zod/mini';
import { defineEndpoint } from '../../platform/endpoint.ts';
import { identifier, naira, timestamp } from '../../platform/fields.ts';

/** The state of a link; `settled`: what it was for has been paid in another way. */
export const linkState = z.enum(['open', 'paid', 'expired', 'withdrawn', 'settled']);
export type LinkState = z.infer<typeof linkState>;

/** In the body and not in the address, so that no log and no other site gets to know it. */
const token = z.string().check(z.minLength(1), z.maxLength(128));

/**
 * What the holder of a link sees, and no more of the customer than that. `bill` is null for a link
 * that cannot be paid and was not. `isUnderWay`: somebody has opened a gateway's page with it.
 */
const paymentLink = z.object({
  state: linkState,
  bill: z.nullable(
    z.object({
      firstName: z.nullable(z.string()),
      /** The last digits of the account number. */
      accountEnding: z.string(),
      label: z.string(),
      amount: naira,
    }),
  ),
  isUnderWay: z.boolean(),
  expiresAt: timestamp,
});
export type PaymentLink = z.infer<typeof paymentLink>;

/** With `check`, the gateways of payments under way are asked. */
export const readPaymentLink = defineEndpoint({
  method: 'POST',
  path: '/api/payment-links/read',
  access: 'anyone',
  summary: 'What a payment link is for, by the token in it',
  body: z.object({ token, check: z.optional(z.boolean()) }),
  answer: paymentLink,
  errors: ['payment-link.not-found'],
});

/** `amount` is what the payer has seen. */
export const payByLink = defineEndpoint({
  method: 'POST',
  path: '/api/payment-links/pay',
  access: 'anyone',
  summary: 'Open a gateway’s page that pays for the customer whom a payment link is about',
  body: z.object({ token, gateway: identifier, amount: z.number() }),
  answer: z.object({ url: z.string() }),
  errors: [
    'payment-link.not-found',
    'payment-link.closed',
    'payment-link.amount-changed',
    'payment.unknown-gateway',
    'payment.too-large',
    'payment.gateway-refused',
    'payment.gateway-unavailable',
  ],
});

export const api = {
  description: 'Paying by a link, without signing in.',
  endpoints: { readPaymentLink, payByLink },
  schemas: { linkState, paymentLink },
};
