import type { Kobo } from '@portal/kernel/money';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { Channel, RedeemVoucher } from './create-menu-services.ts';
import type { VoucherResult } from './menu-services.port.ts';

/** Redeeming a voucher as billing does it: in a transaction of its own, the same answer again for a repeat. */
export type RedeemInBilling = (order: {
  readonly pin: string;
  readonly accountId: number;
  readonly lineId: null;
  readonly via: Channel['via'];
  /** Whose wrong codes are counted. */
  readonly source: { readonly key: string; readonly address: null };
  readonly staffId: null;
}) => Promise<
  | { readonly kind: 'used'; readonly amountKobo: Kobo; readonly receiptNumber: string }
  | { readonly kind: 'already-used' | 'expired' | 'stopped' | 'unknown' | 'mistyped' }
  | { readonly kind: 'throttled'; readonly retryAfterSeconds: number }
>;

/** The step of a caller holds a connection while billing takes another: no more than a part of the pool. */
const AT_ONCE = 4;

type Redeemed = Awaited<ReturnType<RedeemInBilling>>;

function resultOf(redeemed: Redeemed): VoucherResult {
  switch (redeemed.kind) {
    case 'used':
      return { kind: 'used-now', amountKobo: redeemed.amountKobo, receiptNumber: redeemed.receiptNumber };
    case 'mistyped':
      return { kind: 'bad-check-digits' };
    case 'throttled':
      return { kind: 'throttled', minutes: Math.max(1, Math.ceil(redeemed.retryAfterSeconds / 60)) };
    default:
      return { kind: redeemed.kind };
  }
}

/**
 * Redeems vouchers for the menu. The caller's step may roll back after the voucher is used: when it is
 * taken again, billing answers what it answered before.
 */
export function createRedeemByMenu(redeem: RedeemInBilling): RedeemVoucher {
  let busy = 0;
  return async (_tx, { pin, accountId, via, phone }) => {
    if (busy >= AT_ONCE) return { kind: 'retry' };
    busy++;
    try {
      return resultOf(
        await redeem({
          pin,
          accountId,
          lineId: null,
          via,
          source: { key: `phone:${phone}`, address: null },
          staffId: null,
        }),
      );
    } catch (error) {
      if (error instanceof ApiError) return { kind: 'retry' };
      throw error;
    } finally {
      busy--;
    }
  };
}
