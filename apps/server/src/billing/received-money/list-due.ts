import type { Queryable } from '../../platform/database/connection.ts';
import { listOpenCharges } from '../charges/charge.repository.ts';
import type { Wish } from '../payments/product.port.ts';
import { findMonth } from './find-month.ts';

/** Something that a customer has to pay now. */
export type Due = { readonly lineId: number; readonly wish: Wish };

/** Whose, and of which lines: the first is that of charges. `planId`: see `findMonth`. */
export type DueOf = {
  readonly userId: number;
  readonly lineIds: readonly [number, ...number[]];
  readonly planId: string | null;
};

/** What a customer has to pay now, oldest first: open charges, and the months of the lines that are due. */
export async function listDue(queryable: Queryable, { userId, lineIds, planId }: DueOf, now: Date): Promise<Due[]> {
  const [firstLineId] = lineIds;
  const due: (Due & { readonly dueAt: Date })[] = [];
  for (const { charge, invoice } of await listOpenCharges(queryable, userId)) {
    const wish = { planId: '', purpose: 'period' as const, chargeId: charge.id };
    due.push({ lineId: firstLineId, wish, dueAt: invoice.dueAt });
  }
  for (const lineId of lineIds) {
    const month = await findMonth(queryable, { lineId, planId, now });
    const wish = { planId: month?.planId ?? '', purpose: 'period' as const };
    if (month?.isDue) due.push({ lineId, wish, dueAt: month.invoice?.dueAt ?? now });
  }
  return due.sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime()).map(({ lineId, wish }) => ({ lineId, wish }));
}
