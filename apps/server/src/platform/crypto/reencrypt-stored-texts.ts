import type { FastifyBaseLogger } from 'fastify';
import { Gauge } from 'prom-client';
import { type Transaction, unhurried } from '../database/connection.ts';
import type { Job } from '../jobs/job-runner.ts';
import type { Platform } from '../platform.ts';
import { countByKey, lockOthers, replaceTexts, type StoredText } from './encrypted-column.repository.ts';
import type { EncryptedColumn } from './encrypted-column.ts';
import { createEncryption, type Encryption, keyMark } from './encryption.ts';

const AT_ONCE = 200;
const INTERVAL_MS = 3_600_000;

type Dependencies = Pick<Platform, 'database' | 'encryptionKeys' | 'randomBytes' | 'metricsRegistry'> & {
  readonly logger: Pick<FastifyBaseLogger, 'info' | 'error'>;
};

/** Encrypts some texts anew with the present key. Returns those it found, and how many it cannot read. */
async function reencryptSome(
  tx: Transaction,
  column: EncryptedColumn,
  { encrypt, decrypt }: Encryption,
  wanted: Parameters<typeof lockOthers>[2],
): Promise<{ readonly found: readonly StoredText[]; readonly unreadable: number }> {
  const found = await lockOthers(tx, column, wanted);
  const replacements = found.flatMap(({ id, text }) => {
    try {
      return [{ id, text: encrypt(decrypt(text)) }];
    } catch {
      return [];
    }
  });
  if (replacements.length > 0) await replaceTexts(tx, column, replacements);
  return { found, unreadable: found.length - replacements.length };
}

/**
 * Encrypts every text of the column that another key encrypted with the present one, 200 in a
 * transaction. Several instances may do it at once, and an interrupted run is continued by the
 * next. Returns how many it encrypted and how many no configured key can read; those stay.
 */
async function reencryptColumn(deps: Dependencies, column: EncryptedColumn, signal: AbortSignal) {
  const { database, encryptionKeys: keys } = deps;
  const encryption = createEncryption({ ...deps, keys, purpose: column.purpose });
  const mark = keyMark(keys[0]);
  let after: StoredText['id'] | null = null;
  let [encrypted, unreadable] = [0, 0];
  while (!signal.aborted) {
    const wanted: Parameters<typeof lockOthers>[2] = { mark, after, limit: AT_ONCE };
    const some: Awaited<ReturnType<typeof reencryptSome>> = await unhurried(database).transaction((tx) =>
      reencryptSome(tx, column, encryption, wanted),
    );
    encrypted += some.found.length - some.unreadable;
    unreadable += some.unreadable;
    after = some.found.at(-1)?.id ?? null;
    if (after === null) break;
  }
  return { encrypted, unreadable };
}

/** How many texts other keys than the present one encrypted. */
async function countOthers({ database, encryptionKeys: keys }: Dependencies, column: EncryptedColumn): Promise<number> {
  const counts = await unhurried(database).transaction((tx) => countByKey(tx, column));
  const present = keyMark(keys[0]);
  return counts.reduce((sum, { mark, count }) => (mark === present ? sum : sum + count), 0);
}

/**
 * Encrypts what earlier keys encrypted with the present one, in the background, at the start and
 * every hour. The metric and the log say how much is left: at 0 the earlier keys may be removed.
 */
export function reencryptionJob(deps: Dependencies, columns: readonly EncryptedColumn[]): Job {
  const left = new Gauge({
    name: 'encrypted_by_earlier_key',
    help: 'Stored secrets that are not encrypted with the present key yet. At 0 the earlier keys may be removed.',
    labelNames: ['content'] as const,
    registers: [deps.metricsRegistry],
  });
  const work = async (signal: AbortSignal): Promise<void> => {
    for (const column of columns) {
      const labels = { content: column.name };
      left.set(labels, await countOthers(deps, column));
      const { encrypted, unreadable } = await reencryptColumn(deps, column, signal);
      const remaining = await countOthers(deps, column);
      left.set(labels, remaining);
      if (encrypted > 0) deps.logger.info({ ...labels, encrypted, left: remaining }, 'encrypted with the present key');
      if (unreadable > 0) deps.logger.error({ ...labels, unreadable }, 'encrypted with a key that is not configured');
    }
  };
  return { name: 're-encrypt', intervalMs: INTERVAL_MS, work, atStart: true };
}
