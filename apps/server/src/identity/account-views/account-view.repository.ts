import { MOST_VIEWED_PAGES } from '@portal/contract/identity/account-views';
import type { StaffRole } from '@portal/contract/platform/staff-permissions';
import { and, desc, eq, gt, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { sessions, users } from '../../platform/database/schema/identity/account.ts';
import { accountViews } from '../../platform/database/schema/identity/account-view.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';
import { staffMay } from '../../platform/database/schema/identity/staff-roles.ts';

export type AccountViewRow = typeof accountViews.$inferSelect;

/** The session under which it began is alive, by the database's clock, and its person may still do it. */
const isAllowed = sql<boolean>`(exists (select 1 from ${sessions} where ${sessions.sid} = ${accountViews.staffSid}
  and ${sessions.expire} > now() and ${sessions.createdAt} + interval '30 days' > now())
  and ${staffMay(accountViews.staffId, 'customers:view-as')})`;
const isOpen = (now: Date): SQL | undefined => and(isNull(accountViews.endedAt), gt(accountViews.endsAt, now));

/** The view of a token, by one of its accepted ids, and whether it goes on. */
export async function findViewOfToken(database: Queryable, tokenHashes: readonly string[], now: Date) {
  const [row] = await database
    .select({ view: accountViews, isLive: sql<boolean>`(${isOpen(now)} and ${isAllowed})` })
    .from(accountViews)
    .where(inArray(accountViews.tokenHash, [...tokenHashes]));
  return row ?? null;
}

/** Nothing for a page that is listed already, and for one beyond the limit. */
export async function addPage(database: Queryable, id: number, path: string): Promise<void> {
  const isNew = sql`not ${path} = any(${accountViews.pages}) and cardinality(${accountViews.pages}) < ${MOST_VIEWED_PAGES}`;
  await database
    .update(accountViews)
    .set({ pages: sql`${accountViews.pages} || ${path}::text` })
    .where(and(eq(accountViews.id, id), isNew));
}

export async function countRefusedWrite(database: Queryable, id: number): Promise<void> {
  await database
    .update(accountViews)
    .set({ writesRefused: sql`${accountViews.writesRefused} + 1` })
    .where(eq(accountViews.id, id));
}

/** The id of the session, which stays as it is until the transaction ends; null when it has ended. */
export async function holdSession(tx: Transaction, sids: readonly string[]): Promise<string | null> {
  const [held] = await tx
    .select({ sid: sessions.sid })
    .from(sessions)
    .where(inArray(sessions.sid, [...sids]))
    .for('key share');
  return held?.sid ?? null;
}

type NewView = {
  readonly tokenHash: string;
  readonly staffId: number;
  readonly staffSid: string;
  readonly staffRole: StaffRole;
  readonly userId: number;
  readonly reason: string;
  readonly startedAt: Date;
  readonly endsAt: Date;
};

/** Throws PostgreSQL's unique violation while another view of this member of staff is open. */
export async function insertView(tx: Transaction, view: NewView): Promise<number> {
  const [added] = await tx.insert(accountViews).values(view).returning({ id: accountViews.id });
  if (!added) throw new Error('a view was not stored');
  return added.id;
}

/** It ended when its time was over, however late that is recorded. */
const endAt = (now: Date) => sql`least(${now.toISOString()}::timestamptz, ${accountViews.endsAt})`;

/** Ends the open view of a member of staff, or the one of theirs that is named; null when there is none. */
export async function closeView(
  tx: Transaction,
  whose: { readonly staffId: number; readonly id?: number },
  now: Date,
): Promise<AccountViewRow | null> {
  const named = whose.id === undefined ? undefined : eq(accountViews.id, whose.id);
  const [ended] = await tx
    .update(accountViews)
    .set({ endedAt: endAt(now) })
    .where(and(eq(accountViews.staffId, whose.staffId), named, isNull(accountViews.endedAt)))
    .returning();
  return ended ?? null;
}

/** Ends the views whose time is over, or which are not allowed any more; the ended ones. */
export async function closeDueViews(tx: Transaction, now: Date): Promise<AccountViewRow[]> {
  return tx
    .update(accountViews)
    .set({ endedAt: endAt(now) })
    .where(and(isNull(accountViews.endedAt), or(not(gt(accountViews.endsAt, now)), not(isAllowed))))
    .returning();
}

/** For staff. */
export async function findView(database: Queryable, id: number) {
  const [row] = await database
    .select({ view: accountViews, customerName: personName() })
    .from(accountViews)
    .innerJoin(users, eq(users.id, accountViews.userId))
    .where(eq(accountViews.id, id));
  return row ?? null;
}

const staff = alias(users, 'staff');

/** Of one customer, the newest first. */
export async function listViewsOf(database: Queryable, userId: number, limit: number) {
  return database
    .select({ view: accountViews, firstName: staff.firstName })
    .from(accountViews)
    .innerJoin(staff, eq(staff.id, accountViews.staffId))
    .where(eq(accountViews.userId, userId))
    .orderBy(desc(accountViews.id))
    .limit(limit);
}
