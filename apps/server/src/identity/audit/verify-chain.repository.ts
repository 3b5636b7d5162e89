import type pg from 'pg';
import { DROP_COLUMNS, RECORD_COLUMNS, REDACTION_COLUMNS, type RecordWithContent } from './audit-chain.repository.ts';
import type { ChainedDrop } from './audit-digest.policy.ts';

type Queries = Pick<pg.ClientBase, 'query'>;

/** An entry of the chain with what it is about as that is stored now; null where it is gone. */
export type StoredEntry = {
  readonly sequence: number;
  readonly kind: 'record' | 'redaction' | 'drop';
  readonly sourceId: string;
  readonly salt: string | null;
  readonly content: Buffer | null;
  readonly digest: Buffer;
  readonly hash: Buffer;
  /** Microseconds since 1970. */
  readonly at: number;
  readonly record: RecordWithContent | null;
  readonly redaction: { readonly id: string; readonly at: string } | null;
  readonly drop: ChainedDrop | null;
};

const ENTRIES_AT_ONCE = 2000;

/** One snapshot for all that follows. */
export async function beginVerification(client: Queries): Promise<void> {
  await client.query('begin transaction isolation level repeatable read, read only');
  // Each entry finds its record by the key; sorting a million of them first would need their memory.
  await client.query('set local enable_hashjoin = off');
  await client.query('set local enable_mergejoin = off');
  // As the chain was written, whatever the account prefers.
  await client.query("set local timezone = 'UTC'");
}

/** The chain in its order, a page at a time. */
export async function* readChain(client: Queries): AsyncGenerator<StoredEntry[]> {
  for (let after = 0; ; ) {
    const { rows } = await client.query<Omit<StoredEntry, 'sequence'> & { sequence: string }>(
      `select c.sequence, c.kind, c.source_id::text as "sourceId", c.salt::text as salt, c.content_digest as content,
         c.digest, c.hash, (extract(epoch from c.source_at) * 1000000)::float8 as at,
         to_json(r) as record, to_json(d) as redaction, to_json(g) as drop
       from (select * from audit_chain where sequence > $1 order by sequence limit ${ENTRIES_AT_ONCE}) c
       left join lateral (select ${RECORD_COLUMNS} from audit_records r
         where c.kind = 'record' and r.id = c.source_id and r.created_at = c.source_at) r on true
       left join lateral (select ${REDACTION_COLUMNS} from audit_redactions d
         where d.record_id = c.source_id and c.kind in ('record', 'redaction')) d on true
       left join lateral (select ${DROP_COLUMNS} from audit_drops g where c.kind = 'drop' and g.id = c.source_id) g on true
       order by c.sequence`,
      [after],
    );
    if (rows.length === 0) return;
    yield rows.map((row) => ({ ...row, sequence: Number(row.sequence) }));
    after = Number(rows.at(-1)?.sequence);
  }
}

/** The dropped months: until when their records were made (microseconds since 1970), and how many. */
export async function listDroppedMonths(client: Queries): Promise<{ before: number; records: number }[]> {
  const { rows } = await client.query<{ before: number; records: string }>(
    'select (extract(epoch from before) * 1000000)::float8 as before, records from audit_drops order by before',
  );
  return rows.map(({ before, records }) => ({ before, records: Number(records) }));
}

/** Whether there is a record with this id, made at any time. */
export async function hasRecord(client: Queries, id: string): Promise<boolean> {
  return ((await client.query('select from audit_records where id = $1', [id])).rowCount ?? 0) > 0;
}

/** Records without an entry, of before the last ten minutes, and how many are newer. */
export async function* readUnchained(client: Queries): AsyncGenerator<{ id: string; isNew: boolean }[]> {
  let after = { id: '0', at: '-infinity' };
  for (;;) {
    const { rows } = await client.query<{ id: string; at: string; isNew: boolean }>(
      `select r.id::text as id, r.created_at::text as at, r.created_at > now() - interval '10 minutes' as "isNew" from audit_records r
       where (r.id, r.created_at) > ($1, $2::timestamptz) and not exists (
         select from audit_chain c where c.source_id = r.id and c.kind = 'record' and c.source_at = r.created_at
       ) order by r.id, r.created_at limit ${ENTRIES_AT_ONCE}`,
      [after.id, after.at],
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last;
  }
}

export async function listAnchors(client: Queries): Promise<{ day: string; sequence: number; matches: boolean }[]> {
  const { rows } = await client.query<{ day: string; sequence: string; matches: boolean }>(
    `select a.day::text as day, a.sequence, coalesce(c.hash = a.hash, false) as matches
     from audit_anchors a left join audit_chain c using (sequence) order by a.day`,
  );
  return rows.map((row) => ({ ...row, sequence: Number(row.sequence) }));
}
