import type { UsedVoucher } from '@portal/contract/billing/vouchers';
import { formatLagosDay } from '@portal/kernel/calendar';
import { formatNaira, nairaFromKobo, toKobo } from '@portal/kernel/money';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { Redeemed } from './redeem-voucher.ts';

const REFUSALS = {
  expired: 'voucher.expired',
  stopped: 'voucher.stopped',
  unknown: 'voucher.unknown',
  mistyped: 'voucher.mistyped',
} as const;

/** Under the field of the PIN as well. */
const refuse = (code: (typeof REFUSALS)[keyof typeof REFUSALS] | 'voucher.used', message?: string) => {
  const text = message ?? new ApiError(code).message;
  return new ApiError(code, { message: text, errors: { pin: text } });
};

/**
 * The answer to whoever used a voucher on a page. Throws voucher.mistyped, voucher.unknown, voucher.used,
 * voucher.expired, voucher.stopped, request.too-many.
 */
export function answerRedeemed(redeemed: Redeemed): UsedVoucher {
  if (redeemed.kind === 'throttled') {
    throw new ApiError('request.too-many', { retryAfterSeconds: redeemed.retryAfterSeconds });
  }
  if (redeemed.kind === 'already-used') {
    const { isOwn, usedAt, receiptNumber } = redeemed;
    if (!isOwn || usedAt === null || receiptNumber === null) throw refuse('voucher.used');
    const words = `This voucher was used for this account on ${formatLagosDay(usedAt)}. Its receipt is ${receiptNumber}.`;
    throw refuse('voucher.used', words);
  }
  if (redeemed.kind !== 'used') throw refuse(REFUSALS[redeemed.kind]);
  const { amountKobo, reference, receiptNumber, lines } = redeemed;
  return {
    success: true,
    message: `The voucher of ${formatNaira(amountKobo)} is paid in. Receipt ${receiptNumber}.`,
    payment: { reference, receiptNumber, amount: nairaFromKobo(amountKobo) },
    lines: lines.map((line) => ({ label: line.label, amount: nairaFromKobo(toKobo(line.amountKobo)) })),
  };
}
