import type pg from 'pg';
import { untilLocked } from './partition-session.ts';

type MissingIndex = {
  /** Of the partitioned table, as PostgreSQL writes it down. */
  readonly definition: string;
  readonly index: string;
  readonly partition: string;
  readonly name: string;
};

/** What a partition lacks of the indexes that a migration has made of its table alone. */
const MISSING = `
  select pg_get_indexdef(wanted.indexrelid) as definition, wanted.indexrelid::regclass::text as index,
    part.relname as partition, part.relname || substr(name.relname, length(parent.relname) + 1) as name
  from pg_index wanted join pg_class name on name.oid = wanted.indexrelid
  join pg_class parent on parent.oid = wanted.indrelid and parent.relkind = 'p' and parent.relnamespace = 'public'::regnamespace
  join pg_inherits below on below.inhparent = parent.oid join pg_class part on part.oid = below.inhrelid
  where not wanted.indisvalid and not exists (
    select from pg_inherits attached join pg_index own on own.indexrelid = attached.inhrelid
    where attached.inhparent = wanted.indexrelid and own.indrelid = part.oid)
  order by part.relname, name.relname`;

async function buildIndex(client: pg.Client, { definition, index, partition, name }: MissingIndex): Promise<void> {
  const [, rest] = definition.split(/ ON ONLY \S+ /);
  if (rest === undefined) throw new Error(`the index ${index} is not of a partitioned table alone`);
  // An earlier attempt that was interrupted leaves one that is not valid.
  await client.query(`drop index concurrently if exists ${name}`);
  await client.query(`create index concurrently ${name} on ${partition} ${rest}`);
  await client.query("set lock_timeout = '30ms'");
  try {
    await untilLocked(() => client.query(`alter index ${index} attach partition ${name}`));
  } finally {
    await client.query('set lock_timeout = 0');
  }
}

/**
 * Builds, partition by partition, the indexes that partitions lack: PostgreSQL builds none of a
 * partitioned table without a lock that every write waits for, so a migration creates it `ON ONLY` the
 * table. Nobody waits for this; it takes minutes for 100 million rows. Does nothing where none is
 * missing, and goes on where it was interrupted. One at a time: under the lock of migrations.
 */
export async function buildPartitionIndexes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<MissingIndex>(MISSING);
  // Whoever builds an index concurrently waits for all others without stopping them.
  await client.query('set lock_timeout = 0');
  for (const missing of rows) await buildIndex(client, missing);
}
