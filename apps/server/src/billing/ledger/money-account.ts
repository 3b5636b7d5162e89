import type { MoneyAccount } from './ledger.repository.ts';

type Paid = { readonly gateway: string; readonly tillId: number | null };

/** Where the money of a payment came in: the till that cash was put into, else its gateway. */
export function moneyAccountOf({ gateway, tillId }: Paid): MoneyAccount {
  return tillId === null ? `gateway:${gateway}` : `till:${tillId}`;
}

/**
 * Where the money of a refund comes from: cash goes back by bank transfer, so that nobody hands out
 * cash for a payment of another day.
 */
export function refundAccountOf({ gateway, tillId }: Paid): MoneyAccount {
  return tillId === null ? `gateway:${gateway}` : 'bank';
}
