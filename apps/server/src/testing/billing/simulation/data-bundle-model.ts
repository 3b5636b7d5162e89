import { withVat } from '../with-vat.ts';
import type { AccountModel } from './billing-simulation-model.ts';

/** The price of a data bundle after credit, and the credit used; null where none can be bought. */
export function buyData(
  account: AccountModel,
  bundle: { readonly price: number },
  now: Date,
): { readonly amount: number } | null {
  if (account.status !== 'active' || account.end <= now || !account.plan.hasLimit) return null;
  const price = withVat(account, bundle.price);
  const creditUsed = Math.min(account.rewards.credit, price);
  account.rewards.credit -= creditUsed;
  account.data.push(creditUsed);
  return { amount: price - creditUsed };
}

/** Refunds the last data bundle and the credit that was used for it: no data is used here. */
export function refundData(account: AccountModel): void {
  account.rewards.credit += account.data.pop() ?? 0;
}
