import { formatNaira, LARGEST_ENTRY_KOBO, nairaFromKobo, toKobo } from '@portal/kernel/money';
import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { emailAddress, identifier, naira, requiredText, storable, timestamp } from '../platform/fields.ts';

/** In naira. Less costs more in fees than it pays. */
export const LEAST_QUICK_PAYMENT = 100;

/** Sealed by the portal: its holder can neither read nor change what it says. */
const sealed = z.string().check(z.minLength(1), z.maxLength(1024), storable);

/** An amount in naira of somebody who pays without signing in; the gateway's own limit may be lower. */
const quickAmount = z.number('Enter an amount in naira').check(
  z.minimum(LEAST_QUICK_PAYMENT, `Pay at least ${formatNaira(toKobo(LEAST_QUICK_PAYMENT * 100))}`),
  z.maximum(nairaFromKobo(LARGEST_ENTRY_KOBO), `Enter at most ${formatNaira(LARGEST_ENTRY_KOBO)}`),
  z.refine((value) => Math.round(value * 100) / 100 === value, 'Use at most two decimals'),
);

/** Letters, and what stands between the parts of a name: it is mailed to whom the payment is for. */
const NAME = /^[\p{L}\p{M}][\p{L}\p{M}\p{Zs}'’ʼ‘-]*$/u;

/** The payer's own name, which the account holder is told. */
const payerName = requiredText(60, 'Write your name, or leave it empty').check(
  z.refine((name) => NAME.test(name), 'Write your name in letters only'),
);

/**
 * What somebody who pays may know, and no more: the first letters of the name, and what is due. `accountNumber`
 * only for who has typed it. `nearestDueAt` is null where nothing is due, or the first bill is due at once.
 */
const foundAccount = z.object({
  token: z.string(),
  name: z.string(),
  accountNumber: z.nullable(z.string()),
  due: naira,
  openBills: z.number(),
  nearestDueAt: z.nullable(timestamp),
});
export type FoundAccount = z.infer<typeof foundAccount>;

const NOT_SHOWN = ['quick-pay.not-found', 'quick-pay.off'] as const;

/**
 * By account number, or by a telephone number or mailbox that is verified and belongs to one account alone.
 * Nobody learns why another one is not found.
 */
export const lookUpAccount = defineEndpoint({
  method: 'POST',
  path: '/api/quick-pay/lookup',
  access: 'anyone',
  summary: 'Find the account that somebody wants to pay for, without signing in',
  body: z.object({ customer: requiredText(255, 'Enter an account number, phone or email') }),
  answer: foundAccount,
  errors: NOT_SHOWN,
});

/** In the body and not in the address, so that no log has it. */
export const readPayCode = defineEndpoint({
  method: 'POST',
  path: '/api/quick-pay/code',
  access: 'anyone',
  summary: 'Find the account of a payment link that its owner has given away',
  body: z.object({ code: z.string().check(z.minLength(1), z.maxLength(64), storable) }),
  answer: foundAccount,
  errors: NOT_SHOWN,
});

/**
 * `token` is that of the account that was found; it is good for half an hour. `email` gets the receipt,
 * which names nobody. `receiptToken` is what `readQuickReceipt` asks for. The names of the other fields
 * are the gateway's.
 */
export const initializeQuickPayment = defineEndpoint({
  method: 'POST',
  path: '/api/quick-pay/:gateway/initialize',
  access: 'anyone',
  summary: 'Open a payment at a gateway for an account that was found',
  params: z.object({ gateway: z.string() }),
  body: z.object({ token: sealed, amount: quickAmount, email: emailAddress, payerName: z.optional(payerName) }),
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
    receiptToken: z.string(),
  }),
  errors: [
    'quick-pay.off',
    'quick-pay.expired',
    'quick-pay.in-kobo',
    'payment.unknown-gateway',
    'payment.too-large',
    'payment.gateway-unavailable',
    'payment.gateway-refused',
  ],
});

/** `pending`: the gateway is asked, and whoever has paid need not pay again. */
export const quickPaymentState = z.enum(['successful', 'pending', 'failed', 'review']);
export type QuickPaymentState = z.infer<typeof quickPaymentState>;

const quickReceipt = z.object({
  state: quickPaymentState,
  reference: z.string(),
  amount: naira,
  gateway: z.string(),
  /** The last digits of the account number. */
  accountEnding: z.string(),
  paidAt: z.nullable(timestamp),
});
export type QuickReceipt = z.infer<typeof quickReceipt>;

export const readQuickReceipt = defineEndpoint({
  method: 'POST',
  path: '/api/quick-pay/receipt',
  access: 'anyone',
  summary: 'What became of a payment that somebody has made without signing in',
  body: z.object({ reference: identifier, token: sealed }),
  answer: quickReceipt,
  errors: ['payment.not-found'],
});

export const api = {
  description: 'Paying for an account without signing in.',
  endpoints: { lookUpAccount, readPayCode, initializeQuickPayment, readQuickReceipt },
  schemas: { foundAccount, quickPaymentState, quickReceipt },
};
