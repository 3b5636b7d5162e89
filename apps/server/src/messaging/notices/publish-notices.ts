import type { Database } from '../../platform/database/connection.ts';
import { claimUnannounced } from './notice.repository.ts';

const BATCH = 500;

/**
 * Tells open pages of new notices, whose transactions have been committed by then, so that no feature has to. A page that misses the hint asks again when it
 * connects again. After the signal no more are begun.
 */
export async function publishNotices(
  deps: { readonly database: Database; readonly publishLiveUpdate: (userId: number, what: 'notices') => void },
  signal?: AbortSignal,
): Promise<void> {
  let claimed: number[];
  do {
    claimed = await claimUnannounced(deps.database, BATCH);
    for (const userId of new Set(claimed)) deps.publishLiveUpdate(userId, 'notices');
  } while (claimed.length === BATCH && !signal?.aborted);
}
