import type { Gateway } from './sandbox-options.ts';

/** A payment in a settlement. `order` is null for one that the merchant did not open here. */
export interface SettledPayment {
  readonly orderCode: string | null;
  readonly reference: string;
  readonly number: number;
  readonly amountKobo: number;
  readonly feeKobo: number;
}

/** What a gateway pays out at once, in kobo whatever the vendor's unit is. */
export interface Settlement {
  readonly number: number;
  readonly gateway: Gateway;
  readonly status: 'pending' | 'paid' | 'failed' | 'flagged';
  /** A day such as 2026-11-30. */
  readonly day: string;
  readonly createdAt: string;
  readonly account: string;
  readonly payments: readonly SettledPayment[];
  readonly refunds: readonly { readonly number: number; readonly amountKobo: number }[];
  /** Taken off without saying for what. */
  readonly deductedKobo: number;
  /** By how much the total is not the sum of its payments. */
  readonly wrongByKobo: number;
  /** How many payments a page of it has at most. */
  readonly perPage: number;
}

export interface SettleRequest {
  readonly gateway: Gateway;
  /** Everything that was paid before; default: until now. */
  readonly before?: string;
  readonly status?: Settlement['status'];
  /** Default: today. */
  readonly day?: string;
  readonly account?: string;
  readonly deductedKobo?: number;
  readonly wrongByKobo?: number;
  readonly perPage?: number;
  /** Payments that are in it although another settlement has them. */
  readonly again?: readonly string[];
  /** Payments of something else that the merchant sells. */
  readonly foreign?: readonly { readonly reference: string; readonly amountKobo: number }[];
  /** Payments that wait for a later settlement. */
  readonly without?: readonly string[];
}

export type SettlementChange = Partial<Pick<Settlement, 'status' | 'account' | 'deductedKobo' | 'wrongByKobo'>>;

/** The vendors' local price of a payment. */
export function feeOf(gateway: Gateway, amountKobo: number): number {
  if (gateway !== 'paystack') return Math.min(Math.ceil((amountKobo * 14) / 1000), 200_000);
  return Math.min(Math.ceil((amountKobo * 15) / 1000) + (amountKobo < 250_000 ? 0 : 10_000), 200_000);
}

export const grossOf = ({ payments, wrongByKobo }: Settlement) =>
  payments.reduce((sum, { amountKobo }) => sum + amountKobo, wrongByKobo);
export const feesOf = ({ payments }: Settlement) => payments.reduce((sum, { feeKobo }) => sum + feeKobo, 0);
export const refundedOf = ({ refunds }: Settlement) => refunds.reduce((sum, { amountKobo }) => sum + amountKobo, 0);
