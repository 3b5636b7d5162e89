import { sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/connection.ts';
import { auditAnchors, auditChain, type chainedKinds } from '../../platform/database/schema/identity/audit.ts';
import type { ChainedDrop, ChainedRecord } from './audit-digest.policy.ts';

/** Also in redact_audit_records (migration 0034): the content of a record is not erased meanwhile. */
const CHAIN_LOCK = 7_203_116;

const micros = (column: string): string => `(extract(epoch from ${column}) * 1000000)::bigint::text`;

/** The columns of ChainedRecord and its content, of `audit_records r`. */
export const RECORD_COLUMNS = `r.id::text as id, ${micros('r.created_at')} as at, r.actor_id::text as "actorId",
  r.actor_kind as "actorKind", r.actor_program as "actorProgram", r.actor_key_id::text as "actorKeyId",
  r.action, r.subject, r.before::text as before, r.after::text as after, r.redacted_at is not null as redacted`;

/** Of `audit_redactions d`. */
export const REDACTION_COLUMNS = `d.record_id::text as id, ${micros('d.redacted_at')} as at`;

/** Of `audit_drops g`. */
export const DROP_COLUMNS = `g.id::text as id, ${micros('g.dropped_at')} as at, g.partition, g.records::text as records,
  ${micros('g.before')} as before, g.last_sequence::text as "lastSequence", encode(g.last_hash, 'hex') as "lastHash"`;

export type RecordWithContent = ChainedRecord & {
  readonly before: string | null;
  readonly after: string | null;
  readonly redacted: boolean;
};

/** `settledId`: every record up to this id is in the chain, or never was stored. */
export type ChainEnd = { readonly sequence: number; readonly hash: Buffer; readonly settledId: number };

/** False while another instance extends the chain, or content is being erased. */
export async function lockChain(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(${CHAIN_LOCK}) as mine`);
  return rows[0]?.mine === true;
}

/** The last entry; null for an empty chain. */
export async function findChainEnd(tx: Transaction): Promise<ChainEnd | null> {
  const { rows } = await tx.execute<{ sequence: string; hash: Buffer; settled_id: string }>(
    sql`select sequence, hash, settled_id from audit_chain order by sequence desc limit 1`,
  );
  const [row] = rows;
  return row ? { sequence: Number(row.sequence), hash: row.hash, settledId: Number(row.settled_id) } : null;
}

/**
 * The newest id, and whether no transaction may still commit one up to it: whoever writes a record holds a
 * lock of the table from before it takes an id until it ends.
 */
export async function readNewestId(tx: Transaction): Promise<{ newest: number; isSettled: boolean }> {
  // Two statements in this order: an id that is taken after the first is greater.
  const newest = await tx.execute<{ id: string }>(sql`select coalesce(max(id), 0) as id from audit_records`);
  const writers = await tx.execute(
    sql`select from pg_locks where locktype = 'relation' and mode = 'RowExclusiveLock'
      and database = (select oid from pg_database where datname = current_database())
      and relation = 'audit_records'::regclass limit 1`,
  );
  return { newest: Number(newest.rows[0]?.id ?? 0), isSettled: writers.rows.length === 0 };
}

/** Records after the id that are not in the chain, by id. */
export async function listUnchained(tx: Transaction, afterId: number, limit: number): Promise<RecordWithContent[]> {
  const { rows } = await tx.execute<RecordWithContent>(
    sql`select ${sql.raw(RECORD_COLUMNS)} from audit_records r
      where r.id > ${afterId} and not exists (
        select from audit_chain c where c.source_id = r.id and c.kind = 'record'
      ) order by r.id limit ${limit}`,
  );
  return rows;
}

export async function listUnchainedRedactions(tx: Transaction, limit: number) {
  const { rows } = await tx.execute<{ id: string; at: string }>(
    sql`select ${sql.raw(REDACTION_COLUMNS)} from audit_redactions d where not exists (
        select from audit_chain c where c.source_id = d.record_id and c.kind = 'redaction'
      ) order by d.redacted_at, d.record_id limit ${limit}`,
  );
  return rows;
}

export async function listUnchainedDrops(tx: Transaction, limit: number) {
  const { rows } = await tx.execute<ChainedDrop>(
    sql`select ${sql.raw(DROP_COLUMNS)} from audit_drops g where not exists (
        select from audit_chain c where c.source_id = g.id and c.kind = 'drop'
      ) order by g.id limit ${limit}`,
  );
  return rows;
}

export type NewEntry = {
  readonly sequence: number;
  readonly kind: (typeof chainedKinds)[number];
  readonly id: string;
  /** Microseconds since 1970. */
  readonly at: string;
  readonly salt: string | null;
  readonly content: Buffer | null;
  readonly digest: Buffer;
  readonly hash: Buffer;
};

export async function insertEntries(tx: Transaction, entries: readonly NewEntry[], settledId: number): Promise<void> {
  const column = <Value>(of: (entry: NewEntry) => Value) => sql.param(entries.map(of));
  await tx.execute(
    sql`insert into ${auditChain} (sequence, kind, source_id, source_at, salt, content_digest, digest, hash, settled_id)
      select sequence, kind, id, 'epoch'::timestamptz + at * interval '1 microsecond', salt, content, digest, hash, ${settledId}
      from unnest(${column(({ sequence }) => sequence)}::bigint[], ${column(({ kind }) => kind)}::text[],
        ${column(({ id }) => id)}::bigint[], ${column(({ at }) => at)}::bigint[], ${column(({ salt }) => salt)}::uuid[],
        ${column(({ content }) => content)}::bytea[], ${column(({ digest }) => digest)}::bytea[],
        ${column(({ hash }) => hash)}::bytea[]
      ) as entry (sequence, kind, id, at, salt, content, digest, hash)`,
  );
}

/** False where that day has an anchor. */
export async function insertAnchor(tx: Transaction, day: string, end: ChainEnd): Promise<boolean> {
  const { sequence, hash } = end;
  const stored = await tx
    .insert(auditAnchors)
    .values({ day, sequence, hash })
    .onConflictDoNothing()
    .returning({ day: auditAnchors.day });
  return stored.length > 0;
}
