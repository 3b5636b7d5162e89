import type { Database } from '../../../platform/database/connection.ts';
import type { FileStore } from '../../../platform/files/create-file-store.ts';
import { deleteUnsentAttachment, listForgottenAttachments } from './attachment.repository.ts';

const BATCH = 100;

/**
 * Deletes files that were uploaded and never sent with a text. Runs hourly; safe to repeat, to
 * kill, and to run concurrently.
 */
export async function pruneAttachments(deps: {
  readonly database: Database;
  readonly attachments: FileStore;
}): Promise<number> {
  const ids = await listForgottenAttachments(deps.database, BATCH);
  for (const id of ids) {
    await deps.attachments.remove(id);
    await deleteUnsentAttachment(deps.database, id);
  }
  return ids.length;
}
