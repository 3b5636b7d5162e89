import { type LifeModel, withVat } from './billing-life-model.ts';

/** What is left to pay for extra data, and how much credit goes into them; null where none can be had. */
export function buyData(
  life: LifeModel,
  bundle: { readonly price: number },
  now: Date,
): { readonly amount: number } | null {
  if (life.status !== 'active' || life.end <= now || !life.plan.hasLimit) return null;
  const price = withVat(life, bundle.price);
  const creditUsed = Math.min(life.rewards.credit, price);
  life.rewards.credit -= creditUsed;
  life.data.push(creditUsed);
  return { amount: price - creditUsed };
}

/** Sends the money of the last extra data back, and with it the credit that went into them: nobody uses any here. */
export function refundData(life: LifeModel): void {
  life.rewards.credit += life.data.pop() ?? 0;
}
