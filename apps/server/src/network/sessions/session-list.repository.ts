import { prefixesWith } from '@portal/kernel/ip-address';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { monthAfter } from '../../platform/database/partitions/month.policy.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';
import { accessServers } from '../../platform/database/schema/network/access-server.ts';
import { networkLines, radiusActions } from '../../platform/database/schema/network/network-access.ts';
import { customerAreas } from '../../platform/database/schema/network/outage.ts';
import type { SessionSearch } from './session-search.policy.ts';

export type SessionRow = {
  readonly id: string;
  readonly key: string;
  readonly customer_id: number | null;
  readonly customer_name: string | null;
  readonly line_id: number | null;
  readonly label: string | null;
  readonly username: string;
  readonly framed_address: string | null;
  readonly delegated_prefix: string | null;
  readonly calling_station: string | null;
  readonly nas: string;
  readonly nas_name: string | null;
  readonly nas_port: string | null;
  readonly started_at: string;
  readonly last_packet_at: string;
  readonly ended_at: string | null;
  readonly end_cause: string | null;
  /** In force. */
  readonly download_mbps: number | null;
  readonly limited: 'slower' | 'stop' | null;
  readonly download_bytes: string;
  readonly upload_bytes: string;
  readonly ending: boolean;
};

export type SessionChoice = {
  readonly nas: string | null;
  readonly area: string | null;
  readonly planId: string | null;
  /** Only those that are marked as silent, and whose last packet came before it. */
  readonly heardBefore: Date | null;
  /** Only of lines for which something is in force at the limit of their data. */
  readonly isLimited: boolean;
  readonly search: SessionSearch | null;
  /** When they ended; null for those that are online. */
  readonly ended: { readonly since: Date; readonly until: Date } | null;
  /** The key of the last one of the page before. */
  readonly before: string | null;
  readonly limit: number;
};

/** With more lines than these a login is looked for in the order of the list: it is found soon. */
const MOST_LINES = 500;

/** Tells apart sessions that began or ended in the same moment, and is the same as long as one lasts. */
export const fingerprint = sql`substr(md5(s.session_key || ' ' || s.generation), 1, 16)`;
const micros = (moment: SQL) => sql`(extract(epoch from ${moment}) * 1000000)::bigint::text`;
const fromMicros = (text: string) => sql`(timestamptz 'epoch' + ${text}::bigint * interval '1 microsecond')`;
const iso = (moment: SQL) => sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const mac = sql`lower(regexp_replace(s.calling_station, '[^0-9A-Fa-f]', '', 'g'))`;

const columns = (order: SQL) => sql`
  ${micros(sql`s.first_packet_at`)} || '.' || ${fingerprint} as id, ${micros(order)} || '.' || ${fingerprint} as key,
  s.user_id, s.username, s.framed_address, s.delegated_prefix, s.calling_station, s.nas, s.nas_port, s.session_id,
  s.started_at, s.last_packet_at, s.ended_at, s.end_cause, s.download_bytes, s.upload_bytes`;

/** With whose it is, for the few that are shown. */
const withOwners = (found: SQL) => sql`
  with found as materialized (${found})
  select f.id, f.key, ${users.id} as customer_id, ${personName()} as customer_name, ${lines.id} as line_id,
    ${lines.label} as label, f.username, f.framed_address, f.delegated_prefix, f.calling_station, f.nas, f.nas_port,
    ${iso(sql`f.started_at`)} as started_at, ${iso(sql`f.last_packet_at`)} as last_packet_at, ${iso(sql`f.ended_at`)} as ended_at,
    f.end_cause, coalesce(${networkLines.limitedDownloadMbps}, ${networkLines.downloadMbps}) as download_mbps, ${networkLines.limited} as limited,
    ${accessServers.name} as nas_name, f.download_bytes::text, f.upload_bytes::text,
    f.ended_at is null and exists (
      select from ${radiusActions} where ${radiusActions.lineId} = f.user_id and ${radiusActions.state} = 'waiting'
        and ${radiusActions.kind} = 'disconnect' and ${radiusActions.nas} = f.nas and ${radiusActions.sessionId} = f.session_id
    ) as ending
  from found f left join ${lines} on ${lines.id} = f.user_id left join ${users} on ${users.id} = ${lines.accountId}
  left join ${networkLines} on ${networkLines.lineId} = f.user_id
  left join ${accessServers} on ${accessServers.address} = f.nas and ${accessServers.retiredAt} is null`;

/** The lines whose login begins like this; null where they are many. */
async function linesOfLogin(queryable: Queryable, beginning: string): Promise<number[] | null> {
  const { rows } = await queryable.execute<{ id: number }>(
    sql`select ${networkLines.lineId} as id from ${networkLines} where starts_with(${networkLines.username}, ${beginning}) limit ${MOST_LINES + 1}`,
  );
  return rows.length > MOST_LINES ? null : rows.map(({ id }) => id);
}

/** Whether a session was given this address, or a prefix of IPv6 that has it in it. */
export function hasAddress(address: string): SQL {
  const prefixes = `{${prefixesWith(address).join(',')}}`;
  if (prefixes === '{}') return sql`s.framed_address = ${address}`;
  return sql`(s.delegated_prefix = any(${prefixes}::varchar[]) or s.framed_prefix = any(${prefixes}::varchar[]))`;
}

async function searched(queryable: Queryable, search: SessionSearch): Promise<SQL> {
  if (search.by === 'mac') return sql`s.calling_station is not null and ${mac} = ${search.mac}`;
  if (search.by === 'address') return hasAddress(search.address);
  const { beginning } = search;
  const found = await linesOfLogin(queryable, beginning);
  if (found === null) return sql`starts_with(s.username, ${beginning})`;
  // A line that has another login meanwhile is found by the one that it has.
  return sql`(s.user_id = any(${`{${found.join(',')}}`}::int[]) or s.user_id is null and starts_with(s.username, ${beginning}))`;
}

/**
 * The months whose partitions may have sessions that ended between two moments: those that are open move
 * to a later month before theirs is three months old.
 */
function monthsOf({ since, until }: NonNullable<SessionChoice['ended']>): SQL {
  const first = monthAfter(since.toISOString().slice(0, 7), -3);
  const last = monthAfter(until.toISOString().slice(0, 7), 1);
  return sql`s.month between ${`${first}-01`}::date and ${`${last}-01`}::date`;
}

/** The sessions of a choice, the latest first: by their first packet while they are open, else by their end. */
export async function listSessionRows(queryable: Queryable, choice: SessionChoice): Promise<SessionRow[]> {
  const { nas, area, planId, heardBefore, isLimited, search, ended, before, limit } = choice;
  const order = ended === null ? sql`s.first_packet_at` : sql`s.ended_at`;
  // An address has few sessions: they are found by it and sorted. PostgreSQL expects many of a prefix, and would
  // look for it among all sessions in their order.
  const isOfFew = search !== null && search.by !== 'login';
  const sortedBy = isOfFew ? sql`(${order} + interval '0')` : order;
  const [beforeMicros = '0', beforePrint = ''] = before?.split('.') ?? [];
  const conditions = [
    ended === null
      ? sql`s.ended_at is null`
      : sql`s.ended_at >= ${ended.since} and s.ended_at <= ${ended.until} and ${monthsOf(ended)}`,
    ...(nas === null ? [] : [sql`s.nas = ${nas}`]),
    ...(area === null
      ? []
      : [
          sql`exists (select from ${customerAreas} where ${customerAreas.lineId} = s.user_id and ${customerAreas.area} = ${area})`,
        ]),
    ...(planId === null
      ? []
      : [
          sql`exists (select from ${networkLines} where ${networkLines.lineId} = s.user_id and ${networkLines.planId} = ${planId})`,
        ]),
    ...(isLimited
      ? [
          sql`s.user_id in (select ${networkLines.lineId} from ${networkLines} where ${networkLines.limitReachedPeriod} is not null and ${networkLines.limited} is not null)`,
        ]
      : []),
    ...(heardBefore === null ? [] : [sql`s.is_silent and s.last_packet_at < ${heardBefore}`]),
    ...(search === null ? [] : [await searched(queryable, search)]),
    ...(before === null
      ? []
      : [
          sql`${order} <= ${fromMicros(beforeMicros)} and (${order} < ${fromMicros(beforeMicros)} or ${fingerprint} < ${beforePrint})`,
        ]),
  ];
  const { rows } = await queryable.execute<SessionRow>(
    sql`${withOwners(sql`select ${columns(order)} from usage_sessions s where ${sql.join(conditions, sql` and `)}
      order by ${sortedBy} desc, ${fingerprint} desc limit ${limit}`)} order by length(f.key) desc, f.key desc`,
  );
  return rows;
}

/** The sessions of a line: those that are open, then those that ended last. */
export async function listSessionsOfLine(queryable: Queryable, lineId: number, limit: number): Promise<SessionRow[]> {
  const of = (state: SQL, order: SQL) =>
    sql`(select ${columns(order)} from usage_sessions s where s.user_id = ${lineId} and ${state} order by ${order} desc limit ${limit})`;
  const open = of(sql`s.ended_at is null`, sql`s.first_packet_at`);
  const ended = of(sql`s.ended_at is not null`, sql`s.ended_at`);
  const { rows } = await queryable.execute<SessionRow>(
    sql`${withOwners(sql`${open} union all ${ended}`)} order by f.ended_at desc nulls first, f.id desc limit ${limit}`,
  );
  return rows;
}
