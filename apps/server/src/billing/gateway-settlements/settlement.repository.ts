import { type Kobo, koboFromDecimal, toKobo } from '@portal/kernel/money';
import { and, desc, eq, inArray, isNotNull, isNull, lte, ne, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import {
  gatewaySettlementItems as items,
  gatewaySettlements as settlements,
} from '../../platform/database/schema/billing/gateway-settlement.ts';
import { payments } from '../../platform/database/schema/billing/payment.ts';
import { incomingTransfers } from '../../platform/database/schema/billing/virtual-account.ts';
import type { JudgedItem, KnownPayment } from './settlement.policy.ts';

export type SettlementRow = typeof settlements.$inferSelect;
export type NewSettlement = typeof settlements.$inferInsert;

const ITEMS_AT_ONCE = 1000;
const HAS_MONEY = ['successful', 'refunded', 'disputed'] as const;

export async function findSettlementOf(
  queryable: Queryable,
  gateway: string,
  settlementId: string,
): Promise<SettlementRow | null> {
  const [row] = await queryable
    .select()
    .from(settlements)
    .where(and(eq(settlements.gateway, gateway), eq(settlements.settlementId, settlementId)));
  return row ?? null;
}

/** Keeps what the gateway says of a settlement that is not booked. */
export async function saveSettlement(tx: Transaction, settlement: NewSettlement): Promise<SettlementRow> {
  const { createdAt: _created, gateway: _gateway, settlementId: _id, ...said } = settlement;
  const [row] = await tx
    .insert(settlements)
    .values(settlement)
    .onConflictDoUpdate({
      target: [settlements.gateway, settlements.settlementId],
      set: said,
      setWhere: isNull(settlements.bookedAt),
    })
    .returning();
  if (!row) throw new Error(`the settlement ${settlement.settlementId} is booked already`);
  return row;
}

export async function updateSettlement(
  tx: Transaction,
  id: string,
  change: Partial<Pick<SettlementRow, 'readAt' | 'itemsReadAt' | 'suspense'>>,
): Promise<void> {
  await tx.update(settlements).set(change).where(eq(settlements.id, id));
}

/** Marks it as booked with its sums; false when it was before. */
export async function markBooked(tx: Transaction, id: string, change: Partial<SettlementRow>): Promise<boolean> {
  const marked = await tx
    .update(settlements)
    .set(change)
    .where(and(eq(settlements.id, id), isNull(settlements.bookedAt)))
    .returning({ id: settlements.id });
  return marked.length === 1;
}

export async function insertItems(tx: Transaction, settlement: string, rows: readonly JudgedItem[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ITEMS_AT_ONCE) {
    await tx.insert(items).values(rows.slice(from, from + ITEMS_AT_ONCE).map((row) => ({ ...row, settlement })));
  }
}

/** How many payments a settlement holds, and their sum. */
export async function sumPayments(queryable: Queryable, settlement: string) {
  const [row] = await queryable
    .select({ count: sql<number>`count(*)::int`, amount: sql<string>`coalesce(sum(${items.amount}), 0)` })
    .from(items)
    .where(and(eq(items.settlement, settlement), eq(items.kind, 'payment')));
  return { count: row?.count ?? 0, amountKobo: koboFromDecimal(row?.amount ?? '0') };
}

type Named = {
  readonly gateway: string;
  readonly references: readonly string[];
  /** The vendor’s ids of payments. */
  readonly transactions: readonly string[];
};

/** Our payments by reference or by the vendor’s id, each with what settlements have of it already. */
export async function listKnownPayments(queryable: Queryable, named: Named): Promise<KnownPayment[]> {
  const { gateway, references, transactions } = named;
  const text = (values: readonly string[]) => sql`any(${sql.param([...values])}::text[])`;
  const { rows } = await queryable.execute<{
    id: string;
    reference: string;
    gateway_reference: string | null;
    status: string;
    ours: string;
    charged: string | null;
    settled_in: string | null;
    is_deducted: boolean;
    returned: string;
  }>(sql`
    select p.id, p.reference, p.gateway_reference, p.status, coalesce(p.received, p.amount) as ours,
      (select e.details ->> 'chargedKobo' from payment_events e
        where e.payment_id = p.id and e.kind = 'confirmed' order by e.id desc limit 1) as charged,
      (select s.settlement_id from gateway_settlement_items i join gateway_settlements s on s.id = i.settlement
        where i.payment_id = p.id and i.kind = 'payment') as settled_in,
      exists (select from gateway_settlement_items i where i.payment_id = p.id and i.kind <> 'payment') as is_deducted,
      coalesce((select -sum(l.amount) from ledger_entries l
        where l.payment_id = p.id and l.account = 'gateway:' || p.gateway and l.amount < 0), 0) as returned
    from payments p
    where p.gateway = ${gateway} and (p.reference = ${text(references)} or p.gateway_reference = ${text(transactions)})`);
  return rows.map((row) => ({
    id: row.id,
    reference: row.reference,
    gatewayReference: row.gateway_reference,
    status: row.status,
    oursKobo: koboFromDecimal(row.ours),
    chargedKobo: row.charged === null ? null : toKobo(Number(row.charged)),
    settledIn: row.settled_in,
    isDeducted: row.is_deducted,
    returnedKobo: koboFromDecimal(row.returned),
  }));
}

/**
 * The only payment of a gateway with this sum that went back in this way, and that no settlement has taken
 * off; null where there is none, or more than one.
 */
export async function findReturned(
  queryable: Queryable,
  wanted: {
    readonly gateway: string;
    readonly status: 'refunded' | 'disputed';
    readonly amount: Kobo;
    readonly since: Date;
  },
): Promise<{ readonly reference: string; readonly gatewayReference: string | null } | null> {
  const { gateway, status, amount, since } = wanted;
  const rows = await queryable
    .select({ reference: payments.reference, gatewayReference: payments.gatewayReference })
    .from(payments)
    .where(
      and(
        eq(payments.status, status),
        eq(payments.gateway, gateway),
        sql`${payments.createdAt} > ${since.toISOString()}::timestamptz`,
        sql`coalesce(${payments.received}, ${payments.amount}) = ${sql.param(amount, payments.amount)}`,
        isNotNull(payments.gatewayReference),
        sql`not exists (select from gateway_settlement_items i where i.payment_id = payments.id and i.kind <> 'payment')`,
      ),
    )
    .limit(2);
  return rows.length === 1 ? (rows[0] ?? null) : null;
}

/** The account that the settlement before was paid to; null where no earlier one says. */
export async function findEarlierAccount(
  queryable: Queryable,
  { gateway, settledOn, id }: Pick<SettlementRow, 'gateway' | 'settledOn' | 'id'>,
): Promise<{ readonly account: string; readonly bank: string | null } | null> {
  const [row] = await queryable
    .select({ account: settlements.paidToAccount, bank: settlements.paidToBank })
    .from(settlements)
    .where(
      and(
        eq(settlements.gateway, gateway),
        ne(settlements.id, id),
        lte(settlements.settledOn, settledOn),
        isNotNull(settlements.paidToAccount),
      ),
    )
    .orderBy(desc(settlements.settledOn), desc(settlements.createdAt))
    .limit(1);
  return row?.account ? { account: row.account, bank: row.bank } : null;
}

/** Since which day settlements of a gateway may still change; null where none does. */
export async function findOldestOpen(queryable: Queryable, gateway: string, since: string): Promise<string | null> {
  const [row] = await queryable
    .select({ day: sql<string | null>`min(${settlements.settledOn})::text` })
    .from(settlements)
    .where(
      and(
        inArray(settlements.status, ['pending', 'flagged', 'failed']),
        eq(settlements.gateway, gateway),
        sql`${settlements.settledOn} >= ${since}`,
      ),
    );
  return row?.day ?? null;
}

export type LateItem = {
  readonly id: string;
  readonly settlement: string;
  readonly reference: string;
  readonly paymentId: string;
  readonly oursKobo: Kobo;
};

/** Payments in booked settlements that are ours only since then. Locks them. */
export async function takeLateItems(tx: Transaction, gateway: string, limit: number): Promise<LateItem[]> {
  const ours = sql<string>`coalesce(${payments.received}, ${payments.amount})`;
  // Money to an account number has the vendor's reference there, and became a payment of ours later.
  const transferred = sql`(
    select p.reference from ${incomingTransfers} t join ${payments} p on p.id = t.payment_id
    where t.provider = ${gateway} and (t.reference = ${items.reference} or t.session_id = ${items.vendorReference})
    limit 1
  )`;
  const rows = await tx
    .select({ id: items.id, settlement: items.settlement, reference: items.reference, paymentId: payments.id, ours })
    .from(items)
    .innerJoin(settlements, eq(settlements.id, items.settlement))
    .innerJoin(
      payments,
      and(
        eq(payments.reference, sql`coalesce(${transferred}, ${items.reference})`),
        eq(payments.gateway, settlements.gateway),
      ),
    )
    .where(
      and(
        eq(items.kind, 'payment'),
        isNull(items.paymentId),
        isNotNull(settlements.bookedAt),
        eq(settlements.gateway, gateway),
        inArray(payments.status, [...HAS_MONEY]),
        sql`not exists (select from ${items} other where other.payment_id = ${payments.id} and other.kind = 'payment')`,
      ),
    )
    .orderBy(items.id)
    .limit(limit)
    .for('update', { of: items });
  return rows.map(({ ours: amount, ...row }) => ({ ...row, oursKobo: koboFromDecimal(amount) }));
}

/** Gives an item its payment; false where it has one. */
export async function nameItem(tx: Transaction, { id, paymentId, oursKobo }: LateItem): Promise<boolean> {
  const named = await tx
    .update(items)
    .set({ paymentId, booked: oursKobo })
    .where(and(eq(items.id, id), isNull(items.paymentId)))
    .returning({ settlement: items.settlement });
  const [row] = named;
  if (!row) return false;
  await tx
    .update(settlements)
    .set({ suspense: sql`${settlements.suspense} - ${sql.param(oursKobo, settlements.suspense)}` })
    .where(eq(settlements.id, row.settlement));
  return true;
}
