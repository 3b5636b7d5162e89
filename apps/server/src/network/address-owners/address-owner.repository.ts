import { eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { monthAfter } from '../../platform/database/partitions/month.policy.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { accounts } from '../../platform/database/schema/identity/account-people.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';
import { addressPapers } from '../../platform/database/schema/network/address-paper.ts';
import { hasAddress } from '../sessions/session-list.repository.ts';
import { AROUND_MS } from './address-owner.policy.ts';

/** More had it only where many access servers give the same private addresses. */
const MOST = 200;

type FoundRow = {
  readonly customer_id: number | null;
  readonly customer_name: string | null;
  readonly account_number: string | null;
  readonly line_id: number | null;
  readonly label: string | null;
  readonly place: string | null;
  readonly username: string;
  readonly framed_address: string | null;
  readonly delegated_prefix: string | null;
  readonly framed_prefix: string | null;
  readonly calling_station: string | null;
  readonly nas: string;
  readonly started_at: Date;
  readonly is_start_sure: boolean;
  readonly last_event_at: Date;
  readonly last_packet_at: Date;
  readonly ended_at: Date | null;
  readonly stopped: boolean;
};

/**
 * The sessions that had an address, or a prefix with it, within ten minutes of a moment; the earliest first. A
 * session that is open moves to a later month before its own is three months old, so none of an earlier month
 * can have lasted so long.
 */
export async function listSessionsWithAddress(
  queryable: Queryable,
  { address, at }: { readonly address: string; readonly at: Date },
): Promise<FoundRow[]> {
  const [from, to] = [new Date(at.getTime() - AROUND_MS), new Date(at.getTime() + AROUND_MS)];
  const firstMonth = `${monthAfter(from.toISOString().slice(0, 7), -3)}-01`;
  const { rows } = await queryable.execute<FoundRow>(
    sql`select ${users.id} as customer_id, ${personName()} as customer_name, ${accounts.number} as account_number,
      ${lines.id} as line_id, ${lines.label} as label, ${lines.place} as place, s.username, s.framed_address, s.delegated_prefix,
      s.framed_prefix, s.calling_station, s.nas, s.started_at, s.is_start_sure, s.last_event_at, s.last_packet_at, s.ended_at, s.stopped
    from usage_sessions s left join ${lines} on ${lines.id} = s.user_id left join ${users} on ${users.id} = ${lines.accountId}
    left join ${accounts} on ${accounts.id} = ${lines.accountId}
    where ${hasAddress(address)} and s.month >= ${firstMonth}::date and (s.ended_at is null or s.ended_at >= ${from}) and s.started_at <= ${to}
    order by s.started_at, s.session_key limit ${MOST}`,
  );
  return rows.map((row) => ({
    ...row,
    started_at: new Date(row.started_at),
    last_event_at: new Date(row.last_event_at),
    last_packet_at: new Date(row.last_packet_at),
    ended_at: row.ended_at && new Date(row.ended_at),
  }));
}

/** The beginning of the session that ended first, or the first packet of one that is open; null while the log is empty. */
export async function findLogStart(queryable: Queryable): Promise<Date | null> {
  const { rows } = await queryable.execute<{ since: string | null }>(
    sql`select least((select s.started_at from usage_sessions s where s.ended_at is not null order by s.ended_at limit 1),
      (select min(s.first_packet_at) from usage_sessions s where s.ended_at is null)) as since`,
  );
  const since = rows[0]?.since ?? null;
  return since === null ? null : new Date(since);
}

export type PaperRow = typeof addressPapers.$inferSelect;

/** Holds these facts until the transaction ends: who asks for the same paper at once waits, and gets it. */
export async function lockFacts(tx: Transaction, factsKey: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('address-paper'), hashtext(${factsKey}))`);
}

/** The paper of these facts; null where there is none yet. */
export async function findPaperOfFacts(tx: Transaction, factsKey: string): Promise<PaperRow | null> {
  const [row] = await tx.select().from(addressPapers).where(eq(addressPapers.factsKey, factsKey));
  return row ?? null;
}

export async function insertPaper(tx: Transaction, paper: PaperRow): Promise<void> {
  await tx.insert(addressPapers).values(paper);
}

export async function findPaper(queryable: Queryable, number: string): Promise<PaperRow | null> {
  const [row] = await queryable.select().from(addressPapers).where(eq(addressPapers.number, number));
  return row ?? null;
}
