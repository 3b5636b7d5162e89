import type { AccessMismatchTotals } from '@portal/contract/network/access';
import { asc, desc, eq, lt, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';
import { accessMismatches, accessReconciliations } from '../../platform/database/schema/network/network-access.ts';
import { serverName } from '../access-servers/access-server.repository.ts';
import { customerColumns } from './line.repository.ts';

/**
 * Claims the reconciliation of a day; false when it is done already, here or at another instance.
 */
export async function claimReconciliation(tx: Transaction, day: string, now: Date): Promise<boolean> {
  const claimed = await tx
    .insert(accessReconciliations)
    .values({ day, reconciledAt: now, total: 0 })
    .onConflictDoNothing()
    .returning({ day: accessReconciliations.day });
  return claimed.length === 1;
}

/** Deletes old reconciliations with their mismatches. */
export async function forgetReconciliations(tx: Transaction, before: string): Promise<void> {
  await tx.delete(accessReconciliations).where(lt(accessReconciliations.day, before));
}

/**
 * Stores where network and subscription records differ, up to `limit` mismatches of each kind, the
 * longest ones first, and the total of each. Only sessions with a packet at `lastPacketSince` or later
 * count as online. A paid line counts as blocked when it was never opened, is recorded as closed,
 * or was rejected after it was opened and not accepted since.
 */
export async function writeMismatches(
  tx: Transaction,
  order: { readonly day: string; readonly lastPacketSince: Date; readonly limit: number },
): Promise<void> {
  const { day, lastPacketSince, limit } = order;
  await tx.execute(sql`
    with online as (
      select distinct on (user_id, username, nas) user_id, username, nas, started_at
      from usage_sessions where ended_at is null and last_packet_at >= ${lastPacketSince.toISOString()}::timestamptz
      order by user_id, username, nas, started_at
    ), found as (
      select 'unpaid-but-online' as kind, o.user_id, o.username, o.nas, o.started_at as since
      from online o
      where o.user_id is not null
        and not exists (select from user_subscriptions s where s.user_id = o.user_id and s.status = 'active')
      union all
      select 'unknown-login', null, o.username, o.nas, o.started_at from online o where o.user_id is null
      union all
      select 'paid-but-blocked', s.user_id, l.username, null,
        case when l.access = 'open' then l.last_refused_at else coalesce(l.changed_at, s.updated_at) end
      from user_subscriptions s left join network_lines l on l.user_id = s.user_id
      where s.status = 'active' and (
        l.user_id is null or l.access = 'closed'
        or (l.last_refused_at > l.changed_at and l.last_refused_at > coalesce(l.last_accepted_at, '-infinity'))
      )
    ), counted as (
      update access_reconciliations
      set total = (select count(*) from found),
        totals = (select coalesce(jsonb_object_agg(kind, n), '{}') from (select kind, count(*) as n from found group by kind) as kinds)
      where day = ${day}
    )
    insert into access_mismatches (day, kind, user_id, username, nas, since)
    select ${day}::date, kind, user_id, username, nas, since
    from (select *, row_number() over (partition by kind order by since) as place from found) as placed
    where place <= ${limit} order by kind, place`);
}

/** The total of each kind; reconciliations from before they were counted by kind have none. */
export function totalsOf(totals: Partial<AccessMismatchTotals>): AccessMismatchTotals {
  return { 'paid-but-blocked': 0, 'unpaid-but-online': 0, 'unknown-login': 0, ...totals };
}

/** The latest reconciliation with its mismatches; null before the first. */
export async function findLatestReconciliation(database: Queryable) {
  const [reconciliation] = await database
    .select()
    .from(accessReconciliations)
    .orderBy(desc(accessReconciliations.day))
    .limit(1);
  if (!reconciliation) return null;
  const mismatches = await database
    .select({ mismatch: accessMismatches, nasName: serverName(accessMismatches.nas), customer: customerColumns })
    .from(accessMismatches)
    .leftJoin(lines, eq(lines.id, accessMismatches.lineId))
    .leftJoin(users, eq(users.id, lines.accountId))
    .where(eq(accessMismatches.day, reconciliation.day))
    .orderBy(asc(accessMismatches.id));
  return { ...reconciliation, mismatches };
}
