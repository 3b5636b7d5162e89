import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ScanFile } from './create-file-scanner.ts';

/**
 * Storage of uploaded files: named by their random id alone, in a folder that no web server serves and
 * no program opens.
 */
export type FileStore = {
  /** Resolves when the file is on the disk completely. Throws as its scanner does, before anything is written. */
  readonly write: (id: string, bytes: Buffer) => Promise<void>;
  /** Null when it does not exist. */
  readonly read: (id: string) => Promise<Buffer | null>;
  /** Repeating is safe. */
  readonly remove: (id: string) => Promise<void>;
};

/** Stores files in `folder`, which is created with the first one. Ids must be UUIDs. `scan`: of files by others. */
export function createFileStore(folder: string, scan: ScanFile | null = null): FileStore {
  const pathOf = (id: string) => join(folder, id.slice(0, 2), id);
  return {
    write: async (id, bytes) => {
      await scan?.(bytes);
      const path = pathOf(id);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const file = await open(`${path}.part`, 'w', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } catch (error) {
        await rm(`${path}.part`, { force: true });
        throw error;
      } finally {
        await file.close();
      }
      await rename(`${path}.part`, path);
    },
    read: async (id) => {
      try {
        return await readFile(pathOf(id));
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
        throw error;
      }
    },
    remove: async (id) => {
      await rm(pathOf(id), { force: true });
      await rm(`${pathOf(id)}.part`, { force: true });
    },
  };
}
