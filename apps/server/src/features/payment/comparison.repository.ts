import { eq, lte } from 'drizzle-orm';
import type { Queryable } from '../../database/connection.ts';
import { gatewayComparisons } from '../../database/schema/payment.ts';

/** Takes the gateway's next comparison when it is due; false when it is not, or another instance has taken it. */
export async function claimComparison(
  queryable: Queryable,
  claim: { readonly gateway: string; readonly now: Date; readonly nextAt: Date },
): Promise<boolean> {
  const claimed = await queryable
    .insert(gatewayComparisons)
    .values({ gateway: claim.gateway, nextAt: claim.nextAt })
    .onConflictDoUpdate({
      target: gatewayComparisons.gateway,
      set: { nextAt: claim.nextAt },
      setWhere: lte(gatewayComparisons.nextAt, claim.now),
    })
    .returning({ gateway: gatewayComparisons.gateway });
  return claimed.length === 1;
}

export async function findComparedUntil(queryable: Queryable, gateway: string): Promise<Date | null> {
  const [row] = await queryable.select().from(gatewayComparisons).where(eq(gatewayComparisons.gateway, gateway));
  return row?.comparedUntil ?? null;
}

export async function markCompared(queryable: Queryable, gateway: string, comparedUntil: Date): Promise<void> {
  await queryable.update(gatewayComparisons).set({ comparedUntil }).where(eq(gatewayComparisons.gateway, gateway));
}
