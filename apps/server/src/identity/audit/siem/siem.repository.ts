import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connection.ts';
import { siemCursors } from '../../../platform/database/schema/platform/security-event.ts';
import type { Stream, StreamRow } from './siem-line.policy.ts';

/** How far the stream was sent, once this instance alone may send it until the lease ends; else null. */
export async function leaseStream(
  database: Database,
  stream: Stream,
  lease: { readonly by: string; readonly seconds: number },
): Promise<number | null> {
  await database.insert(siemCursors).values({ stream, sentId: 0 }).onConflictDoNothing();
  const isFree = or(
    isNull(siemCursors.leasedUntil),
    lt(siemCursors.leasedUntil, sql`now()`),
    eq(siemCursors.leasedBy, lease.by),
  );
  const [row] = await database
    .update(siemCursors)
    .set({ leasedBy: lease.by, leasedUntil: sql`now() + ${lease.seconds} * interval '1 second'` })
    .where(and(eq(siemCursors.stream, stream), isFree))
    .returning({ sentId: siemCursors.sentId });
  return row?.sentId ?? null;
}

/** False where another instance has taken the stream over meanwhile. */
export async function moveCursor(
  database: Database,
  stream: Stream,
  move: { readonly by: string; readonly from: number; readonly to: number },
): Promise<boolean> {
  const moved = await database
    .update(siemCursors)
    .set({ sentId: move.to, sentAt: sql`now()` })
    .where(and(eq(siemCursors.stream, stream), eq(siemCursors.leasedBy, move.by), eq(siemCursors.sentId, move.from)))
    .returning({ stream: siemCursors.stream });
  return moved.length > 0;
}

/** Audit records in the order of their hash chain, so that none that was committed late is missed. */
async function listAuditEntries(database: Database, after: number, limit: number): Promise<StreamRow[]> {
  const { rows } = await database.execute<StreamRow>(
    sql`select c.sequence as id, c.source_at as at, json_build_object(
        'kind', c.kind, 'id', c.source_id, 'sequence', c.sequence, 'hash', encode(c.hash, 'hex'),
        'actorId', r.actor_id, 'actorKind', r.actor_kind, 'actorProgram', r.actor_program,
        'actorKeyId', r.actor_key_id, 'action', r.action, 'subject', r.subject
      ) as fields
      from audit_chain c
      left join audit_records r on c.kind = 'record' and r.id = c.source_id and r.created_at = c.source_at
      where c.sequence > ${after} order by c.sequence limit ${limit}`,
  );
  return rows;
}

async function listSecurityEvents(database: Database, after: number, limit: number): Promise<StreamRow[]> {
  const { rows } = await database.execute<StreamRow>(
    sql`select id, last_at as at, json_build_object(
        'id', id, 'event', event, 'actor', actor, 'source', source, 'detail', detail, 'count', count,
        'firstAt', first_at, 'lastAt', last_at
      ) as fields
      from security_events where id > ${after} order by id limit ${limit}`,
  );
  return rows;
}

export function listRows(database: Database, stream: Stream, after: number, limit: number): Promise<StreamRow[]> {
  return stream === 'audit' ? listAuditEntries(database, after, limit) : listSecurityEvents(database, after, limit);
}

/** How old the oldest line is that waits to be sent, in seconds; 0 when none does. */
export async function readDelay(database: Database): Promise<number> {
  const { rows } = await database.execute<{ seconds: number }>(
    sql`select coalesce(extract(epoch from now() - least(
        (select min(source_at) from (
          select source_at from audit_chain
          where sequence > coalesce((select sent_id from siem_cursors where stream = 'audit'), 0) order by sequence limit 1) a),
        (select min(last_at) from (
          select last_at from security_events
          where id > coalesce((select sent_id from siem_cursors where stream = 'security'), 0) order by id limit 1) s)
      )), 0)::float8 as seconds`,
  );
  return Math.max(rows[0]?.seconds ?? 0, 0);
}
