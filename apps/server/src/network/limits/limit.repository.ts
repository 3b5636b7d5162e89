import { and, asc, isNotNull, lt } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { type NamedStatement, runNamed } from '../../platform/database/run-named.ts';
import { networkLines } from '../../platform/database/schema/network/network-access.ts';
import { addedData } from '../usage/added-data.repository.ts';

const LOCK: NamedStatement = {
  name: 'lock_lines_for_limit',
  text: 'select user_id from network_lines where user_id = any($1::int[]) order by user_id for update',
};

/**
 * Of a `stop` only a new session is surely free again: an attribute that is missing from a CoA takes nothing
 * back. Of many lines at once, because whole areas may cross in the same minute.
 */
const APPLY: NamedStatement = {
  name: 'apply_limits',
  text: `with lines as (
      select l.user_id, l.access, l.download_mbps, l.limit_reached_period, l.limited, l.limited_download_mbps, l.limited_upload_mbps, p.at_limit,
        p.limit_download_mbps, p.limit_upload_mbps,
        coalesce(m.data_limit + added.gigabytes > 0 and m.data_used >= m.data_limit + added.gigabytes, false) as is_reached
      from network_lines l
      left join user_subscriptions s on s.user_id = l.user_id and s.status <> 'cancelled'
      left join service_plans p on p.id = s.plan_id
      left join usage_data m on m.user_id = l.user_id and m.period = $2
      left join lateral (select ${addedData('l.user_id', '$2')} as gigabytes) added on true
      where l.user_id = any($1::int[])
    ), wanted as (
      select user_id, case when is_reached then $2 end as period,
        case when is_reached and at_limit <> 'nothing' then at_limit end as limited,
        case when is_reached and at_limit = 'slower' then limit_download_mbps end as down,
        case when is_reached and at_limit = 'slower' then limit_upload_mbps end as up,
        lines.limited as limited_before
      from lines
    ), written as (
      update network_lines l set limit_reached_period = w.period, limited = w.limited, limited_download_mbps = w.down, limited_upload_mbps = w.up,
        changed_at = case when (l.limited, l.limited_download_mbps, l.limited_upload_mbps) is distinct from (w.limited, w.down, w.up) then $3 else l.changed_at end
      from wanted w
      where l.user_id = w.user_id
        and (l.limit_reached_period, l.limited, l.limited_download_mbps, l.limited_upload_mbps) is distinct from (w.period, w.limited, w.down, w.up)
      returning l.user_id, l.access, l.download_mbps, w.limited, w.down, w.up, w.limited_before
    ), changed as (
      select w.* from written w join lines using (user_id)
      where (w.limited, w.down, w.up) is distinct from (lines.limited, lines.limited_download_mbps, lines.limited_upload_mbps)
    ), superseded as (
      update radius_actions a set state = 'superseded', next_attempt_at = null, updated_at = $3
      from changed c where $4 and c.access = 'open' and a.user_id = c.user_id and a.state = 'waiting' and a.kind = 'change-speed'
    ), queued as (
      insert into radius_actions (user_id, username, kind, reason, nas, session_id, framed_address, download_mbps, upload_mbps, limited, next_attempt_at, created_at, updated_at)
      select c.user_id, u.written_username, case when c.limited_before = 'stop' then 'disconnect' else 'change-speed' end,
        case when c.limited is null then 'limit-lifted' else 'limit-reached' end, u.nas, u.session_id, u.framed_address,
        coalesce(c.down, c.download_mbps), c.up, c.limited, $3, $3, $3
      from changed c join usage_sessions u on u.user_id = c.user_id and u.ended_at is null
      where $4 and c.access = 'open' and not exists (
        select 1 from radius_actions d
        where d.user_id = c.user_id and d.state = 'waiting' and d.kind = 'disconnect' and d.nas = u.nas and d.session_id = u.session_id
      )
    )
    select user_id as "lineId", limited, limited_before as "limitedBefore" from changed order by user_id`,
};

export type LimitChange = {
  readonly lineId: number;
  readonly limited: 'slower' | 'stop' | null;
  readonly limitedBefore: 'slower' | 'stop' | null;
};

/**
 * Records for each line whether its data of `period` are used up, puts what its plan does then in force, and
 * with `queue` queues an action for each of its open sessions. Returns the lines for which another restriction
 * is in force than before. The lines are locked first: what follows reads all that was committed before.
 */
export async function writeLimits(
  tx: Transaction,
  order: {
    readonly lineIds: readonly number[];
    readonly period: string;
    readonly now: Date;
    readonly queue: boolean;
  },
): Promise<LimitChange[]> {
  await runNamed(tx, LOCK, [order.lineIds]);
  return runNamed<LimitChange>(tx, APPLY, [order.lineIds, order.period, order.now, order.queue]);
}

/** Lines whose data were used up in a month before `period`, in the order of months, `limit` at most. */
export async function listReachedBefore(database: Queryable, period: string, limit: number): Promise<number[]> {
  const rows = await database
    .select({ lineId: networkLines.lineId })
    .from(networkLines)
    .where(and(isNotNull(networkLines.limitReachedPeriod), lt(networkLines.limitReachedPeriod, period)))
    .orderBy(asc(networkLines.limitReachedPeriod), asc(networkLines.lineId))
    .limit(limit);
  return rows.map(({ lineId }) => lineId);
}
