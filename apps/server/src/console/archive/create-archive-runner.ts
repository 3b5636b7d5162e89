import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Archive } from '@portal/contract/console/archives';
import type { Clock } from '@portal/kernel/clock';
import type { FastifyBaseLogger } from 'fastify';
import type { recordAudit } from '../../identity/index.ts';
import type { Database } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import type { FileStore } from '../../platform/files/create-file-store.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import {
  expireArchives,
  type FoundArchive,
  failDeadArchives,
  findArchiveRun,
  insertArchive,
  listArchiveRuns,
  listKeptIds,
  updateArchive,
} from './archive-run.repository.ts';
import { writeArchive } from './write-archive.ts';

const LIST = 10;
const KEPT_MS = 24 * 3_600_000;
const ALIVE_EVERY_MS = 30_000;

export type ArchiveRunner = ReturnType<typeof createArchiveRunner>;

type Deps = {
  readonly database: Database;
  readonly clock: Clock;
  readonly recordAudit: typeof recordAudit;
  readonly logger: FastifyBaseLogger;
  readonly release: string;
  readonly files: FileStore;
  /** Where archives are kept until they expire. */
  readonly folder: string;
};

function present({ run, startedBy }: FoundArchive): Archive {
  const { id, status, startedAt, finishedAt, expiresAt, sizeBytes, failure } = run;
  return {
    id,
    status,
    startedBy,
    sizeBytes,
    failure,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}

/** Writes archives beside requests, on this machine, and deletes them a day later. */
export function createArchiveRunner(deps: Deps) {
  const { database, clock, logger, files, folder, release } = deps;
  const running = new Set<Promise<void>>();
  const clients = new Set<{ readonly release: (error: boolean) => void }>();
  const pathOf = (id: string) => join(folder, `${id}.tar.gz`);

  async function writeFile(id: string): Promise<number> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const part = `${pathOf(id)}.part`;
    const client = await database.$client.connect();
    clients.add(client);
    try {
      await writeArchive({ client, files, release }, createWriteStream(part, { mode: 0o600, flush: true }));
      await rename(part, pathOf(id));
      return (await stat(pathOf(id))).size;
    } finally {
      // With the settings of its session.
      if (clients.delete(client)) client.release(true);
      await rm(part, { force: true });
    }
  }

  async function run(id: string): Promise<void> {
    const alive = setInterval(() => {
      updateArchive(database, id, { updatedAt: clock() }).catch((error: unknown) => {
        logger.warn({ err: error, archiveId: id }, 'an archive could not say that it is being written');
      });
    }, ALIVE_EVERY_MS);
    try {
      const sizeBytes = await writeFile(id);
      const finishedAt = clock();
      const expiresAt = new Date(finishedAt.getTime() + KEPT_MS);
      await updateArchive(database, id, { status: 'done', sizeBytes, finishedAt, expiresAt, updatedAt: finishedAt });
    } catch (error) {
      logger.error({ err: error, archiveId: id }, 'an archive failed');
      const finishedAt = clock();
      const failure = 'It could not be written: the log of the portal says why';
      await updateArchive(database, id, { status: 'failed', failure, finishedAt, updatedAt: finishedAt });
    } finally {
      clearInterval(alive);
    }
  }

  async function requireArchive(id: string): Promise<FoundArchive> {
    const found = isUuid(id) ? await findArchiveRun(database, id) : null;
    if (!found) throw new ApiError('archive.not-found');
    return found;
  }

  const audit = (actorId: number, action: 'archive.make' | 'archive.download', id: string) =>
    database.transaction((tx) =>
      deps.recordAudit(tx, { actorId, action, subject: `archive:${id}`, before: null, after: null }),
    );

  return {
    /** The last ten, newest first. */
    list: async (): Promise<Archive[]> => {
      await failDeadArchives(database, clock());
      return (await listArchiveRuns(database, LIST)).map(present);
    },
    /** Begins to write one. Audited. Throws ApiError archive.running. */
    start: async (startedBy: number): Promise<Archive> => {
      const id = randomUUID();
      await failDeadArchives(database, clock());
      const isMine = await database.transaction((tx) => insertArchive(tx, { id, startedBy, startedAt: clock() }));
      if (!isMine) throw new ApiError('archive.running');
      await audit(startedBy, 'archive.make', id);
      const work = run(id)
        .catch((error: unknown) => logger.error({ err: error, archiveId: id }, 'an archive has no outcome'))
        .finally(() => running.delete(work));
      running.add(work);
      return present(await requireArchive(id));
    },
    /** Its file, for somebody. Audited before the first byte leaves. Throws ApiError archive.not-found. */
    open: async (id: string, actorId: number): Promise<{ readonly file: Readable; readonly sizeBytes: number }> => {
      const { run: found } = await requireArchive(id);
      const isThere = found.status === 'done' && found.expiresAt !== null && found.expiresAt > clock();
      const handle = isThere ? await open(pathOf(id)).catch(() => null) : null;
      if (!handle) throw new ApiError('archive.not-found');
      await audit(actorId, 'archive.download', id);
      return { file: handle.createReadStream(), sizeBytes: (await handle.stat()).size };
    },
    /** Deletes the files of those that have expired, and of those whose process has died. */
    removeExpired: async (): Promise<void> => {
      const now = clock();
      await failDeadArchives(database, now);
      await expireArchives(database, now);
      const kept = await listKeptIds(database);
      for (const name of await readdir(folder).catch(() => [])) {
        if (!kept.has(name.slice(0, name.indexOf('.')))) await rm(join(folder, name), { force: true });
      }
    },
    /** What is being written fails. */
    close: async (): Promise<void> => {
      for (const client of clients) if (clients.delete(client)) client.release(true);
      await Promise.all(running);
    },
  };
}
