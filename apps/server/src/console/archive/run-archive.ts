import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@portal/kernel/clock';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/database/connection.ts';
import type { FileStore } from '../../platform/files/create-file-store.ts';
import { updateArchive } from './archive-run.repository.ts';
import { writeArchive } from './write-archive.ts';

const KEPT_MS = 24 * 3_600_000;
const ALIVE_EVERY_MS = 30_000;

export type ArchiveDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: FastifyBaseLogger;
  readonly release: string;
  readonly files: FileStore;
  /** Where archives are kept until they expire. */
  readonly folder: string;
};

export const archivePath = (folder: string, id: string): string => join(folder, `${id}.tar.gz`);

/** The size of the file, which is there whole or not at all. `signal` ends the connection. */
async function writeFile(
  { database, files, folder, release }: ArchiveDependencies,
  id: string,
  signal: AbortSignal,
): Promise<number> {
  const path = archivePath(folder, id);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const client = await database.$client.connect();
  let isOurs = true;
  const endConnection = () => {
    if (isOurs) client.release(true);
    isOurs = false;
  };
  signal.addEventListener('abort', endConnection);
  try {
    signal.throwIfAborted();
    await writeArchive({ client, files, release }, createWriteStream(`${path}.part`, { mode: 0o600, flush: true }));
    await rename(`${path}.part`, path);
    return (await stat(path)).size;
  } finally {
    signal.removeEventListener('abort', endConnection);
    // With the settings of its session.
    endConnection();
    await rm(`${path}.part`, { force: true });
  }
}

/** Writes an archive that is stored as running, and stores what became of it. */
export async function runArchive(deps: ArchiveDependencies, id: string, signal: AbortSignal): Promise<void> {
  const { database, clock, logger } = deps;
  const alive = setInterval(() => {
    updateArchive(database, id, { updatedAt: clock() }).catch((error: unknown) => {
      logger.warn({ err: error, archiveId: id }, 'an archive could not say that it is being written');
    });
  }, ALIVE_EVERY_MS);
  try {
    const sizeBytes = await writeFile(deps, id, signal);
    const finishedAt = clock();
    const expiresAt = new Date(finishedAt.getTime() + KEPT_MS);
    await updateArchive(database, id, { status: 'done', sizeBytes, finishedAt, expiresAt, updatedAt: finishedAt });
  } catch (error) {
    logger.error({ err: error, archiveId: id }, 'an archive failed');
    const finishedAt = clock();
    const failure = signal.aborted
      ? 'The portal was stopped meanwhile'
      : 'It could not be written: the log of the portal says why';
    await updateArchive(database, id, { status: 'failed', failure, finishedAt, updatedAt: finishedAt });
  } finally {
    clearInterval(alive);
  }
}
