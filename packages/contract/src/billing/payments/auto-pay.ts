import * as z from 'zod/mini';
import { defineEndpoint } from '../../platform/endpoint.ts';
import { acknowledged, identifier, naira, timestamp } from '../../platform/fields.ts';

/**
 * The consent of a customer who sets up auto-pay. A changed text is a different consent: each is
 * stored in the words that were shown.
 */
export const AUTO_PAY_CONSENT =
  'Charge this card for my plan on each day of renewal, 10% below its price, until I switch Auto-Pay off. I can do that, or remove the card, at any time.';

export const methodKind = z.enum(['card', 'mandate']);

/** A day of the month, in a shorter month its last; or the last day from Monday to Friday. */
export const salaryDay = z.union([
  z.number().check(z.int('Choose a day from 1 to 31'), z.minimum(1), z.maximum(31)),
  z.literal('last-working-day'),
]);

/**
 * `label` identifies the card or account without its number: "Visa ending 4081". `expires` is a month,
 * "2028-08"; `endsSoon` within 30 days.
 */
const card = z.object({
  id: z.string(),
  label: z.string(),
  provider: z.string(),
  kind: methodKind,
  expires: z.nullable(z.string()),
  endsSoon: z.boolean(),
});
export type AutoPayCard = z.infer<typeof card>;

/** A card or bank account that the customer has agreed to. One that is paused is not charged. */
const method = z.object({ ...card.shape, isPaused: z.boolean() });
export type AutoPayMethod = z.infer<typeof method>;

/**
 * How a customer's renewals are paid. `stopped`: what was charged was declined permanently, or the bank
 * ended the mandate, which ended auto-pay. Amounts in naira, with the `saving` and account credit subtracted.
 */
export const autoPayView = z.object({
  state: z.enum(['off', 'on', 'stopped']),
  /** The card or account that is charged first, or that was charged until auto-pay stopped. */
  card: z.nullable(card),
  /** All that may be charged, in the order in which they are. */
  methods: z.array(method),
  /** When the customer is paid, so that attempts are made then; null where they have not said. */
  salaryDay: z.nullable(salaryDay),
  /** When the month that is due next is charged, and again while that is declined. */
  plannedAt: z.array(timestamp),
  /** The next charge; null while nothing will be charged. */
  next: z.nullable(z.object({ at: timestamp, amount: naira, saving: naira, planName: z.string() })),
  /**
   * The last attempt for the month that is due. `confirm`: the bank waits for approval at
   * `confirmUrl`. Without `nextTryAt` it is to be paid manually, until `payBy`.
   */
  attempt: z.nullable(
    z.object({
      state: z.enum(['charging', 'confirm', 'declined']),
      amount: naira,
      at: timestamp,
      confirmUrl: z.nullable(z.string()),
      /** Why it was declined, where that is known. */
      reason: z.nullable(z.enum(['no-money'])),
      /** What was tried. */
      label: z.string(),
      nextTryAt: z.nullable(timestamp),
      payBy: z.nullable(timestamp),
    }),
  ),
  /** A card or account with which auto-pay can be set up at once. */
  offer: z.nullable(card),
  /** Gateways whose cards can be saved with the next payment. */
  providers: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Whether a bank account can be charged by a mandate. */
  hasMandates: z.boolean(),
  /** The consent text for a card. */
  consent: z.string(),
  /** The consent text for what is offered. */
  offerConsent: z.string(),
});
export type AutoPayView = z.infer<typeof autoPayView>;

export const autoPayChanged = z.object({ ...acknowledged, autoPay: autoPayView });

export const getAutoPay = defineEndpoint({
  method: 'GET',
  path: '/api/user/auto-pay',
  access: 'session',
  viewable: true,
  accountRole: 'billing',
  ofLine: true,
  summary: 'Whether the caller’s renewals are charged by themselves, with which card, and what comes next',
  answer: autoPayView,
  errors: [],
});

/** `card` is the id of the offered card. `agreed` is the caller's agreement to `consent`. */
export const setUpAutoPay = defineEndpoint({
  method: 'POST',
  path: '/api/user/auto-pay',
  access: 'session',
  accountRole: 'billing',
  ofLine: true,
  summary: 'Have every renewal charged to a card that was paid with before',
  body: z.object({ card: identifier, agreed: z.literal(true, 'Agree to the automatic charge first') }),
  freshProof: true,
  answer: autoPayChanged,
  errors: [
    'subscription.none',
    'subscription.not-running',
    'subscription.billed-monthly',
    'auto-pay.card-gone',
    'payment.gateway-unavailable',
  ],
});

export const stopAutoPay = defineEndpoint({
  method: 'DELETE',
  path: '/api/user/auto-pay',
  access: 'session',
  accountRole: 'billing',
  ofLine: true,
  summary: 'Pay manually from now on; a saved card stays',
  answer: autoPayChanged,
  errors: [],
});

export const removePaymentMethod = defineEndpoint({
  method: 'DELETE',
  path: '/api/user/payment-methods/:id',
  access: 'session',
  accountRole: 'billing',
  summary: 'Forget a saved payment method at once, and with it auto-pay that uses it',
  params: z.object({ id: identifier }),
  freshProof: true,
  answer: z.object(acknowledged),
  errors: ['payment-method.not-found'],
});

export const api = {
  description: 'Saved cards and bank accounts, and paying by them when a month is due.',
  endpoints: {
    getAutoPay,
    setUpAutoPay,
    stopAutoPay,
    removePaymentMethod,
  },
  schemas: { savedCard: card, autoPayMethod: method, autoPayView },
};
