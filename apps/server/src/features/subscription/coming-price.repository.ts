import type { Kobo } from '@portal/kernel/money';
import { and, eq, ne } from 'drizzle-orm';
import { comingPrice } from '../../database/coming-month.ts';
import type { Queryable } from '../../database/connection.ts';
import { servicePlans } from '../../database/schema/plan.ts';
import { userSubscriptions } from '../../database/schema/subscription.ts';

/** What a customer's coming month of a plan costs where their line has an open invoice for it that asks for less than the catalogue; else the catalogue's price, null without a line. */
export async function findComingPrice(
  queryable: Queryable,
  wanted: { readonly userId: number; readonly planId: string },
): Promise<Kobo | null> {
  const [row] = await queryable
    .select({ price: comingPrice })
    .from(userSubscriptions)
    .innerJoin(servicePlans, eq(servicePlans.id, wanted.planId))
    .where(and(eq(userSubscriptions.userId, wanted.userId), ne(userSubscriptions.status, 'cancelled')));
  return row?.price ?? null;
}
