import { type AccountModel, withVat } from './billing-simulation-model.ts';

/** What is left to pay for extra data, and how much credit goes into them; null where none can be had. */
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

/** Sends the money of the last extra data back, and with it the credit that went into them: nobody uses any here. */
export function refundData(account: AccountModel): void {
  account.rewards.credit += account.data.pop() ?? 0;
}
