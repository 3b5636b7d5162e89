import { and, asc, count, desc, eq, gte, isNotNull, lt, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { agentSales, agentSettlements, agents } from '../../platform/database/schema/billing/agent.ts';
import { receipts } from '../../platform/database/schema/billing/invoice.ts';
import { ledgerEntries } from '../../platform/database/schema/billing/ledger.ts';
import { payments } from '../../platform/database/schema/billing/payment.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { accountPeople, accounts } from '../../platform/database/schema/identity/account-people.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';
import { staffMay } from '../../platform/database/schema/identity/staff-roles.ts';

export type AgentRow = typeof agents.$inferSelect;

/** The agent, held until the transaction ends: what an agent owes changes by one transaction at a time. */
export async function lockAgent(tx: Transaction, id: number): Promise<AgentRow | null> {
  const [row] = await tx.select().from(agents).where(eq(agents.id, id)).for('no key update');
  return row ?? null;
}

/** The agent for whom a member of staff sells, held likewise. */
export async function lockAgentOf(tx: Transaction, staffId: number): Promise<AgentRow | null> {
  const [row] = await tx.select().from(agents).where(eq(agents.staffId, staffId)).for('no key update');
  return row ?? null;
}

/** The provider's own stock of vouchers, held likewise; made with the first batch of it. */
export async function lockOwnStock(tx: Transaction, createdBy: number, now: Date): Promise<AgentRow | null> {
  const own = eq(agents.kind, 'own-stock');
  const [found] = await tx.select().from(agents).where(own).for('no key update');
  if (found) return found;
  await tx
    .insert(agents)
    .values({ kind: 'own-stock', name: 'Own stock', commissionBasisPoints: 0, createdBy, createdAt: now })
    .onConflictDoNothing();
  const [made] = await tx.select().from(agents).where(own).for('no key update');
  return made ?? null;
}

export async function findAgentOf(queryable: Queryable, staffId: number): Promise<AgentRow | null> {
  const [row] = await queryable.select().from(agents).where(eq(agents.staffId, staffId));
  return row ?? null;
}

/** Null where the member of staff sells for another agent. */
export async function insertAgent(tx: Transaction, values: typeof agents.$inferInsert): Promise<AgentRow | null> {
  const [row] = await tx.insert(agents).values(values).onConflictDoNothing().returning();
  return row ?? null;
}

export async function updateAgent(
  tx: Transaction,
  id: number,
  change: Pick<AgentRow, 'name' | 'phone' | 'creditLimit' | 'commissionBasisPoints' | 'stoppedAt'>,
): Promise<void> {
  await tx.update(agents).set(change).where(eq(agents.id, id));
}

/** The member of staff with this address who may sell as an agent; null for anybody else. */
export async function findSeller(queryable: Queryable, emailKey: string): Promise<number | null> {
  const [row] = await queryable
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.emailKey, emailKey), staffMay(users.id, 'agent-counter:write')));
  return row?.id ?? null;
}

/** All agents, or one, with what each owes in naira: the own stock first, then by name. */
export async function listAgentRows(queryable: Queryable, id: number | null) {
  return queryable
    .select({
      agent: agents,
      sellerName: personName(),
      owes: sql<string>`(select coalesce(sum(${ledgerEntries.amount}), 0) from ${ledgerEntries} where ${ledgerEntries.account} = 'agent:' || ${agents.id})`,
    })
    .from(agents)
    .leftJoin(users, eq(users.id, agents.staffId))
    .where(id === null ? undefined : eq(agents.id, id))
    .orderBy(sql`${agents.kind} <> 'own-stock'`, asc(agents.name), asc(agents.id));
}

/** The accounts with this number, or whose contact has verified this telephone number; two at most. */
export async function findAccountsBy(
  queryable: Queryable,
  wanted: { readonly number: string } | { readonly phone: string },
) {
  return (
    queryable
      .select({ id: accounts.id, name: personName(), email: users.email, phone: users.phone })
      .from(accounts)
      .innerJoin(users, eq(users.id, accounts.contactId))
      // The contact is one of the people, by whom accounts are found: no index has the contacts.
      .innerJoin(accountPeople, and(eq(accountPeople.accountId, accounts.id), eq(accountPeople.userId, users.id)))
      .where(
        and(
          sql`${accounts.mergedInto} is null and not ${users.disabled} and ${users.role} <> 'admin'`,
          'number' in wanted
            ? eq(accounts.number, wanted.number)
            : and(eq(users.phone, wanted.phone), isNotNull(users.phoneVerifiedAt)),
        ),
      )
      .limit(2)
  );
}

/** False when the request was made before. */
export async function insertSale(tx: Transaction, values: typeof agentSales.$inferInsert): Promise<boolean> {
  const written = await tx
    .insert(agentSales)
    .values(values)
    .onConflictDoNothing()
    .returning({ paymentId: agentSales.paymentId });
  return written.length === 1;
}

function selectSales(queryable: Queryable) {
  return queryable
    .select({
      sale: agentSales,
      payment: payments,
      receiptNumber: receipts.receiptNumber,
      customerName: personName(),
    })
    .from(agentSales)
    .innerJoin(payments, eq(payments.id, agentSales.paymentId))
    .innerJoin(receipts, eq(receipts.paymentId, agentSales.paymentId))
    .innerJoin(accounts, eq(accounts.id, payments.userId))
    .innerJoin(users, eq(users.id, accounts.contactId));
}

export type SaleRow = Awaited<ReturnType<typeof listSaleRows>>[number];

export async function findSaleByRequest(queryable: Queryable, clientRequestId: string): Promise<SaleRow | null> {
  const [row] = await selectSales(queryable).where(eq(agentSales.clientRequestId, clientRequestId));
  return row ?? null;
}

/** What an agent kept of a sale; null for a payment that no agent took. */
export async function findSale(queryable: Queryable, paymentId: string) {
  const [row] = await queryable.select().from(agentSales).where(eq(agentSales.paymentId, paymentId));
  return row ?? null;
}

/** The latest sales of an agent. */
export async function listSaleRows(queryable: Queryable, agentId: number, limit: number) {
  return selectSales(queryable)
    .where(eq(agentSales.agentId, agentId))
    .orderBy(desc(agentSales.createdAt), desc(agentSales.paymentId))
    .limit(limit);
}

/** What an agent has sold since a moment, in naira. */
export async function sumSales(queryable: Queryable, agentId: number, since: Date) {
  const [row] = await queryable
    .select({
      sales: count(),
      taken: sql<string>`coalesce(sum(coalesce(${payments.received}, ${payments.amount})), 0)`,
      commission: sql<string>`coalesce(sum(${agentSales.commission}), 0)`,
    })
    .from(agentSales)
    .innerJoin(payments, eq(payments.id, agentSales.paymentId))
    .where(and(eq(agentSales.agentId, agentId), gte(agentSales.createdAt, since), eq(payments.status, 'successful')));
  return row ?? { sales: 0, taken: '0', commission: '0' };
}

/** Null when the request or the bank's number was used before. */
export async function insertSettlement(
  tx: Transaction,
  values: typeof agentSettlements.$inferInsert,
): Promise<string | null> {
  const [row] = await tx
    .insert(agentSettlements)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: agentSettlements.id });
  return row?.id ?? null;
}

export async function findSettlementByRequest(queryable: Queryable, clientRequestId: string) {
  const [row] = await queryable
    .select()
    .from(agentSettlements)
    .where(eq(agentSettlements.clientRequestId, clientRequestId));
  return row ?? null;
}

/** What an agent owed before a moment, in naira. */
export async function sumOwedBefore(queryable: Queryable, agentId: number, before: Date): Promise<string> {
  const [row] = await queryable
    .select({ owed: sql<string>`coalesce(sum(${ledgerEntries.amount}), 0)` })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.account, `agent:${agentId}`), lt(ledgerEntries.createdAt, before)));
  return row?.owed ?? '0';
}

/**
 * The entries of an agent by day in Lagos and kind (the beginning of the key of their transaction): how many,
 * what the agent owes more by them, and what of it was commission, in naira.
 */
export async function sumEntriesByDay(
  queryable: Queryable,
  { agentId, from, before }: { readonly agentId: number; readonly from: Date; readonly before: Date },
) {
  const { rows } = await queryable.execute<{
    day: string;
    kind: string;
    count: number;
    owed: string;
    commission: string;
  }>(sql`
    select to_char(e.created_at at time zone 'Africa/Lagos', 'YYYY-MM-DD') as day,
      split_part(e.transaction_key, ':', 1) as kind, count(*)::int as count,
      sum(e.amount)::text as owed, coalesce(sum(c.amount), 0)::text as commission
    from ${ledgerEntries} e
    left join ${ledgerEntries} c on c.transaction_key = e.transaction_key and c.account = 'agent-commissions'
    where e.account = ${`agent:${agentId}`}
      and e.created_at >= ${from.toISOString()}::timestamptz and e.created_at < ${before.toISOString()}::timestamptz
    group by 1, 2 order by 1, 2`);
  return rows;
}
