import type { MoneyAccount } from './ledger.repository.ts';

type Paid = { readonly gateway: string; readonly tillId: number | null };

/** Where the money of a payment came in: the till that cash was put into, else its gateway. */
export function moneyAccountOf({ gateway, tillId }: Paid): MoneyAccount {
  return tillId === null ? `gateway:${gateway}` : `till:${tillId}`;
}

/**
 * Where the money of a refund comes from: the till that cash was paid out of; without one cash goes
 * back by bank transfer, and other money the way it came.
 */
export function refundAccountOf({ gateway, tillId }: Paid, paidOutBy: number | null): MoneyAccount {
  if (paidOutBy !== null) return `till:${paidOutBy}`;
  return tillId === null ? `gateway:${gateway}` : 'bank';
}
