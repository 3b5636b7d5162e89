import { randomUUID } from 'node:crypto';
import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Archive } from '@portal/contract/console/archives';
import type { recordAudit } from '../../identity/index.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import {
  expireArchives,
  type FoundArchive,
  failDeadArchives,
  findArchiveRun,
  insertArchive,
  listArchiveRuns,
  listIdsWithFile,
} from './archive-run.repository.ts';
import { type ArchiveDependencies, archivePath, runArchive } from './run-archive.ts';

const LIST = 10;

export type ArchiveRunner = ReturnType<typeof createArchiveRunner>;

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
export function createArchiveRunner(deps: ArchiveDependencies & { readonly recordAudit: typeof recordAudit }) {
  const { database, clock, logger, folder } = deps;
  const running = new Set<Promise<void>>();
  const stop = new AbortController();

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
      const work = runArchive(deps, id, stop.signal)
        .catch((error: unknown) => logger.error({ err: error, archiveId: id }, 'an archive has no outcome'))
        .finally(() => running.delete(work));
      running.add(work);
      return present(await requireArchive(id));
    },
    /** Its file, for somebody. Audited before the first byte leaves. Throws ApiError archive.not-found. */
    open: async (id: string, actorId: number): Promise<{ readonly file: Readable; readonly sizeBytes: number }> => {
      const { run: found } = await requireArchive(id);
      const isThere = found.status === 'done' && found.expiresAt !== null && found.expiresAt > clock();
      const handle = isThere ? await open(archivePath(folder, id)).catch(() => null) : null;
      if (!handle) throw new ApiError('archive.not-found');
      await audit(actorId, 'archive.download', id);
      return { file: handle.createReadStream(), sizeBytes: (await handle.stat()).size };
    },
    /** Deletes the files of those that have expired, and of those whose process has died. */
    removeExpired: async (): Promise<void> => {
      const now = clock();
      await failDeadArchives(database, now);
      await expireArchives(database, now);
      const withFile = await listIdsWithFile(database);
      for (const name of await readdir(folder).catch(() => [])) {
        if (!withFile.has(name.slice(0, name.indexOf('.')))) await rm(join(folder, name), { force: true });
      }
    },
    /** What is being written fails. */
    close: async (): Promise<void> => {
      stop.abort();
      await Promise.all(running);
    },
  };
}
