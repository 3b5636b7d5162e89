import * as z from 'zod/mini';
import { defineEndpoint } from '../../platform/endpoint.ts';
import { acknowledged, emailAddress, identifier, naira, timestamp } from '../../platform/fields.ts';
import { party } from '../invoices.ts';
import { subscriptionView } from '../subscriptions.ts';

export const gatewayId = z.enum(['paystack', 'flutterwave', 'quickteller']);
export type GatewayId = z.infer<typeof gatewayId>;

/** Who collects money for the provider and pays it out: the gateways, and Monnify for its account numbers. */
export const collectingGateway = z.enum([...gatewayId.options, 'monnify']);
export type CollectingGateway = z.infer<typeof collectingGateway>;

export const paymentStatus = z.enum([
  'initialized',
  'pending',
  'successful',
  'failed',
  'abandoned',
  'refunded',
  'disputed',
  'review',
]);
export type PaymentStatus = z.infer<typeof paymentStatus>;

/**
 * Item amounts are naira and negative for a discount or for credit used; they add up to `total`.
 */
export const paymentQuote = z.object({
  plan: z.object({ id: z.string(), name: z.string() }),
  lines: z.array(z.object({ label: z.string(), amount: naira })),
  total: naira,
  currency: z.string(),
});
export type PaymentQuote = z.infer<typeof paymentQuote>;

export const listGateways = defineEndpoint({
  method: 'GET',
  path: '/api/payment/gateways',
  access: 'anyone',
  viewable: true,
  summary: 'The gateways that take payments now',
  /** `largest`: what it takes at once; left out where there is no limit. */
  answer: z.array(z.object({ id: gatewayId, name: z.string(), currency: z.string(), largest: z.optional(naira) })),
  errors: [],
});

export const getPaymentQuote = defineEndpoint({
  method: 'GET',
  path: '/api/user/payment-quote',
  access: 'session',
  viewable: true,
  accountRole: 'billing',
  ofLine: true,
  summary: 'What the caller would pay now for a plan, and why',
  query: z.object({ plan: identifier }),
  answer: paymentQuote,
  errors: ['plan.not-found'],
});

const UPGRADE_ERRORS = [
  'subscription.none',
  'subscription.not-running',
  'subscription.same-plan',
  'subscription.paid-ahead',
  'subscription.not-dearer',
] as const;

export const getUpgradeQuote = defineEndpoint({
  method: 'GET',
  path: '/api/user/upgrade-quote',
  access: 'session',
  viewable: true,
  accountRole: 'billing',
  ofLine: true,
  summary: 'What a dearer plan would cost the caller for the rest of the month under way',
  query: z.object({ plan: identifier }),
  answer: paymentQuote,
  errors: ['plan.not-found', ...UPGRADE_ERRORS],
});

export const getChargeQuote = defineEndpoint({
  method: 'GET',
  path: '/api/user/charge-quote',
  access: 'session',
  viewable: true,
  accountRole: 'billing',
  summary:
    'What the caller would pay now for a one-off charge, by its id or the number of its invoice, or for a company’s invoices up to a number',
  query: z.object({ charge: identifier }),
  answer: paymentQuote,
  errors: ['charge.not-found', 'charge.paid'],
});

/**
 * `period` (the next month) by default; `upgrade`: a more expensive plan for the rest of the
 * current month.
 */
const purpose = z.optional(z.enum(['period', 'upgrade']));

/** Buys a data bundle for this month instead; then `plan` is the caller's own and is ignored. */
const bundle = z.optional(identifier);
/**
 * Pays a one-off charge, by its id or the number of its invoice, or a company's open invoices up to the
 * one of this number, instead; then `plan` is the caller's own and is ignored.
 */
const charge = z.optional(identifier);
const CHARGE_ERRORS = ['charge.not-found', 'charge.paid', 'subscription.billed-monthly'] as const;
const BUNDLE_ERRORS = ['bundle.not-found', 'bundle.unlimited'] as const;

/**
 * `email` is where the receipt is sent, ours and the gateway's own; it is never the customer's
 * identity. `amount` must equal the quote's total, but for a `part` of it where the gateway does not take
 * all at once: that pays a company's invoices, and is account credit of anybody else. `autoPay`: the payer agrees to AUTO_PAY_CONSENT
 * for the card of this payment.
 */
export const initializePayment = defineEndpoint({
  method: 'POST',
  path: '/api/payment/:gateway/initialize',
  access: 'session',
  accountRole: 'billing',
  ofLine: true,
  summary: 'Open a payment at a gateway',
  params: z.object({ gateway: z.string() }),
  body: z.object({
    amount: naira,
    email: emailAddress,
    plan: identifier,
    purpose,
    bundle,
    charge,
    autoPay: z.optional(z.boolean()),
    part: z.optional(z.boolean()),
  }),
  answer: z.object({
    status: z.literal('success'),
    data: z.object({
      authorization_url: z.optional(z.string()),
      link: z.optional(z.string()),
      payment_url: z.optional(z.string()),
      reference: z.optional(z.string()),
      tx_ref: z.optional(z.string()),
      transaction_id: z.optional(z.string()),
    }),
  }),
  errors: [
    'plan.not-found',
    'payment.unknown-gateway',
    'payment.amount-changed',
    'payment.nothing-due',
    'payment.too-large',
    'payment.gateway-unavailable',
    'payment.gateway-refused',
    ...UPGRADE_ERRORS,
    ...BUNDLE_ERRORS,
    ...CHARGE_ERRORS,
  ],
});

/**
 * The product of a payment; `credit` where the payment came too late for it, or exceeded it, and
 * became account credit.
 */
const bought = z.enum(['period', 'upgrade', 'bundle', 'charge', 'monthly', 'credit']);
export type Bought = z.infer<typeof bought>;

export const verifyPayment = defineEndpoint({
  method: 'POST',
  path: '/api/payment/verify',
  access: 'session',
  accountRole: 'billing',
  summary: 'Ask the gateway about one of the caller’s payments and settle what it says',
  body: z.object({ reference: identifier, gateway: identifier }),
  answer: z.object({
    status: z.enum(['success', 'pending', 'failed', 'abandoned', 'review']),
    message: z.string(),
    data: z.object({ amount: naira, reference: z.string(), receiptNumber: z.nullable(z.string()), bought }),
  }),
  errors: ['payment.not-found'],
});

/**
 * The end of the paid time that the requesting page shows: it distinguishes a second month from a
 * repeated click. Without it two months are at least a minute apart.
 */
const paidUntil = z.optional(timestamp);

export const payWithCredit = defineEndpoint({
  method: 'POST',
  path: '/api/user/pay-with-credit',
  access: 'session',
  accountRole: 'billing',
  ofLine: true,
  summary: 'Pay for a plan, or for extra data, entirely from account credit',
  body: z.object({ plan: identifier, purpose, bundle, charge, paidUntil }),
  answer: z.object({ ...acknowledged, subscription: subscriptionView }),
  errors: ['plan.not-found', 'payment.credit-too-low', ...UPGRADE_ERRORS, ...BUNDLE_ERRORS, ...CHARGE_ERRORS],
});

/**
 * `automatic`: an auto-pay charge of the saved card, which its owner can neither open nor finish.
 * `refundedOutside`: the part that the gateway has refunded outside the portal. `paidWith`: the number of the
 * voucher, or the name of the agent who took it. `payerName`: who paid, as far as they or their bank said, '' where
 * somebody else paid and said nothing; left out elsewhere. Payments that an older version cached on a device have
 * neither. `channel`: how it came through the gateway, `virtual-account` for a bank transfer to a number of the
 * customer's own.
 */
const payment = z.object({
  reference: z.string(),
  gateway: z.string(),
  amount: naira,
  currency: z.string(),
  status: paymentStatus,
  description: z.string(),
  createdAt: timestamp,
  paidAt: z.nullable(timestamp),
  receiptNumber: z.nullable(z.string()),
  automatic: z.optional(z.boolean()),
  refundedOutside: z.optional(naira),
  /** What came, where that is more than `amount`; the rest is credit. */
  received: z.optional(naira),
  channel: z.optional(z.nullable(z.string())),
  paidWith: z.optional(z.nullable(z.string())),
  payerName: z.optional(z.string()),
});
export type PaymentView = z.infer<typeof payment>;

export const listPayments = defineEndpoint({
  method: 'GET',
  path: '/api/user/payments',
  access: 'session',
  viewable: true,
  accountRole: 'billing',
  summary: 'The caller’s payments, newest first; `before` is the last reference of the page before',
  query: z.object({
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
    before: z.optional(identifier),
  }),
  answer: z.array(payment),
  errors: [],
});

/** A receipt that an older version cached lacks `seller` and `channel`. `paidWith`: see `payment`. */
export const receipt = z.object({
  seller: z.optional(party),
  receiptNumber: z.string(),
  reference: z.string(),
  gateway: z.string(),
  channel: z.optional(z.nullable(z.string())),
  paidWith: z.optional(z.nullable(z.string())),
  issuedAt: timestamp,
  paidAt: timestamp,
  customer: z.object({ name: z.string(), email: z.string() }),
  planName: z.string(),
  periodStart: z.nullable(timestamp),
  periodEnd: z.nullable(timestamp),
  lines: z.array(z.object({ label: z.string(), amount: naira })),
  total: naira,
  vatIncluded: naira,
  currency: z.string(),
});
export type ReceiptView = z.infer<typeof receipt>;

export const getReceipt = defineEndpoint({
  method: 'GET',
  path: '/api/user/receipts/:receiptNumber',
  access: 'session',
  viewable: true,
  accountRole: 'billing',
  summary: 'One of the caller’s receipts',
  params: z.object({ receiptNumber: identifier }),
  answer: receipt,
  errors: ['receipt.not-found'],
});

/**
 * The body is whatever the gateway sent, stored as it arrived without card tokens; its signature is
 * verified, byte for byte, before it is parsed.
 */
export const receiveWebhook = defineEndpoint({
  method: 'POST',
  path: '/api/webhooks/:gateway',
  access: 'gateway',
  summary: 'A gateway’s webhook about a payment: stored, answered, then processed',
  params: z.object({ gateway: z.string() }),
  answer: z.object({ success: z.literal(true) }),
  errors: ['payment.unknown-gateway', 'payment.bad-signature'],
});

/**
 * `label` identifies the method without its number: "Visa ending 4081". `expires` is a month,
 * "2028-08", or null where there is none.
 */
const paymentMethod = z.object({
  id: z.string(),
  provider: z.string(),
  kind: z.enum(['card', 'mandate']),
  label: z.string(),
  expires: z.nullable(z.string()),
  isDefault: z.boolean(),
  /** Not charged while it is. */
  isPaused: z.boolean(),
  createdAt: timestamp,
});
export type PaymentMethod = z.infer<typeof paymentMethod>;

export const listPaymentMethods = defineEndpoint({
  method: 'GET',
  path: '/api/user/payment-methods',
  access: 'session',
  viewable: true,
  accountRole: 'billing',
  summary: 'The caller’s saved payment methods, masked',
  answer: z.array(paymentMethod),
  errors: [],
});

export const api = {
  description: 'Quotes, payments through a gateway or with credit, and receipts.',
  endpoints: {
    listGateways,
    getPaymentQuote,
    getUpgradeQuote,
    getChargeQuote,
    initializePayment,
    verifyPayment,
    payWithCredit,
    listPayments,
    getReceipt,
    receiveWebhook,
    listPaymentMethods,
  },
  schemas: { paymentStatus, paymentQuote, payment, receipt, paymentMethod },
};
