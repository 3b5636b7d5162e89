import type { Database } from '../../platform/database/connection.ts';
import { claimUnpublished } from './notice.repository.ts';

const BATCH = 500;

/**
 * Publishes new notices to open pages once their transactions are committed, so that other contexts
 * need not. A page that misses the update refetches when it reconnects. Starts no further batch
 * after the signal.
 */
export async function publishNotices(
  deps: { readonly database: Database; readonly publishLiveUpdate: (userId: number, what: 'notices') => void },
  signal?: AbortSignal,
): Promise<void> {
  let claimed: number[];
  do {
    claimed = await claimUnpublished(deps.database, BATCH);
    for (const userId of new Set(claimed)) deps.publishLiveUpdate(userId, 'notices');
  } while (claimed.length === BATCH && !signal?.aborted);
}
