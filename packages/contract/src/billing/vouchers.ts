import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, naira, requiredText } from '../platform/fields.ts';
import { lineInBody } from '../platform/line-of-call.ts';

/** As it was typed: blanks, dashes and letters of any case are understood. */
export const typedPin = requiredText(60, 'Enter the PIN of your voucher');

/** What a voucher has paid, in the words of the receipt. */
export const usedVoucher = z.object({
  ...acknowledged,
  payment: z.object({ reference: z.string(), receiptNumber: z.string(), amount: naira }),
  lines: z.array(z.object({ label: z.string(), amount: naira })),
});
export type UsedVoucher = z.infer<typeof usedVoucher>;

export const voucherErrors = [
  'voucher.mistyped',
  'voucher.unknown',
  'voucher.used',
  'voucher.expired',
  'voucher.stopped',
] as const;

/**
 * `accepted`: whether there have ever been vouchers here. `letters`: whether some are of an earlier system,
 * whose codes have any form.
 */
export const getVoucherForm = defineEndpoint({
  method: 'GET',
  path: '/api/user/vouchers',
  access: 'session',
  viewable: true,
  accountRole: 'billing',
  summary: 'Whether vouchers are accepted, and what their codes look like',
  answer: z.object({ accepted: z.boolean(), letters: z.boolean() }),
  errors: [],
});

/**
 * It pays what is due, oldest first, and what is left becomes credit. A PIN that was mistyped is known by
 * its check digits and is no attempt; only so many wrong ones are answered.
 */
export const redeemVoucher = defineEndpoint({
  method: 'POST',
  path: '/api/user/vouchers',
  access: 'session',
  accountRole: 'billing',
  ofLine: true,
  summary: 'Pay with the PIN of a voucher, once',
  body: z.object({ pin: typedPin, ...lineInBody.shape }),
  answer: usedVoucher,
  errors: [...voucherErrors],
});

export const api = {
  description: 'Vouchers: printed PINs that pay like money, once.',
  endpoints: { getVoucherForm, redeemVoucher },
  schemas: { usedVoucher },
};
