import type { Kobo } from '@portal/kernel/money';
import type { Queryable } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { selectPlanFor } from './plan-for-sale.repository.ts';
import { findUpcomingPrice } from './upcoming-price.repository.ts';

/** What payments need to know of a plan. */
export type PlanForSale = { readonly id: string; readonly name: string; readonly priceKobo: Kobo };

/**
 * The plan that this customer can pay for: one on offer, or their own although it is retired; null
 * otherwise, also for an id that is none. At the price that they were told for the coming month,
 * where an invoice of it is open.
 */
export async function findPlanForSale(
  queryable: Queryable,
  order: { readonly planId: string; readonly userId: number },
): Promise<PlanForSale | null> {
  const plan = isUuid(order.planId) ? await selectPlanFor(queryable, order) : null;
  return plan && { ...plan, priceKobo: (await findUpcomingPrice(queryable, order)) ?? plan.priceKobo };
}
