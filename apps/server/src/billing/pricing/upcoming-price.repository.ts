import { and, eq, ne } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import { servicePlans } from '../../platform/database/schema/catalogue/plan.ts';
import { upcomingAddons, upcomingPrice, upcomingVatRate } from './upcoming-month.repository.ts';

/**
 * The price of a customer's upcoming month of a plan where their subscription has an open invoice for
 * it below the catalogue's price, else the catalogue's price, with the rate of VAT of that invoice
 * and the add-ons of the line; null without a subscription.
 */
export async function findUpcoming(queryable: Queryable, wanted: { readonly lineId: number; readonly planId: string }) {
  const [row] = await queryable
    .select({ priceKobo: upcomingPrice, issuedVatRate: upcomingVatRate, addons: upcomingAddons })
    .from(userSubscriptions)
    .innerJoin(servicePlans, eq(servicePlans.id, wanted.planId))
    .where(and(eq(userSubscriptions.lineId, wanted.lineId), ne(userSubscriptions.status, 'cancelled')));
  return row ?? null;
}
