import { eq, lte, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connection.ts';
import { gatewayComparisons, ledgerEntries } from '../../database/schema/payment.ts';

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

export async function markCompared(
  queryable: Queryable,
  { gateway, settled }: { readonly gateway: string; readonly settled: readonly string[] },
  comparedUntil: Date,
): Promise<void> {
  await queryable
    .update(gatewayComparisons)
    .set({ comparedUntil, settled: [...settled] })
    .where(eq(gatewayComparisons.gateway, gateway));
}

/** The last comparison with each gateway, and what our books say has come in and gone back through it since a moment. */
export async function listComparisons(queryable: Queryable, since: Date) {
  return queryable
    .select({
      gateway: gatewayComparisons.gateway,
      comparedUntil: gatewayComparisons.comparedUntil,
      settled: gatewayComparisons.settled,
      received: sql<string>`coalesce((select sum(e.amount) from ${ledgerEntries} e where e.account = 'gateway:' || ${gatewayComparisons.gateway} and e.amount > 0 and e.created_at >= ${since.toISOString()}::timestamptz), 0)`,
      returned: sql<string>`coalesce((select -sum(e.amount) from ${ledgerEntries} e where e.account = 'gateway:' || ${gatewayComparisons.gateway} and e.amount < 0 and e.created_at >= ${since.toISOString()}::timestamptz), 0)`,
    })
    .from(gatewayComparisons)
    .orderBy(gatewayComparisons.gateway);
}
