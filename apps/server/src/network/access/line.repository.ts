import { and, asc, eq, inArray, isNull, lt, max, ne, or } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '../../platform/database/connection.ts';
import { type NamedStatement, runNamed } from '../../platform/database/run-named.ts';
import { userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import { servicePlans } from '../../platform/database/schema/catalogue/plan.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';
import { networkLines } from '../../platform/database/schema/network/network-access.ts';
import { usageSessions } from '../../platform/database/schema/network/usage.ts';
import type { LineAccess, SubscriptionState } from './line.policy.ts';

export type LineRow = typeof networkLines.$inferSelect;

const FIND_STATES: NamedStatement = {
  name: 'find_line_states',
  text: `select l.username, coalesce(s.status, 'none') as status, coalesce(p.download_mbps, l.download_mbps) as download_mbps
    from network_lines l
    left join user_subscriptions s on s.user_id = l.user_id and s.status <> 'cancelled'
    left join service_plans p on p.id = s.plan_id
    where l.username = any($1::text[])`,
};

const LIST_STATES: NamedStatement = {
  name: 'list_line_states',
  text: `select l.username, coalesce(s.status, 'none') as status, coalesce(p.download_mbps, l.download_mbps) as download_mbps
    from network_lines l
    left join user_subscriptions s on s.user_id = l.user_id and s.status <> 'cancelled'
    left join service_plans p on p.id = s.plan_id
    where l.username > $1 order by l.username limit $2`,
};

const LIST_UNSETTLED: NamedStatement = {
  name: 'list_unsettled_lines',
  text: `select coalesce(l.user_id, s.user_id) as user_id
    from (select * from network_lines where user_id > $2 and user_id <= $3) l
    full join (
      select s.user_id, s.status, s.plan_id, p.download_mbps
      from user_subscriptions s join service_plans p on p.id = s.plan_id
      where s.status <> 'cancelled' and s.user_id > $2 and s.user_id <= $3
    ) s on s.user_id = l.user_id
    where case
      when l.user_id is null then s.status = 'active'
      when s.status = 'active' then l.access <> 'open' or l.download_mbps <> s.download_mbps or l.plan_id is distinct from s.plan_id
      else l.access <> 'closed' end
    limit $1`,
};

type StateRow = {
  readonly username: string;
  readonly status: SubscriptionState['status'];
  readonly download_mbps: number;
};

const stateOf = ({ status, download_mbps: downloadMbps }: StateRow): SubscriptionState => ({ status, downloadMbps });

/** The lines of these logins; unknown logins are left out. */
export async function findLineStates(
  database: Queryable,
  usernames: readonly string[],
): Promise<Map<string, SubscriptionState>> {
  const rows = await runNamed<StateRow>(database, FIND_STATES, [usernames]);
  return new Map(rows.map((row) => [row.username, stateOf(row)]));
}

/** All lines behind a login, in the order of logins. */
export async function listLineStates(
  database: Queryable,
  page: { readonly after: string; readonly limit: number },
): Promise<(readonly [username: string, state: SubscriptionState])[]> {
  const rows = await runNamed<StateRow>(database, LIST_STATES, [page.after, page.limit]);
  return rows.map((row) => [row.username, stateOf(row)] as const);
}

/**
 * Customers whose recorded access differs from the subscription records, who are on another plan,
 * or who have a paid subscription and no line yet; of those with a number after `after`, up to and
 * including `until`.
 */
export async function listOutOfSync(
  database: Database,
  page: { readonly after: number; readonly until: number; readonly limit: number },
): Promise<number[]> {
  const rows = await runNamed<{ user_id: number }>(database, LIST_UNSETTLED, [page.limit, page.after, page.until]);
  return rows.map(({ user_id: userId }) => userId);
}

/** The highest number of a customer with a subscription; 0 without one. */
export async function findLastCustomer(database: Database): Promise<number> {
  const [row] = await database.select({ last: max(userSubscriptions.userId) }).from(userSubscriptions);
  return row?.last ?? 0;
}

/** The customer of a subscription. */
export async function findCustomerOf(tx: Transaction, subscriptionId: string): Promise<number | null> {
  const [row] = await tx
    .select({ userId: userSubscriptions.userId })
    .from(userSubscriptions)
    .where(eq(userSubscriptions.id, subscriptionId));
  return row?.userId ?? null;
}

/**
 * What a customer's subscription that is not cancelled provides; null without one. `dataLimitGb`
 * null is unlimited.
 */
export async function findPlanOfLine(queryable: Queryable, userId: number) {
  const [row] = await queryable
    .select({
      id: servicePlans.id,
      status: userSubscriptions.status,
      downloadMbps: servicePlans.downloadMbps,
      dataLimitGb: servicePlans.dataLimitGb,
    })
    .from(userSubscriptions)
    .innerJoin(servicePlans, eq(servicePlans.id, userSubscriptions.planId))
    .where(and(eq(userSubscriptions.userId, userId), ne(userSubscriptions.status, 'cancelled')));
  return row ?? null;
}

/** The customer's line, locked until the transaction ends; null when there is none. */
export async function lockSubscription(tx: Transaction, userId: number): Promise<LineRow | null> {
  const [line] = await tx.select().from(networkLines).where(eq(networkLines.userId, userId)).for('update');
  return line ?? null;
}

/** The lines of these customers, by customer, locked until the transaction ends. */
export async function lockLines(tx: Transaction, userIds: readonly number[]): Promise<ReadonlyMap<number, LineRow>> {
  const lines = await tx
    .select()
    .from(networkLines)
    .where(inArray(networkLines.userId, [...userIds]))
    .orderBy(asc(networkLines.userId))
    .for('share');
  return new Map(lines.map((line) => [line.userId, line]));
}

/** False when the customer has a line, or another line has the login. */
export async function insertLine(
  tx: Transaction,
  line: Pick<LineRow, 'userId' | 'username' | 'access' | 'downloadMbps' | 'planId' | 'changedAt'>,
): Promise<boolean> {
  const inserted = await tx
    .insert(networkLines)
    .values(line)
    .onConflictDoNothing()
    .returning({ userId: networkLines.userId });
  return inserted.length === 1;
}

export async function setLineAccess(
  tx: Transaction,
  userId: number,
  access: LineAccess,
  changedAt: Date,
): Promise<void> {
  await tx
    .update(networkLines)
    .set({ ...access, changedAt })
    .where(eq(networkLines.userId, userId));
}

export async function setLinePlan(tx: Transaction, userId: number, planId: string): Promise<void> {
  await tx.update(networkLines).set({ planId }).where(eq(networkLines.userId, userId));
}

/**
 * Null when the customer has no line. Another line with this login is PostgreSQL's unique
 * violation.
 */
export async function setUsername(tx: Transaction, userId: number, username: string): Promise<void> {
  await tx.update(networkLines).set({ username }).where(eq(networkLines.userId, userId));
}

/**
 * When the network last requested access and what it got, to the minute: rejected routers retry
 * every few seconds.
 */
export async function noteAnswer(
  database: Database,
  answer: { readonly username: string; readonly accepted: boolean; readonly at: Date },
): Promise<void> {
  const column = answer.accepted ? networkLines.lastAcceptedAt : networkLines.lastRefusedAt;
  const minuteAgo = new Date(answer.at.getTime() - 60_000);
  await database
    .update(networkLines)
    .set(answer.accepted ? { lastAcceptedAt: answer.at } : { lastRefusedAt: answer.at })
    .where(and(eq(networkLines.username, answer.username), or(isNull(column), lt(column, minuteAgo))));
}

const nameOf = personName();

/** The customer's name, for staff; to be joined with `users`. */
export const customerColumns = { id: users.id, name: nameOf, email: users.email };

/**
 * The customer with their line, which is null before the first payment; null when there is no such
 * customer.
 */
export async function findCustomerLine(queryable: Queryable, userId: number) {
  const [row] = await queryable
    .select({ customer: customerColumns, line: networkLines })
    .from(users)
    .leftJoin(networkLines, eq(networkLines.userId, users.id))
    .where(eq(users.id, userId));
  return row ?? null;
}

/** The sessions of a customer that are open now, the oldest first. */
export async function listOpenSessions(queryable: Queryable, userId: number) {
  return queryable
    .select({
      nas: usageSessions.nas,
      sessionId: usageSessions.sessionId,
      username: usageSessions.writtenUsername,
      framedAddress: usageSessions.framedAddress,
      startedAt: usageSessions.startedAt,
      lastPacketAt: usageSessions.lastPacketAt,
    })
    .from(usageSessions)
    .where(and(eq(usageSessions.userId, userId), isNull(usageSessions.endedAt)))
    .orderBy(asc(usageSessions.startedAt))
    .limit(100);
}
