import { hasMailbox } from '@portal/kernel/messaging/mail';
import type { Database } from '../../platform/database/connection.ts';
import type { Viewer } from '../../platform/http/authorisation/session-cookie.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { AccountLinks } from '../recovery/create-account-links.ts';
import { emailKey } from './account.policy.ts';
import { lockAccount } from './account.repository.ts';
import { verificationLetter } from './account-mail.ts';

const NO_ADDRESS = 'Enter your email address first, and save it.';

/**
 * Mails another link that verifies the caller's address, at most one in 60 s and five in a day;
 * beyond that the last one stays valid. Throws ApiError account.email-verified, request.too-many,
 * request.invalid for who has no mailbox.
 */
export async function requestEmailVerification(
  deps: { readonly database: Database; readonly links: AccountLinks },
  viewer: Viewer,
): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const account = await lockAccount(tx, viewer.user.id);
    if (account === null) throw new ApiError('session.missing');
    if (!hasMailbox(account.email)) throw new ApiError('request.invalid', { message: NO_ADDRESS });
    if (account.emailVerifiedAt !== null) throw new ApiError('account.email-verified');
    await deps.links.requireVerificationTurn(tx, emailKey(account.email));
    await deps.links.send(tx, 'email-verification', account, verificationLetter);
  });
}
