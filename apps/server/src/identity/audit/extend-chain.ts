import { randomUUID } from 'node:crypto';
import { type Database, type Transaction, unhurried } from '../../platform/database/connection.ts';
import {
  findChainEnd,
  insertEntries,
  listUnchained,
  listUnchainedDrops,
  listUnchainedRedactions,
  lockChain,
  type NewEntry,
  type RecordWithContent,
  readNewestId,
} from './audit-chain.repository.ts';
import {
  CHAIN_START,
  contentDigest,
  dropDigest,
  entryHash,
  recordDigest,
  redactionDigest,
} from './audit-digest.policy.ts';

const ENTRIES_AT_ONCE = 1000;

type Source = Pick<NewEntry, 'kind' | 'id' | 'at' | 'salt' | 'content' | 'digest'>;

function sourceOfRecord(record: RecordWithContent): Source {
  const salt = record.redacted ? null : randomUUID();
  const content = salt === null ? null : contentDigest(salt, record.before, record.after);
  const { id, at } = record;
  return { kind: 'record', id, at, salt, content, digest: recordDigest(record, content) };
}

/** Returns how many entries were added. */
async function addEntries(tx: Transaction, limit: number): Promise<number> {
  if (!(await lockChain(tx))) return 0;
  const end = (await findChainEnd(tx)) ?? { sequence: 0, hash: CHAIN_START, settledId: 0 };
  const { newest, isSettled } = await readNewestId(tx);
  const records = await listUnchained(tx, end.settledId, limit);
  const isWhole = records.length < limit;
  const none = { salt: null, content: null };
  const redactions = isWhole ? await listUnchainedRedactions(tx, limit) : [];
  const drops = isWhole ? await listUnchainedDrops(tx, limit) : [];
  const sources: Source[] = [
    ...records.map(sourceOfRecord),
    ...redactions.map((one) => ({ kind: 'redaction' as const, ...one, ...none, digest: redactionDigest(one) })),
    ...drops.map((one) => ({ kind: 'drop' as const, id: one.id, at: one.at, ...none, digest: dropDigest(one) })),
  ];
  if (sources.length === 0) return 0;
  let { sequence, hash } = end;
  const entries = sources.map((source): NewEntry => {
    sequence++;
    hash = entryHash(hash, sequence, source.digest);
    return { ...source, sequence, hash };
  });
  const reached = isWhole ? newest : Math.min(newest, Number(records.at(-1)?.id));
  await insertEntries(tx, entries, isSettled ? Math.max(end.settledId, reached) : end.settledId);
  return entries.length;
}

/**
 * Adds every audit record, redaction and dropped month that is committed and not in the hash chain yet,
 * each once; nothing while another instance is at it. Records wait for nothing of it. `batch`: how many
 * of each kind in one transaction.
 */
export async function extendChain(database: Database, signal: AbortSignal, batch = ENTRIES_AT_ONCE): Promise<void> {
  const patient = unhurried(database);
  for (let added = batch; added >= batch && !signal.aborted; ) {
    added = await patient.transaction((tx) => addEntries(tx, batch));
  }
}
