import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Where the bytes of attachments lie: named by their random id alone, below no address that a web server or a program looks at. */
export type AttachmentStore = {
  /** On the disk, whole, when the promise resolves. */
  readonly write: (id: string, bytes: Buffer) => Promise<void>;
  /** Null when it is not there. */
  readonly read: (id: string) => Promise<Buffer | null>;
  /** Repeating is safe. */
  readonly remove: (id: string) => Promise<void>;
};

/** Keeps files in `folder`, which is made when the first one comes. Ids must be UUIDs. */
export function createAttachmentStore(folder: string): AttachmentStore {
  const pathOf = (id: string) => join(folder, id.slice(0, 2), id);
  return {
    write: async (id, bytes) => {
      const path = pathOf(id);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const file = await open(`${path}.part`, 'w', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
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
