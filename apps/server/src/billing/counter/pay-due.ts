import type { Transaction } from '../../platform/database/connection.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { payPriced } from '../credit/pay-with-credit.ts';
import { kindOfWish } from '../payments/payment.policy.ts';
import type { Priced, Wish } from '../payments/product.port.ts';
import { listDueWishes } from './due-wishes.ts';
import { findMonth } from './find-month.ts';

export type Payer = { readonly userId: number; readonly lineId: number; readonly email: string };

/** Pays what credit covers whole, oldest first; returns what is still due. */
export async function payFromCredit(
  deps: BillingDependencies,
  tx: Transaction,
  payer: Payer,
  due: readonly Wish[],
  now: Date,
): Promise<Wish[]> {
  const left: Wish[] = [];
  for (const wish of due) {
    const priced = await priceWish(deps, tx, wish, payer, now);
    if (priced.quote.totalKobo > 0) {
      left.push(wish);
      continue;
    }
    const paid = await payPriced(deps, tx, { ...priced, ...payer }, now, 'staff');
    if (!paid) throw new Error(`the credit of customer ${payer.userId} moved while it was locked`);
  }
  return left;
}

/** What the payer would pay for it now, after their credit. */
export function priceWish(
  deps: BillingDependencies,
  tx: Transaction,
  wish: Wish,
  { userId, lineId }: Pick<Payer, 'userId' | 'lineId'>,
  now: Date,
): Promise<Priced> {
  return deps.products[kindOfWish(wish)].quote(deps, tx, { ...wish, userId, lineId, now });
}

/** Pays what is due from credit, as money at the counter does, after `queueUp`. */
export async function payDue(
  deps: BillingDependencies,
  tx: Transaction,
  { planId, ...payer }: Payer & { readonly planId: string | null },
  now: Date,
): Promise<void> {
  const { userId, lineId } = payer;
  const month = await findMonth(tx, { lineId, planId, now });
  await payFromCredit(deps, tx, payer, await listDueWishes(tx, userId, month, now), now);
}
