import type { Kobo } from '@portal/kernel/money';
import { and, eq, ne } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import { servicePlans } from '../../platform/database/schema/catalogue/plan.ts';
import { upcomingPrice } from './upcoming-month.repository.ts';

/**
 * The price of a customer's coming month of a plan where their subscription has an open invoice for
 * it below the catalogue's price; else the catalogue's price, null without a subscription.
 */
export async function findUpcomingPrice(
  queryable: Queryable,
  wanted: { readonly lineId: number; readonly planId: string },
): Promise<Kobo | null> {
  const [row] = await queryable
    .select({ price: upcomingPrice })
    .from(userSubscriptions)
    .innerJoin(servicePlans, eq(servicePlans.id, wanted.planId))
    .where(and(eq(userSubscriptions.lineId, wanted.lineId), ne(userSubscriptions.status, 'cancelled')));
  return row?.price ?? null;
}
