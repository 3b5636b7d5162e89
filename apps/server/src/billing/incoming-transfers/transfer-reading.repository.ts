import { eq, lte } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { transferReadings } from '../../platform/database/schema/billing/virtual-account.ts';

/** Takes a provider's next reading when it is due; false when it is not, or another instance has taken it. */
export async function claimReading(
  queryable: Queryable,
  claim: { readonly provider: string; readonly now: Date; readonly until: Date },
): Promise<boolean> {
  const claimed = await queryable
    .insert(transferReadings)
    .values({ provider: claim.provider, nextAt: claim.until })
    .onConflictDoUpdate({
      target: transferReadings.provider,
      set: { nextAt: claim.until },
      setWhere: lte(transferReadings.nextAt, claim.now),
    })
    .returning({ provider: transferReadings.provider });
  return claimed.length === 1;
}

export async function findReading(queryable: Queryable, provider: string) {
  const [row] = await queryable.select().from(transferReadings).where(eq(transferReadings.provider, provider));
  return row ?? null;
}

export async function endReading(
  queryable: Queryable,
  {
    provider,
    ...change
  }: { readonly provider: string; readonly nextAt: Date } & Partial<
    Pick<typeof transferReadings.$inferInsert, 'readUntil' | 'day' | 'found'>
  >,
): Promise<void> {
  await queryable.update(transferReadings).set(change).where(eq(transferReadings.provider, provider));
}
