import { and, asc, eq, isNull, lt, max, ne, or } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '../../platform/database/connection.ts';
import { type NamedStatement, runNamed } from '../../platform/database/run-named.ts';
import { userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import { servicePlans } from '../../platform/database/schema/catalogue/plan.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';
import { networkLines } from '../../platform/database/schema/network/network-access.ts';
import { usageSessions } from '../../platform/database/schema/network/usage.ts';
import { serverName } from '../access-servers/access-server.repository.ts';
import { type Device, type LoginRules, SILENT_MS } from '../simultaneous-use/simultaneous-use.policy.ts';
import { type LineAccess, type LineState, restrictionOf, type SubscriptionState } from './line.policy.ts';

export type LineRow = typeof networkLines.$inferSelect;

const FIND_STATES: NamedStatement = {
  name: 'find_line_states',
  text: `select l.username, coalesce(s.status, 'none') as status, coalesce(p.download_mbps, l.download_mbps) as download_mbps,
      l.limited, l.limited_download_mbps, l.limited_upload_mbps,
      host(a.address) as ipv4, f.address::text as ipv6_prefix, d.framed_pool as pool,
      coalesce(p.sessions_at_once, 1) as sessions_at_once, case when p.mac_lock then l.locked_mac end as locked_mac,
      p.session_rule = 'oldest' as keeps_oldest
    from network_lines l
    left join user_subscriptions s on s.user_id = l.user_id and s.status <> 'cancelled'
    left join service_plans p on p.id = s.plan_id
    left join fixed_addresses a on a.line_id = l.user_id and a.kind = 'ipv4' and a.ends_at is null
    left join fixed_addresses f on f.line_id = l.user_id and f.kind = 'ipv6-prefix' and f.ends_at is null
    left join address_pools d on d.plan_id = s.plan_id and d.retired_at is null
    where l.username = any($1::text[])`,
};

/** The routers that keep others out: only for lines whose plan says so, since it looks at each month of sessions. */
const LIST_ONLINE: NamedStatement = {
  name: 'list_online_routers',
  text: `select l.username, o.nas, o.calling_station as "callingStation", o.nas_port as "nasPort"
    from network_lines l join usage_sessions o on o.user_id = l.user_id
    where l.username = any($1::text[]) and o.ended_at is null and o.last_packet_at >= $2 and o.started_at >= coalesce(l.mac_reset_at, '-infinity')`,
};

const LIST_STATES: NamedStatement = {
  name: 'list_line_states',
  text: `select l.username, coalesce(s.status, 'none') as status, coalesce(p.download_mbps, l.download_mbps) as download_mbps,
      l.limited, l.limited_download_mbps, l.limited_upload_mbps,
      host(a.address) as ipv4, f.address::text as ipv6_prefix, d.framed_pool as pool
    from network_lines l
    left join user_subscriptions s on s.user_id = l.user_id and s.status <> 'cancelled'
    left join service_plans p on p.id = s.plan_id
    left join fixed_addresses a on a.line_id = l.user_id and a.kind = 'ipv4' and a.ends_at is null
    left join fixed_addresses f on f.line_id = l.user_id and f.kind = 'ipv6-prefix' and f.ends_at is null
    left join address_pools d on d.plan_id = s.plan_id and d.retired_at is null
    where l.username > $1 order by l.username limit $2`,
};

const LIST_UNSYNCED: NamedStatement = {
  name: 'list_unsynced_lines',
  text: `select coalesce(l.user_id, s.user_id) as user_id
    from (select * from network_lines where user_id > $2 and user_id <= $3) l
    full join (
      select s.user_id, s.status, s.plan_id, p.download_mbps, nullif(p.at_limit, 'nothing') as at_limit, p.limit_download_mbps, p.limit_upload_mbps
      from user_subscriptions s join service_plans p on p.id = s.plan_id
      where s.status <> 'cancelled' and s.user_id > $2 and s.user_id <= $3
    ) s on s.user_id = l.user_id
    where case
      when l.user_id is null then s.status = 'active'
      when s.status = 'active' then l.access <> 'open' or l.download_mbps <> s.download_mbps or l.plan_id is distinct from s.plan_id
        or (l.limit_reached_period is not null and (l.limited, l.limited_download_mbps, l.limited_upload_mbps) is distinct from (s.at_limit, s.limit_download_mbps, s.limit_upload_mbps))
      else l.access <> 'closed' end
    limit $1`,
};

type StateRow = {
  readonly username: string;
  readonly status: SubscriptionState['status'];
  readonly download_mbps: number;
  readonly limited: 'slower' | 'stop' | null;
  readonly limited_download_mbps: number | null;
  readonly limited_upload_mbps: number | null;
  readonly ipv4: string | null;
  readonly ipv6_prefix: string | null;
  readonly pool: string | null;
};
type AdmittedRow = StateRow & {
  readonly sessions_at_once: number;
  readonly locked_mac: string | null;
  readonly keeps_oldest: boolean | null;
};

function stateOf(row: StateRow): SubscriptionState {
  const { status, download_mbps: downloadMbps, limited, ipv4, ipv6_prefix: ipv6Prefix, pool } = row;
  const restriction = restrictionOf({
    limited,
    downloadMbps: row.limited_download_mbps,
    uploadMbps: row.limited_upload_mbps,
  });
  const hasNone = ipv4 === null && ipv6Prefix === null && pool === null;
  return { status, downloadMbps, restriction, ...(!hasNone && { addresses: { ipv4, ipv6Prefix, pool } }) };
}

/** The lines of these logins, with which routers they admit; unknown logins are left out. */
export async function findLineStates(
  database: Queryable,
  usernames: readonly string[],
  now: Date,
): Promise<Map<string, LineState>> {
  const rows = await runNamed<AdmittedRow>(database, FIND_STATES, [usernames]);
  const keeping = rows.filter((row) => row.keeps_oldest).map(({ username }) => username);
  const online = await listOnline(database, keeping, new Date(now.getTime() - SILENT_MS));
  return new Map(
    rows.map((row) => {
      const { username, sessions_at_once: sessionsAtOnce, locked_mac: lockedMac } = row;
      const admission = { sessionsAtOnce, lockedMac, online: row.keeps_oldest ? (online.get(username) ?? []) : null };
      return [username, { ...stateOf(row), admission }];
    }),
  );
}

/** The routers that are online with these logins, as far as they have been heard of since a moment. */
async function listOnline(
  database: Queryable,
  usernames: readonly string[],
  heardSince: Date,
): Promise<ReadonlyMap<string, readonly Device[]>> {
  if (usernames.length === 0) return new Map();
  const rows = await runNamed<Device & { readonly username: string }>(database, LIST_ONLINE, [usernames, heardSince]);
  return Map.groupBy(rows, ({ username }) => username);
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
 * Lines whose recorded access differs from the subscription records, that are on another plan, or
 * that have a paid subscription and no login yet; of those with a number after `after`, up to and
 * including `until`.
 */
export async function listOutOfSync(
  database: Database,
  page: { readonly after: number; readonly until: number; readonly limit: number },
): Promise<number[]> {
  const rows = await runNamed<{ user_id: number }>(database, LIST_UNSYNCED, [page.limit, page.after, page.until]);
  return rows.map(({ user_id: lineId }) => lineId);
}

/** The highest number of a line with a subscription; 0 without one. */
export async function findLastLine(database: Database): Promise<number> {
  const [row] = await database.select({ last: max(userSubscriptions.lineId) }).from(userSubscriptions);
  return row?.last ?? 0;
}

/** The line of a subscription. */
export async function findLineOf(tx: Transaction, subscriptionId: string): Promise<number | null> {
  const [row] = await tx
    .select({ lineId: userSubscriptions.lineId })
    .from(userSubscriptions)
    .where(eq(userSubscriptions.id, subscriptionId));
  return row?.lineId ?? null;
}

/**
 * What the subscription of a line that is not cancelled provides; null without one. `dataLimitGb`
 * null is unlimited.
 */
export async function findPlanOfLine(queryable: Queryable, lineId: number) {
  const [row] = await queryable
    .select({
      id: servicePlans.id,
      status: userSubscriptions.status,
      downloadMbps: servicePlans.downloadMbps,
      dataLimitGb: servicePlans.dataLimitGb,
      atLimit: servicePlans.atLimit,
    })
    .from(userSubscriptions)
    .innerJoin(servicePlans, eq(servicePlans.id, userSubscriptions.planId))
    .where(and(eq(userSubscriptions.lineId, lineId), ne(userSubscriptions.status, 'cancelled')));
  return row ?? null;
}

/** The login of a line, locked until the transaction ends; null when it has none. */
export async function lockLine(tx: Transaction, lineId: number): Promise<LineRow | null> {
  const [line] = await tx.select().from(networkLines).where(eq(networkLines.lineId, lineId)).for('update');
  return line ?? null;
}

/** What was last sent to the network of a line, and the rules of its login; without a plan those of a new one. */
export type LockedLine = Pick<
  LineRow,
  | 'lineId'
  | 'access'
  | 'downloadMbps'
  | 'limited'
  | 'limitedDownloadMbps'
  | 'limitedUploadMbps'
  | 'changedAt'
  | 'lockedMac'
  | 'macResetAt'
> &
  Pick<LoginRules, 'sessionsAtOnce' | 'sessionRule'> & { readonly macLock: boolean };

// Named, since it is asked with each session that begins.
const LOCK_LINES: NamedStatement = {
  name: 'lock_lines',
  text: `select l.user_id as "lineId", l.access, l.download_mbps as "downloadMbps", l.limited, l.limited_download_mbps as "limitedDownloadMbps",
      l.limited_upload_mbps as "limitedUploadMbps", l.changed_at as "changedAt", l.locked_mac as "lockedMac", l.mac_reset_at as "macResetAt",
      coalesce(p.sessions_at_once, 1) as "sessionsAtOnce", coalesce(p.session_rule, 'newest') as "sessionRule", coalesce(p.mac_lock, false) as "macLock"
    from network_lines l left join service_plans p on p.id = l.plan_id
    where l.user_id = any($1::int[]) order by l.user_id for no key update of l`,
};

/** These lines, locked until the transaction ends, by line. */
export async function lockLines(tx: Transaction, lineIds: readonly number[]): Promise<Map<number, LockedLine>> {
  type Row = Omit<LockedLine, 'changedAt' | 'macResetAt'> & {
    readonly changedAt: string;
    readonly macResetAt: string | null;
  };
  const rows = await runNamed<Row>(tx, LOCK_LINES, [lineIds]);
  return new Map(
    rows.map(({ changedAt, macResetAt, ...line }) => [
      line.lineId,
      { ...line, changedAt: new Date(changedAt), macResetAt: macResetAt === null ? null : new Date(macResetAt) },
    ]),
  );
}

/** False when the line has a login, or another one has this login. */
export async function insertLine(
  tx: Transaction,
  line: Pick<LineRow, 'lineId' | 'username' | 'access' | 'downloadMbps' | 'planId' | 'changedAt'>,
): Promise<boolean> {
  const inserted = await tx
    .insert(networkLines)
    .values(line)
    .onConflictDoNothing()
    .returning({ lineId: networkLines.lineId });
  return inserted.length === 1;
}

export async function setLineAccess(
  tx: Transaction,
  lineId: number,
  access: LineAccess,
  changedAt: Date,
): Promise<void> {
  await tx
    .update(networkLines)
    .set({ ...access, changedAt })
    .where(eq(networkLines.lineId, lineId));
}

/** Another plan locks the line anew, to the router that connects next. */
export async function setLinePlan(tx: Transaction, lineId: number, planId: string): Promise<void> {
  await tx
    .update(networkLines)
    .set({ planId, lockedMac: null, lockedMacAt: null })
    .where(eq(networkLines.lineId, lineId));
}

/**
 * Nothing happens to a line without a login. Another line with this login is PostgreSQL's unique
 * violation.
 */
export async function setUsername(tx: Transaction, lineId: number, username: string): Promise<void> {
  await tx.update(networkLines).set({ username }).where(eq(networkLines.lineId, lineId));
}

/**
 * When the network last requested access and what it got, to the minute: rejected routers retry
 * every few seconds.
 */
export async function recordAnswer(
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
 * A line with its login, which is null before the first payment, and its customer; null when there is
 * no such line.
 */
export async function findLineWithCustomer(queryable: Queryable, lineId: number) {
  const [row] = await queryable
    .select({ customer: customerColumns, line: networkLines })
    .from(lines)
    .innerJoin(users, eq(users.id, lines.accountId))
    .leftJoin(networkLines, eq(networkLines.lineId, lines.id))
    .where(eq(lines.id, lineId));
  return row ?? null;
}

/** The sessions of a line that are open now, the oldest first. */
export async function listOpenSessions(queryable: Queryable, lineId: number) {
  return queryable
    .select({
      nas: usageSessions.nas,
      nasName: serverName(usageSessions.nas),
      sessionId: usageSessions.sessionId,
      username: usageSessions.writtenUsername,
      framedAddress: usageSessions.framedAddress,
      startedAt: usageSessions.startedAt,
      lastPacketAt: usageSessions.lastPacketAt,
    })
    .from(usageSessions)
    .where(and(eq(usageSessions.lineId, lineId), isNull(usageSessions.endedAt)))
    .orderBy(asc(usageSessions.startedAt))
    .limit(100);
}
