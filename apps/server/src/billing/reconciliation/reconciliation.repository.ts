import { and, eq, inArray, isNull, lte, notExists, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { gatewayDifferences } from '../../platform/database/schema/billing/gateway-discrepancy.ts';
import {
  gatewayComparisons,
  ledgerEntries,
  payments,
  refunds,
} from '../../platform/database/schema/billing/payment.ts';
import type { PaymentRow } from '../payments/payment.repository.ts';

/** Takes the gateway's next comparison when it is due; false when it is not, or another instance has taken it. */
export async function claimReconciliation(
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
  comparedUntil: Date | null,
): Promise<void> {
  await queryable
    .update(gatewayComparisons)
    .set({ comparedUntil, settled: [...settled] })
    .where(eq(gatewayComparisons.gateway, gateway));
}

/** Our successes under these numbers of a gateway's, without those that a refund of ours is sending back. */
export async function listPaidByTransaction(
  queryable: Queryable,
  gateway: string,
  transactions: readonly string[],
): Promise<PaymentRow[]> {
  if (transactions.length === 0) return [];
  const ours = queryable
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.paymentId, payments.id), inArray(refunds.status, ['requested', 'pending', 'done'])));
  return queryable
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.gateway, gateway),
        eq(payments.status, 'successful'),
        inArray(payments.gatewayReference, [...transactions]),
        notExists(ours),
      ),
    );
}

/**
 * The last comparison with each gateway, and what our books say has come in and gone back through it since a moment. A gateway with a difference is among them before it was ever compared: a notice may have
 * told of that.
 */
export async function listReconciliations(queryable: Queryable, since: Date) {
  const known = queryable
    .select({ gateway: gatewayComparisons.gateway })
    .from(gatewayComparisons)
    .union(
      queryable
        .select({ gateway: gatewayDifferences.gateway })
        .from(gatewayDifferences)
        .where(isNull(gatewayDifferences.closedAt)),
    )
    .as('known');
  const entries = sql`from ${ledgerEntries} e where e.account = 'gateway:' || ${known.gateway} and e.created_at >= ${since.toISOString()}::timestamptz`;
  return queryable
    .select({
      gateway: known.gateway,
      comparedUntil: gatewayComparisons.comparedUntil,
      settled: gatewayComparisons.settled,
      received: sql<string>`(select coalesce(sum(e.amount), 0) ${entries} and e.amount > 0)`,
      returned: sql<string>`(select coalesce(-sum(e.amount), 0) ${entries} and e.amount < 0)`,
    })
    .from(known)
    .leftJoin(gatewayComparisons, eq(gatewayComparisons.gateway, known.gateway))
    .orderBy(known.gateway);
}
