import type pg from 'pg';
import {
  CHAIN_START,
  contentDigest,
  dropDigest,
  entryHash,
  recordDigest,
  redactionDigest,
} from './audit-digest.policy.ts';
import {
  beginVerification,
  hasRecord,
  listAnchors,
  listDroppedMonths,
  readChain,
  readUnchained,
  type StoredEntry,
} from './verify-chain.repository.ts';

/**
 * `changed`, `missing`, `inserted`: an audit record, redaction or dropped month is not as it was chained,
 * is gone, or never was chained. `reordered`: an entry of the chain does not follow the one before it.
 * `anchor`: the chain does not have the state that an anchor states.
 */
export type ChainFault = {
  readonly kind: 'changed' | 'missing' | 'inserted' | 'reordered' | 'anchor';
  /** "record 17", "entry 3", "anchor of 2026-11-27". */
  readonly what: string;
};

export type ChainSummary = {
  readonly entries: number;
  readonly records: number;
  /** Ids of records whose content was erased. */
  readonly redacted: readonly string[];
  readonly dropped: number;
  /** Records of the last ten minutes that wait for their entry. */
  readonly pending: number;
  readonly faults: number;
  /** The hash of the last entry, hexadecimal; null for an empty chain. */
  readonly end: string | null;
};

/** A record may be chained later than a younger one, but not by more than this. */
const DAY_MICROS = 86_400_000_000;

function isContentRight({ salt, content, record, redaction }: StoredEntry): boolean {
  if (record?.redacted) return redaction !== null && salt === null && record.before === null && record.after === null;
  return record !== null && redaction === null && salt !== null && content !== null
    ? contentDigest(salt, record.before, record.after).equals(content)
    : false;
}

/** The digest of what the entry is about as it is stored now; null where that is gone. */
function presentDigest({ kind, content, record, redaction, drop }: StoredEntry): Buffer | null {
  if (kind === 'record') return record && recordDigest(record, content);
  if (kind === 'redaction') return redaction && redactionDigest(redaction);
  return drop && dropDigest(drop);
}

type Report = (kind: ChainFault['kind'], what: string) => void;

type Walked = {
  entries: number;
  records: number;
  /** Records of dropped months. */
  gone: number;
  /** The hash and the number of the last entry. */
  previous: Buffer;
  sequence: number;
  readonly redacted: string[];
  /** Ids of records that are there under another time. */
  readonly moved: Set<string>;
};

/** Compares each entry of the chain with the one before it and with what it is about. */
async function walkChain(
  client: Pick<pg.ClientBase, 'query'>,
  wanted: Set<string>,
  droppedUntil: number,
  report: Report,
): Promise<Walked> {
  const walked: Walked = {
    entries: 0,
    records: 0,
    gone: 0,
    previous: CHAIN_START,
    sequence: 0,
    redacted: [],
    moved: new Set(),
  };
  let latest = 0;
  const compare = async (entry: StoredEntry): Promise<void> => {
    const { kind, sourceId } = entry;
    const digest = presentDigest(entry);
    if (digest === null && kind === 'record' && entry.at < droppedUntil) walked.gone++;
    else if (digest === null && kind === 'record' && (await hasRecord(client, sourceId))) {
      walked.moved.add(sourceId);
      report('changed', `record ${sourceId}`);
    } else if (digest === null) report('missing', `${kind} ${sourceId}`);
    else if (!digest.equals(entry.digest) || (kind === 'record' && !isContentRight(entry))) {
      report('changed', `${kind} ${sourceId}`);
    } else if (entry.record?.redacted) walked.redacted.push(sourceId);
  };
  for await (const page of readChain(client)) {
    for (const entry of page) {
      const { kind, sourceId, sequence } = entry;
      walked.entries++;
      if (sequence !== walked.sequence + 1) report('missing', `entries ${walked.sequence + 1} to ${sequence - 1}`);
      else if (!entryHash(walked.previous, sequence, entry.digest).equals(entry.hash)) {
        report('reordered', `entry ${sequence} (${kind} ${sourceId})`);
      }
      [walked.previous, walked.sequence] = [entry.hash, sequence];
      wanted.delete(entry.hash.toString('hex'));
      await compare(entry);
      if (kind !== 'record') continue;
      walked.records++;
      if (entry.at < latest - DAY_MICROS) report('inserted', `record ${sourceId}, dated back`);
      latest = Math.max(latest, entry.at);
    }
  }
  return walked;
}

/** Returns how many records wait for their entry; reports those that have none although they are old. */
async function reportUnchained(
  client: Pick<pg.ClientBase, 'query'>,
  moved: ReadonlySet<string>,
  report: Report,
): Promise<number> {
  let pending = 0;
  for await (const page of readUnchained(client)) {
    for (const { id, isNew } of page) {
      if (isNew) pending++;
      else if (!moved.has(id)) report('inserted', `record ${id}`);
    }
  }
  return pending;
}

/**
 * Reads the whole audit log and its hash chain in one snapshot, a page at a time, and calls `onFault` for
 * whatever is not as it was chained. `anchors`: hashes from mails or logs that must be in the chain. The
 * computation is here and not in the database, whose functions its owner could replace. Ends its
 * transaction; writes nothing.
 */
export async function verifyChain(
  client: Pick<pg.ClientBase, 'query'>,
  anchors: readonly string[],
  onFault: (fault: ChainFault) => void,
): Promise<ChainSummary> {
  let faults = 0;
  const report: Report = (kind, what) => {
    faults++;
    onFault({ kind, what });
  };
  await beginVerification(client);
  try {
    const dropped = await listDroppedMonths(client);
    const wanted = new Set(anchors);
    const walked = await walkChain(client, wanted, dropped.at(-1)?.before ?? 0, report);
    const { entries, records, gone, redacted, previous } = walked;
    const droppedRecords = dropped.reduce((sum, month) => sum + month.records, 0);
    if (gone !== droppedRecords) {
      report(
        'missing',
        `${gone - droppedRecords} records of dropped months: ${droppedRecords} were dropped, ${gone} are gone`,
      );
    }
    const pending = await reportUnchained(client, walked.moved, report);
    for (const { day, matches } of await listAnchors(client)) if (!matches) report('anchor', `anchor of ${day}`);
    for (const hash of wanted) report('anchor', `anchor ${hash}`);
    const end = entries === 0 ? null : previous.toString('hex');
    return { entries, records, redacted, dropped: gone, pending, faults, end };
  } finally {
    await client.query('rollback');
  }
}
