import { and, eq, inArray, isNull, lte, notExists, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { gatewayDiscrepancies } from '../../platform/database/schema/billing/gateway-discrepancy.ts';
import { ledgerEntries } from '../../platform/database/schema/billing/ledger.ts';
import { gatewayReconciliations, payments, refunds } from '../../platform/database/schema/billing/payment.ts';
import type { PaymentRow } from '../payments/payment.repository.ts';

/**
 * Takes the gateway's next reconciliation when it is due; false when it is not, or another instance
 * has taken it.
 */
export async function claimReconciliation(
  queryable: Queryable,
  claim: { readonly gateway: string; readonly now: Date; readonly nextAt: Date },
): Promise<boolean> {
  const claimed = await queryable
    .insert(gatewayReconciliations)
    .values({ gateway: claim.gateway, nextAt: claim.nextAt })
    .onConflictDoUpdate({
      target: gatewayReconciliations.gateway,
      set: { nextAt: claim.nextAt },
      setWhere: lte(gatewayReconciliations.nextAt, claim.now),
    })
    .returning({ gateway: gatewayReconciliations.gateway });
  return claimed.length === 1;
}

export async function findReconciledUntil(queryable: Queryable, gateway: string): Promise<Date | null> {
  const [row] = await queryable
    .select()
    .from(gatewayReconciliations)
    .where(eq(gatewayReconciliations.gateway, gateway));
  return row?.reconciledUntil ?? null;
}

export async function markReconciled(
  queryable: Queryable,
  { gateway, settled }: { readonly gateway: string; readonly settled: readonly string[] },
  reconciledUntil: Date | null,
): Promise<void> {
  await queryable
    .update(gatewayReconciliations)
    .set({ reconciledUntil, settled: [...settled] })
    .where(eq(gatewayReconciliations.gateway, gateway));
}

/**
 * Our successes under these numbers of a gateway's, without those that a refund of ours is sending
 * back.
 */
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
 * The last reconciliation with each gateway, and what our ledger says has come in and gone back
 * through it since a moment, without what it paid out. A gateway with a discrepancy is among them before it was ever
 * compared: a webhook may have told of that.
 */
export async function listReconciliations(queryable: Queryable, since: Date) {
  const known = queryable
    .select({ gateway: gatewayReconciliations.gateway })
    .from(gatewayReconciliations)
    .union(
      queryable
        .select({ gateway: gatewayDiscrepancies.gateway })
        .from(gatewayDiscrepancies)
        .where(isNull(gatewayDiscrepancies.closedAt)),
    )
    .as('known');
  const entries = sql`from ${ledgerEntries} e where e.account = 'gateway:' || ${known.gateway} and e.created_at >= ${since.toISOString()}::timestamptz
    and e.payment_id is not null`;
  return queryable
    .select({
      gateway: known.gateway,
      reconciledUntil: gatewayReconciliations.reconciledUntil,
      settled: gatewayReconciliations.settled,
      received: sql<string>`(select coalesce(sum(e.amount), 0) ${entries} and e.amount > 0)`,
      returned: sql<string>`(select coalesce(-sum(e.amount), 0) ${entries} and e.amount < 0)`,
    })
    .from(known)
    .leftJoin(gatewayReconciliations, eq(gatewayReconciliations.gateway, known.gateway))
    .orderBy(known.gateway);
}
