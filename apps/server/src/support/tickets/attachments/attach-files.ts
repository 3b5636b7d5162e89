import type { Transaction } from '../../../platform/database/connection.ts';
import { isUuid } from '../../../platform/database/is-uuid.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import { bindAttachments } from './attachment.repository.ts';

/**
 * Attaches waiting files to the text they were sent with. Throws ApiError file.not-found when one
 * of them is another user's, has been attached before, or was deleted.
 */
export async function attachFiles(
  tx: Transaction,
  order: {
    readonly ids: readonly string[];
    readonly uploaderId: number | null;
    readonly ticketId: string;
    readonly replyId: number | null;
  },
): Promise<void> {
  const ids = [...new Set(order.ids)];
  if (!ids.every(isUuid)) throw new ApiError('file.not-found');
  if ((await bindAttachments(tx, { ...order, ids })) !== ids.length) throw new ApiError('file.not-found');
}
