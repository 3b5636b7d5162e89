import { hasMailbox } from '@portal/kernel/messaging/mail';
import type { Viewer } from '../../platform/http/authorisation/session-cookie.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';

/**
 * Another way in is only for the person who reads the account's mailbox, or without one has its number:
 * whoever opened it with a stranger's address must not keep a key to it. Throws ApiError
 * account.unverified.
 */
export function requireReached({ user }: Viewer): void {
  const isReached = hasMailbox(user.email) ? user.emailVerified : user.phoneVerified;
  if (user.role === 'customer' && !isReached) throw new ApiError('account.unverified');
}
