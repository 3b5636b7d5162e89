import type { Database } from '../../../platform/database/connection.ts';
import type { FileStore } from '../../../platform/files/create-file-store.ts';
import { deleteChatFile, listOrphanedFiles } from './chat-file.repository.ts';

const BATCH = 100;

/** Deletes the files of conversations that are deleted. Safe to repeat, to kill, and to run concurrently. */
export async function pruneChatFiles(deps: {
  readonly database: Database;
  readonly files: FileStore;
}): Promise<number> {
  const ids = await listOrphanedFiles(deps.database, BATCH);
  for (const id of ids) {
    await deps.files.remove(id);
    await deleteChatFile(deps.database, id);
  }
  return ids.length;
}
