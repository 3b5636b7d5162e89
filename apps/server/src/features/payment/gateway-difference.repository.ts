import type { Kobo } from '@portal/kernel/money';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../database/connection.ts';
import { gatewayDifferences } from '../../database/schema/gateway-difference.ts';

export type DifferenceRow = typeof gatewayDifferences.$inferSelect;

/** What a gateway says beside what we say of one payment; null where one side has no such payment. */
export type FoundDifference = Pick<DifferenceRow, 'reference' | 'kind' | 'theirStatus'> & {
  readonly ours: Kobo | null;
  readonly theirs: Kobo | null;
};

/** Keeps what was found, each once. What staff have closed stays closed while the gateway says the same, and is open again once it says something else. */
export async function keepDifferences(
  queryable: Queryable,
  gateway: string,
  found: readonly FoundDifference[],
  foundAt: Date,
): Promise<void> {
  if (found.length === 0) return;
  const { theirs, theirStatus } = gatewayDifferences;
  await queryable
    .insert(gatewayDifferences)
    .values(found.map((difference) => ({ ...difference, gateway, foundAt })))
    .onConflictDoUpdate({
      target: [gatewayDifferences.gateway, gatewayDifferences.reference, gatewayDifferences.kind],
      set: {
        ...{ ours: sql`excluded.ours`, theirs: sql`excluded.theirs`, theirStatus: sql`excluded.their_status` },
        ...{ foundAt: sql`excluded.found_at`, closedAt: null, closedBy: null, closeReason: null },
      },
      setWhere: sql`(${theirs}, ${theirStatus}) is distinct from (excluded.theirs, excluded.their_status)`,
    });
}

/** Closes what was paid at the gateway and is settled here by now: nobody has to look at it any more. */
export async function closeSettled(queryable: Queryable, gateway: string, references: readonly string[], now: Date) {
  if (references.length === 0) return;
  await queryable
    .update(gatewayDifferences)
    .set({ closedAt: now, closeReason: 'Settled since' })
    .where(
      and(
        eq(gatewayDifferences.gateway, gateway),
        eq(gatewayDifferences.kind, 'not-settled'),
        inArray(gatewayDifferences.reference, [...references]),
        isNull(gatewayDifferences.closedAt),
      ),
    );
}

/** What staff have not closed, the oldest first. */
export async function listOpenDifferences(queryable: Queryable): Promise<DifferenceRow[]> {
  return queryable
    .select()
    .from(gatewayDifferences)
    .where(isNull(gatewayDifferences.closedAt))
    .orderBy(asc(gatewayDifferences.id));
}

/** Closes an open one; null when there is none under this number. */
export async function closeDifference(
  tx: Transaction,
  id: number,
  change: { readonly closedAt: Date; readonly closedBy: number; readonly closeReason: string },
): Promise<DifferenceRow | null> {
  const [row] = await tx
    .update(gatewayDifferences)
    .set(change)
    .where(and(eq(gatewayDifferences.id, id), isNull(gatewayDifferences.closedAt)))
    .returning();
  return row ?? null;
}
