import type { VatRate } from '@portal/kernel/billing/vat';
import type { Kobo } from '@portal/kernel/money';
import type { Queryable } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { selectPlanFor } from './plan-for-sale.repository.ts';
import type { Addon } from './quote.policy.ts';
import { findUpcoming } from './upcoming-price.repository.ts';

/** The fields of a plan that payments need. */
export type PlanForSale = {
  readonly id: string;
  readonly name: string;
  readonly priceKobo: Kobo;
  /** Of the upcoming month's open invoice, which keeps its rate; null or absent where there is none. */
  readonly issuedVatRate?: VatRate | null;
  /** What the line has beside it and pays with its next month; absent where there is no line yet. */
  readonly addons?: readonly Addon[];
};

/**
 * The plan that this customer can pay for: one on sale, or their own although it is retired; null
 * otherwise, also for an invalid id. At the price of the upcoming month's open invoice, where there
 * is one.
 */
export async function findPlanForSale(
  queryable: Queryable,
  order: { readonly planId: string; readonly lineId: number },
): Promise<PlanForSale | null> {
  const plan = isUuid(order.planId) ? await selectPlanFor(queryable, order) : null;
  return plan && { ...plan, ...(await findUpcoming(queryable, order)) };
}
