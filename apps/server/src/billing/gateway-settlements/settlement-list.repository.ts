import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import {
  gatewaySettlementItems as items,
  gatewaySettlements as settlements,
} from '../../platform/database/schema/billing/gateway-settlement.ts';
import { payments } from '../../platform/database/schema/billing/payment.ts';
import type { SettlementRow } from './settlement.repository.ts';

export type SettlementFilter = {
  readonly gateway: string | null;
  readonly status: SettlementRow['status'] | null;
  readonly hasFindings: boolean;
  /** The page after the settlement with this id. */
  readonly after: string | null;
  readonly limit: number;
};

const openFindings = sql<number>`(select count(*)::int from gateway_settlement_findings f
  where f.settlement = gateway_settlements.id and f.resolved_at is null)`;
/** Newest day first. */
export async function listSettlementRows(queryable: Queryable, filter: SettlementFilter) {
  const { gateway, status, hasFindings, after, limit } = filter;
  return queryable
    .select({ settlement: settlements, findings: openFindings })
    .from(settlements)
    .where(
      and(
        gateway === null ? undefined : eq(settlements.gateway, gateway),
        status === null ? undefined : eq(settlements.status, status),
        hasFindings
          ? sql`${settlements.id} in (select settlement from gateway_settlement_findings where resolved_at is null)`
          : undefined,
        after === null
          ? undefined
          : sql`(${settlements.settledOn}, ${settlements.id}) < (select s.settled_on, s.id from gateway_settlements s where s.id = ${after})`,
      ),
    )
    .orderBy(desc(settlements.settledOn), desc(settlements.id))
    .limit(limit);
}

export async function findSettlementRow(queryable: Queryable, id: string) {
  const [row] = await queryable
    .select({ settlement: settlements, findings: openFindings })
    .from(settlements)
    .where(eq(settlements.id, id));
  return row ?? null;
}

/** What is in a settlement, refunds and chargebacks first, those after an item when it is given. */
export async function listItemRows(
  queryable: Queryable,
  { settlement, after, limit }: { readonly settlement: string; readonly after: string | null; readonly limit: number },
) {
  return queryable
    .select({ item: items, ours: payments.reference })
    .from(items)
    .leftJoin(payments, eq(payments.id, items.paymentId))
    .where(
      and(
        eq(items.settlement, settlement),
        after === null
          ? undefined
          : sql`(${items.kind}, ${items.vendorReference}) > (select kind, vendor_reference from gateway_settlement_items where id = ${after})`,
      ),
    )
    .orderBy(items.kind, items.vendorReference)
    .limit(limit);
}

/** The day of the first settlement of a gateway; null before there is one. */
export async function findFirstDay(queryable: Queryable, gateway: string): Promise<string | null> {
  const [row] = await queryable
    .select({ day: sql<string | null>`min(${settlements.settledOn})::text` })
    .from(settlements)
    .where(eq(settlements.gateway, gateway));
  return row?.day ?? null;
}

/** Which of these ids of a gateway are booked. */
export async function listBookedIds(queryable: Queryable, gateway: string, ids: readonly string[]): Promise<string[]> {
  const rows = await queryable
    .select({ settlementId: settlements.settlementId })
    .from(settlements)
    .where(
      and(
        eq(settlements.gateway, gateway),
        isNotNull(settlements.bookedAt),
        sql`${settlements.settlementId} = any(${sql.param([...ids])}::text[])`,
      ),
    );
  return rows.map(({ settlementId }) => settlementId);
}
