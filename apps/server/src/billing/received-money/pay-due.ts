import type { Transaction } from '../../platform/database/connection.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { payPriced } from '../credit/pay-with-credit.ts';
import { kindOfWish } from '../payments/payment.policy.ts';
import type { EventSource } from '../payments/payment.repository.ts';
import type { Priced } from '../payments/product.port.ts';
import { type Due, type DueOf, listDue } from './list-due.ts';

export type Payer = { readonly userId: number; readonly email: string; readonly source: EventSource };

/** Pays what credit covers whole, oldest first; returns what is still due. */
export async function payFromCredit(
  deps: BillingDependencies,
  tx: Transaction,
  { userId, email, source }: Payer,
  due: readonly Due[],
  now: Date,
): Promise<Due[]> {
  const left: Due[] = [];
  for (const each of due) {
    const priced = await priceDue(deps, tx, userId, each, now);
    if (priced.quote.totalKobo > 0) {
      left.push(each);
      continue;
    }
    const paid = await payPriced(deps, tx, { ...priced, userId, email }, now, source);
    if (!paid) throw new Error(`the credit of customer ${userId} moved while it was locked`);
  }
  return left;
}

/** What the customer would pay for it now, after their credit. */
export function priceDue(
  deps: BillingDependencies,
  tx: Transaction,
  userId: number,
  { lineId, wish }: Due,
  now: Date,
): Promise<Priced> {
  return deps.products[kindOfWish(wish)].quote(deps, tx, { ...wish, userId, lineId, now });
}

/** Pays what is due from credit, as received money does, after `queueUp`. */
export async function payDue(
  deps: BillingDependencies,
  tx: Transaction,
  payer: Payer & DueOf,
  now: Date,
): Promise<void> {
  await payFromCredit(deps, tx, payer, await listDue(tx, payer, now), now);
}
