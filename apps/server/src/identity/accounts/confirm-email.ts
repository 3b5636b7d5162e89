import type { Database } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import type { Publish } from '../../platform/events/domain-events.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { accountChanged } from '../events.ts';
import { hasVerified, takeToken } from '../recovery/account-token.repository.ts';
import type { AccountLinks } from '../recovery/create-account-links.ts';
import { markEmailVerified } from './account.repository.ts';

const PURPOSE = 'email-verification';

/**
 * Verifies the address that a link was mailed to, once. A second click or a reload of the same link
 * gets the same answer while the account has that address. Throws ApiError account.link-expired.
 */
export async function confirmEmail(
  deps: {
    readonly database: Database;
    readonly links: Pick<AccountLinks, 'hashesOf'>;
    readonly publish: Publish;
  },
  token: string,
): Promise<void> {
  const tokenHashes = deps.links.hashesOf(PURPOSE, token);
  await runTransaction(deps.database, async (tx) => {
    const taken = await takeToken(tx, tokenHashes, PURPOSE);
    if (taken !== null) {
      await markEmailVerified(tx, taken.userId);
      await deps.publish(tx, accountChanged, { userId: taken.userId, change: 'updated' });
    } else if (!(await hasVerified(tx, tokenHashes))) throw new ApiError('account.link-expired');
  });
}
