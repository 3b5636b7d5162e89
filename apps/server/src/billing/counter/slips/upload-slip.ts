import type { Database } from '../../../platform/database/connection.ts';
import { isUuid } from '../../../platform/database/is-uuid.ts';
import { lockCustomer } from '../../../platform/database/lock-customer.ts';
import type { FileStore } from '../../../platform/files/create-file-store.ts';
import { readUpload, shownFileName } from '../../../platform/files/file-content.policy.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import {
  deleteUnusedSlip,
  findSlip,
  insertSlip,
  listForgottenSlips,
  type SlipRow,
  sumRecentSlips,
} from './slip.repository.ts';

const ROOM_BYTES = 1024 * 1024 * 1024;
const BATCH = 100;

export type SlipDependencies = { readonly database: Database; readonly files: FileStore };

/**
 * Stores the photograph of a deposit slip; it waits a day for its payment. The row is written first,
 * so that a crash leaves no file without a row. Throws file.not-accepted by content, and
 * file.no-room after 1 GB of a person in a day.
 */
export async function uploadSlip(
  { database, files }: SlipDependencies,
  upload: { readonly uploaderId: number; readonly name: string; readonly bytes: unknown },
): Promise<SlipRow> {
  const { uploaderId } = upload;
  const read = readUpload(upload.bytes);
  if (read === null) throw new ApiError('file.not-accepted');
  const { bytes, mediaType } = read;
  const row = await database.transaction(async (tx) => {
    await lockCustomer(tx, 'deposit-slip', uploaderId);
    if ((await sumRecentSlips(tx, uploaderId)) + bytes.length > ROOM_BYTES) throw new ApiError('file.no-room');
    return insertSlip(tx, { uploaderId, name: shownFileName(upload.name), mediaType, sizeBytes: bytes.length });
  });
  try {
    await files.write(row.id, bytes);
  } catch (error) {
    await files.remove(row.id);
    await deleteUnusedSlip(database, row.id);
    throw error;
  }
  return row;
}

/** A slip by its id; null where there is none. */
export async function readSlip(database: Database, id: string): Promise<SlipRow | null> {
  return isUuid(id) ? findSlip(database, id) : null;
}

/** Deletes slips that no payment has named within a day. Runs hourly; safe to repeat and to kill. */
export async function pruneSlips({ database, files }: SlipDependencies): Promise<number> {
  const ids = await listForgottenSlips(database, BATCH);
  for (const id of ids) {
    await files.remove(id);
    await deleteUnusedSlip(database, id);
  }
  return ids.length;
}
