import { decimalFromKobo } from '@portal/kernel/money';
import { and, asc, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '../../../platform/database/connection.ts';
import {
  bankAccounts,
  bankLines,
  bankMatches,
  bankMatchItems,
  type StoredProposal,
} from '../../../platform/database/schema/billing/bank.ts';
import { users } from '../../../platform/database/schema/identity/account.ts';
import { personName } from '../../../platform/database/schema/identity/person-name.ts';

export type LineRow = typeof bankLines.$inferSelect;
/** As it is stored at a line. */
export type Proposal = StoredProposal;
export type MatchRow = typeof bankMatches.$inferSelect;
export type MatchItemRow = typeof bankMatchItems.$inferSelect;

/** Of one pass: more wait for the next one. */
const MOST_OPEN = 100_000;

/** Lines that are not matched, oldest first. */
export async function listOpenLines(queryable: Queryable): Promise<LineRow[]> {
  return queryable
    .select()
    .from(bankLines)
    .where(ne(bankLines.status, 'matched'))
    .orderBy(asc(bankLines.bookedOn), asc(bankLines.id))
    .limit(MOST_OPEN);
}

/** These lines, held until the transaction ends. */
export async function lockLines(tx: Transaction, ids: readonly number[]): Promise<LineRow[]> {
  return tx
    .select()
    .from(bankLines)
    .where(inArray(bankLines.id, [...ids]))
    .orderBy(asc(bankLines.id))
    .for('no key update');
}

/** open → matched; how many were open. */
export async function markMatched(tx: Transaction, ids: readonly number[]): Promise<number> {
  const marked = await tx
    .update(bankLines)
    .set({ status: 'matched', proposal: null, reason: null })
    .where(and(inArray(bankLines.id, [...ids]), ne(bankLines.status, 'matched')))
    .returning({ id: bankLines.id });
  return marked.length;
}

/** matched → open; what was matched is not matched by itself again. */
export async function reopenLines(tx: Transaction, ids: readonly number[], dismissedKey: string): Promise<void> {
  await tx
    .update(bankLines)
    .set({ status: 'open', dismissed: sql`${bankLines.dismissed} || ${JSON.stringify([dismissedKey])}::jsonb` })
    .where(and(inArray(bankLines.id, [...ids]), eq(bankLines.status, 'matched')));
}

type NewMatch = Pick<MatchRow, 'id' | 'kind' | 'reason'>;
type NewItem = Omit<MatchItemRow, 'id' | 'isActive'>;

/**
 * Thousands at once, each statement with its rows as one value: a parameter for each cell takes three times as
 * long.
 */
export async function insertMatches(
  tx: Transaction,
  matches: readonly NewMatch[],
  items: readonly NewItem[],
  by: { readonly staffId: number | null; readonly now: Date },
): Promise<void> {
  await tx.execute(sql`
    insert into ${bankMatches} (id, kind, reason, matched_by, matched_at)
    select id, kind, reason, ${by.staffId}::int, ${by.now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(matches)}::jsonb) as m(id uuid, kind varchar, reason text)`);
  const rows = items.map(({ amount, ...item }) => ({ ...item, amount: decimalFromKobo(amount) }));
  await tx.execute(sql`
    insert into ${bankMatchItems} (match_id, line_id, source_key, account, amount, is_active)
    select "matchId", "lineId", "sourceKey", account, amount, true
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as i("matchId" uuid, "lineId" bigint, "sourceKey" varchar, account varchar, amount numeric)`);
}

/** What lines are proposed to be, and why others wait; only of lines that are open. */
export async function setProposals(
  tx: Transaction,
  changes: readonly { readonly id: number; readonly proposal: StoredProposal | null; readonly reason: string | null }[],
): Promise<void> {
  if (changes.length === 0) return;
  const values = JSON.stringify(changes);
  await tx.execute(sql`
    update ${bankLines} set
      status = case when c.proposal is null then 'open' else 'proposed' end, proposal = c.proposal, reason = c.reason
    from jsonb_to_recordset(${values}::jsonb) as c(id bigint, proposal jsonb, reason text)
    where ${bankLines.id} = c.id and ${bankLines.status} <> 'matched'`);
}

/** proposed → open without its proposal. */
export async function dismissLines(tx: Transaction, ids: readonly number[], key: string): Promise<void> {
  await tx
    .update(bankLines)
    .set({
      status: 'open',
      proposal: null,
      reason: null,
      dismissed: sql`${bankLines.dismissed} || ${JSON.stringify([key])}::jsonb`,
    })
    .where(and(inArray(bankLines.id, [...ids]), ne(bankLines.status, 'matched')));
}

/** A match that is not undone, held until the transaction ends, with its items; null for any other. */
export async function lockMatch(
  tx: Transaction,
  id: string,
): Promise<{ match: MatchRow; items: MatchItemRow[] } | null> {
  const [match] = await tx
    .select()
    .from(bankMatches)
    .where(and(eq(bankMatches.id, id), isNull(bankMatches.undoneAt)))
    .for('no key update');
  if (!match) return null;
  const items = await tx
    .select()
    .from(bankMatchItems)
    .where(eq(bankMatchItems.matchId, id))
    .orderBy(asc(bankMatchItems.id));
  return { match, items };
}

export async function markUndone(
  tx: Transaction,
  id: string,
  undone: { readonly undoneBy: number; readonly undoneAt: Date; readonly undoReason: string },
): Promise<void> {
  await tx.update(bankMatches).set(undone).where(eq(bankMatches.id, id));
  await tx.update(bankMatchItems).set({ isActive: false }).where(eq(bankMatchItems.matchId, id));
}

const matcher = alias(users, 'matcher');

function selectLines(queryable: Queryable) {
  return queryable
    .select({
      line: bankLines,
      accountName: bankAccounts.name,
      match: bankMatches,
      matchedBy: personName(matcher),
    })
    .from(bankLines)
    .innerJoin(bankAccounts, eq(bankAccounts.id, bankLines.accountId))
    .leftJoin(bankMatchItems, and(eq(bankMatchItems.lineId, bankLines.id), eq(bankMatchItems.isActive, true)))
    .leftJoin(bankMatches, eq(bankMatches.id, bankMatchItems.matchId))
    .leftJoin(matcher, eq(matcher.id, bankMatches.matchedBy));
}
export type ShownLine = Awaited<ReturnType<typeof listLines>>[number];

/** A page of lines, the newest first; before the line `before`. */
export async function listLines(
  queryable: Queryable,
  page: {
    readonly account: number | null;
    readonly status: 'waiting' | LineRow['status'] | null;
    readonly search: string;
    readonly before: number | null;
    readonly limit: number;
  },
) {
  const { account, status, search, before, limit } = page;
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  const sum = search.replace(/[₦,\s]/g, '');
  const isSum = /^\d{1,13}(?:\.\d{1,2})?$/.test(sum);
  return selectLines(queryable)
    .where(
      and(
        account === null ? undefined : eq(bankLines.accountId, account),
        status === null ? undefined : status === 'waiting' ? sql`${bankLines.status} <> 'matched'` : statusIs(status),
        search === ''
          ? undefined
          : sql`(${bankLines.text} ilike ${pattern} or ${bankLines.reference} ilike ${pattern} ${isSum ? sql`or abs(${bankLines.amount}) = ${sum}::numeric` : sql``})`,
        before === null
          ? undefined
          : sql`(${bankLines.bookedOn}, ${bankLines.id}) < (select b.booked_on, b.id from ${bankLines} b where b.id = ${before})`,
      ),
    )
    .orderBy(desc(bankLines.bookedOn), desc(bankLines.id))
    .limit(limit);
}

/** In words that the index of waiting lines has. */
const statusIs = (status: LineRow['status']) =>
  status === 'matched'
    ? eq(bankLines.status, status)
    : and(sql`${bankLines.status} <> 'matched'`, eq(bankLines.status, status));

export async function findLine(queryable: Queryable, id: number): Promise<ShownLine | null> {
  const [row] = await selectLines(queryable).where(eq(bankLines.id, id));
  return row ?? null;
}

export async function findShownLines(queryable: Queryable, ids: readonly number[]): Promise<ShownLine[]> {
  if (ids.length === 0) return [];
  return selectLines(queryable).where(inArray(bankLines.id, [...ids]));
}

export async function listMatchItems(queryable: Queryable, matchId: string): Promise<MatchItemRow[]> {
  return queryable
    .select()
    .from(bankMatchItems)
    .where(eq(bankMatchItems.matchId, matchId))
    .orderBy(asc(bankMatchItems.id));
}

/** Accounts by their id, retired ones too. */
export async function listOwnAccounts(queryable: Queryable) {
  const { id, name, accountNumber, deductsVat } = bankAccounts;
  return queryable.select({ id, name, accountNumber, deductsVat }).from(bankAccounts).orderBy(asc(id));
}

/** Lines that wait and the oldest of them, for the metrics and the console's home. */
export async function countWaiting(queryable: Queryable): Promise<{ count: number; oldest: string | null }> {
  const [row] = await queryable
    .select({ count: sql<number>`count(*)::int`, oldest: sql<string | null>`min(${bankLines.bookedOn})::text` })
    .from(bankLines)
    .where(ne(bankLines.status, 'matched'));
  return row ?? { count: 0, oldest: null };
}
