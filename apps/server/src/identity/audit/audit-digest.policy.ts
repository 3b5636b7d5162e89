import { createHash } from 'node:crypto';

/**
 * An audit record as the chain reads it: every value as PostgreSQL writes it in text, `at` in
 * microseconds since 1970.
 */
export type ChainedRecord = {
  readonly id: string;
  readonly at: string;
  readonly actorId: string;
  readonly actorKind: string | null;
  readonly actorProgram: string | null;
  readonly actorKeyId: string | null;
  readonly action: string;
  readonly subject: string;
};

/** A month that retention has dropped, in the same form. */
export type ChainedDrop = {
  readonly id: string;
  readonly at: string;
  readonly partition: string;
  readonly records: string;
  readonly before: string;
  readonly lastSequence: string;
  readonly lastHash: string;
};

/** Values in their order, as JSON: no two lists have the same text. */
const digestOf = (values: readonly (string | null)[]): Buffer =>
  createHash('sha256').update(JSON.stringify(values)).digest();

const hexOf = (digest: Buffer | null): string | null => digest?.toString('hex') ?? null;

/** What a record says of before and after; its salt keeps it from being guessed once it is erased. */
export function contentDigest(salt: string, before: string | null, after: string | null): Buffer {
  return digestOf([salt, before, after]);
}

/** `content`: its digest, null where the content was erased before the record was chained. */
export function recordDigest(record: ChainedRecord, content: Buffer | null): Buffer {
  const { id, at, actorId, actorKind, actorProgram, actorKeyId, action, subject } = record;
  return digestOf(['record', id, at, actorId, actorKind, actorProgram, actorKeyId, action, subject, hexOf(content)]);
}

export function redactionDigest(redaction: { readonly id: string; readonly at: string }): Buffer {
  return digestOf(['redaction', redaction.id, redaction.at]);
}

export function dropDigest(drop: ChainedDrop): Buffer {
  const { id, at, partition, records, before, lastSequence, lastHash } = drop;
  return digestOf(['drop', id, at, partition, records, before, lastSequence, lastHash]);
}

/** What the first entry follows. */
export const CHAIN_START: Buffer = Buffer.alloc(32);

/** Of the entry with this number and digest, after an entry with this hash. */
export function entryHash(previous: Buffer, sequence: number, digest: Buffer): Buffer {
  return digestOf([hexOf(previous), String(sequence), hexOf(digest)]);
}
