import type { TicketAttachment } from '@portal/contract/support/tickets';
import type { Database } from '../../../platform/database/connection.ts';
import { lockCustomer } from '../../../platform/database/lock-customer.ts';
import type { FileStore } from '../../../platform/files/create-file-store.ts';
import { readUpload, shownFileName } from '../../../platform/files/file-content.policy.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import { presentAttachment } from '../present-ticket.ts';
import { deleteUnsentAttachment, insertAttachment, sumAttachments } from './attachment.repository.ts';

const ROOM_BYTES = { customer: 50 * 1024 * 1024, staff: 1024 * 1024 * 1024, unknown: 1024 * 1024 * 1024 } as const;

/** `unknown` are all who send mail and have no account: they share one room. */
export type Uploader =
  | { readonly id: number; readonly kind: 'customer' | 'staff' }
  | { readonly id: null; readonly kind: 'unknown' };

/**
 * Stores a file whose content matches its type; it waits a day for the text it belongs to. The row
 * is written first, so that a crash leaves no file without a row. Throws ApiError file.not-accepted
 * by content, and file.no-room once the uploader's files of open tickets and of the last 30 days
 * exceed 50 MB (staff 1 GB, all unknown senders together 1 GB).
 */
export async function uploadAttachment(
  deps: { readonly database: Database; readonly attachments: FileStore },
  upload: {
    readonly uploader: Uploader;
    readonly name: string;
    readonly bytes: unknown;
  },
): Promise<TicketAttachment> {
  const { uploader } = upload;
  const read = readUpload(upload.bytes);
  if (read === null) throw new ApiError('file.not-accepted');
  const { bytes, mediaType } = read;
  const row = await deps.database.transaction(async (tx) => {
    await lockCustomer(tx, 'attachment', uploader.id ?? 0);
    const usedBytes = await sumAttachments(tx, uploader.id);
    if (usedBytes + bytes.length > ROOM_BYTES[uploader.kind]) throw new ApiError('file.no-room');
    const name = shownFileName(upload.name);
    return insertAttachment(tx, { uploaderId: uploader.id, name, mediaType, sizeBytes: bytes.length });
  });
  try {
    await deps.attachments.write(row.id, bytes);
  } catch (error) {
    await deps.attachments.remove(row.id);
    await deleteUnsentAttachment(deps.database, row.id);
    throw error;
  }
  return presentAttachment(row);
}
