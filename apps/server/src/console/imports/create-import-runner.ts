import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { IMPORT_BYTES } from '@portal/contract/console/imports';
import type { FastifyBaseLogger } from 'fastify';
import { readCsv } from '../../platform/files/read-csv.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { failDeadImports, isImportRunning } from './import.repository.ts';
import { type ImportDependencies, type ImportOrder, runImports, storeImport } from './run-imports.ts';

export type ImportRunner = ReturnType<typeof createImportRunner>;

function limited(): Transform {
  let size = 0;
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      size += chunk.length;
      done(size > IMPORT_BYTES ? new ApiError('import.too-large') : null, chunk);
    },
  });
}

/**
 * Runs imports beside the requests that bring their files. A file is kept in `folder` until its import
 * ends: a slow upload must not hold a transaction open.
 */
export function createImportRunner(
  deps: ImportDependencies & { readonly folder: string; readonly logger: FastifyBaseLogger },
) {
  const { folder, logger, database, clock } = deps;
  const running = new Set<Promise<void>>();
  const stop = new AbortController();

  async function run(order: ImportOrder, path: string): Promise<void> {
    try {
      await runImports(deps, [{ order, open: () => readCsv(createReadStream(path)) }], stop.signal);
    } catch (error) {
      logger.error({ err: error, importId: order.id }, 'an import failed');
    } finally {
      await rm(path, { force: true });
    }
  }

  return {
    /**
     * Takes the file and begins to import it. Throws ApiError
     * import.running, import.not-csv, import.too-large.
     */
    start: async (order: ImportOrder, file: unknown): Promise<void> => {
      if (!(file instanceof Readable)) throw new ApiError('import.not-csv');
      await failDeadImports(database, clock());
      if (await isImportRunning(database)) throw new ApiError('import.running');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `${order.id}.csv`);
      try {
        await pipeline(file, limited(), createWriteStream(path, { mode: 0o600 }));
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
      await storeImport(deps, order);
      const work = run(order, path).finally(() => running.delete(work));
      running.add(work);
    },
    /** Rolls back what is running. */
    close: async (): Promise<void> => {
      stop.abort();
      await Promise.all(running);
    },
  };
}
