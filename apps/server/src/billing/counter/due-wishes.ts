import type { Queryable } from '../../platform/database/connection.ts';
import { listOpenCharges } from '../charges/charge.repository.ts';
import type { Wish } from '../payments/product.port.ts';
import type { CounterMonth } from './find-month.ts';

/** The upcoming month as something to pay for. */
function monthWish({ planId }: CounterMonth): Wish {
  return { planId, purpose: 'period' };
}

/** What a customer has to pay now, oldest first: open charges, and the month if it is due. */
export async function listDueWishes(
  queryable: Queryable,
  userId: number,
  month: CounterMonth | null,
  now: Date,
): Promise<Wish[]> {
  const charges = await listOpenCharges(queryable, userId);
  const due = charges.map(({ charge, invoice }) => {
    const wish: Wish = { planId: month?.planId ?? '', purpose: 'period', chargeId: charge.id };
    return { dueAt: invoice.dueAt, wish };
  });
  if (month?.isDue) due.push({ dueAt: month.invoice?.dueAt ?? now, wish: monthWish(month) });
  return due.sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime()).map(({ wish }) => wish);
}
