import type { Kobo } from '@portal/kernel/money';
import { and, asc, count, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { gatewayDiscrepancies } from '../../platform/database/schema/billing/gateway-discrepancy.ts';

export type DiscrepancyRow = typeof gatewayDiscrepancies.$inferSelect;

/**
 * What a gateway says beside what we say of one payment; null where one side has no such payment.
 */
export type FoundDiscrepancy = Pick<DiscrepancyRow, 'reference' | 'kind' | 'gatewayStatus'> & {
  readonly ledgerAmount: Kobo | null;
  readonly gatewayAmount: Kobo | null;
};

/**
 * Keeps what was found, each once, and returns the references of what is new. What staff have
 * closed stays closed while the gateway says the same, and is open again once it says something
 * else.
 */
export async function saveDiscrepancies(
  queryable: Queryable,
  gateway: string,
  found: readonly FoundDiscrepancy[],
  foundAt: Date,
): Promise<string[]> {
  if (found.length === 0) return [];
  const { gatewayAmount, gatewayStatus } = gatewayDiscrepancies;
  const changed = await queryable
    .insert(gatewayDiscrepancies)
    .values(found.map((discrepancy) => ({ ...discrepancy, gateway, foundAt })))
    .onConflictDoUpdate({
      target: [gatewayDiscrepancies.gateway, gatewayDiscrepancies.reference, gatewayDiscrepancies.kind],
      set: {
        ledgerAmount: sql`excluded.ledger_amount`,
        gatewayAmount: sql`excluded.gateway_amount`,
        gatewayStatus: sql`excluded.gateway_status`,
        foundAt: sql`excluded.found_at`,
        closedAt: null,
        closedBy: null,
        closeReason: null,
      },
      setWhere: sql`(${gatewayAmount}, ${gatewayStatus}) is distinct from (excluded.gateway_amount, excluded.gateway_status)`,
    })
    .returning({ reference: gatewayDiscrepancies.reference });
  return changed.map(({ reference }) => reference);
}

/** Closes what has come right without staff: nobody has to look at it any more. */
export async function closeCleared(
  queryable: Queryable,
  cleared: Pick<DiscrepancyRow, 'gateway' | 'kind'> & {
    readonly references: readonly string[];
    readonly closeReason: string;
  },
  now: Date,
): Promise<void> {
  if (cleared.references.length === 0) return;
  await queryable
    .update(gatewayDiscrepancies)
    .set({ closedAt: now, closeReason: cleared.closeReason })
    .where(
      and(
        eq(gatewayDiscrepancies.gateway, cleared.gateway),
        eq(gatewayDiscrepancies.kind, cleared.kind),
        inArray(gatewayDiscrepancies.reference, [...cleared.references]),
        isNull(gatewayDiscrepancies.closedAt),
      ),
    );
}

/** More than staff see on one screen; the next ones follow as they are closed. */
const MOST_OPEN = 300;

/** What staff have not closed, the oldest 300 at most, oldest first. */
export async function listOpenDiscrepancies(queryable: Queryable): Promise<DiscrepancyRow[]> {
  return queryable
    .select()
    .from(gatewayDiscrepancies)
    .where(isNull(gatewayDiscrepancies.closedAt))
    .orderBy(asc(gatewayDiscrepancies.id))
    .limit(MOST_OPEN);
}

/** How many staff have not closed. */
export async function countOpenDiscrepancies(queryable: Queryable): Promise<number> {
  const [row] = await queryable
    .select({ count: count() })
    .from(gatewayDiscrepancies)
    .where(isNull(gatewayDiscrepancies.closedAt));
  return row?.count ?? 0;
}

/** What is known of these payments under one kind, open or closed. */
export async function listDiscrepanciesOf(
  queryable: Queryable,
  wanted: Pick<DiscrepancyRow, 'gateway' | 'kind'> & { readonly references: readonly string[] },
): Promise<DiscrepancyRow[]> {
  if (wanted.references.length === 0) return [];
  return queryable
    .select()
    .from(gatewayDiscrepancies)
    .where(
      and(
        eq(gatewayDiscrepancies.gateway, wanted.gateway),
        eq(gatewayDiscrepancies.kind, wanted.kind),
        inArray(gatewayDiscrepancies.reference, [...wanted.references]),
      ),
    );
}

/** One that staff have not closed; null when there is none under this number. */
export async function findOpenDiscrepancy(queryable: Queryable, id: number): Promise<DiscrepancyRow | null> {
  const [row] = await queryable
    .select()
    .from(gatewayDiscrepancies)
    .where(and(eq(gatewayDiscrepancies.id, id), isNull(gatewayDiscrepancies.closedAt)));
  return row ?? null;
}

/** Closes an open one; null when there is none under this number. */
export async function closeDiscrepancy(
  tx: Transaction,
  id: number,
  change: { readonly closedAt: Date; readonly closedBy: number; readonly closeReason: string },
): Promise<DiscrepancyRow | null> {
  const [row] = await tx
    .update(gatewayDiscrepancies)
    .set(change)
    .where(and(eq(gatewayDiscrepancies.id, id), isNull(gatewayDiscrepancies.closedAt)))
    .returning();
  return row ?? null;
}
