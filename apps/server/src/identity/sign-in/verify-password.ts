import { errorCodes } from '@portal/contract/platform/error-codes';
import type { FastifyRequest } from 'fastify';
import type { Viewer } from '../../platform/http/authorisation/session-cookie.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { emailKey } from '../accounts/account.policy.ts';
import type { AccountRow } from '../accounts/account.repository.ts';
import type { Passwords } from './create-passwords.ts';
import type { CountedAttempt, SignInThrottle } from './create-sign-in-throttle.ts';

/** The error for a password that is not (or no longer) the account's, beside its field. */
export function wrongPassword(field = 'currentPassword'): ApiError {
  return new ApiError('account.wrong-password', {
    errors: { [field]: errorCodes['account.wrong-password'].message },
  });
}

/**
 * Asks a signed-in user for their password, under the same count of failures as signing in, so that
 * a hijacked session cannot be used to guess it (threats A15, A17). Returns the account as it was
 * when the password was verified. `field` is the one that it was entered in. Throws ApiError account.wrong-password, request.too-many.
 */
export async function verifyPassword(
  deps: { readonly passwords: Passwords; readonly throttle: SignInThrottle },
  viewer: Viewer,
  currentPassword: string,
  request: FastifyRequest,
  field?: string,
): Promise<{ readonly account: AccountRow; readonly attempt: CountedAttempt }> {
  const attempt = await deps.throttle(emailKey(viewer.user.email), request);
  const { account } = attempt;
  const matches = await deps.passwords.verify(account?.passwordHash ?? null, currentPassword);
  // Another account may have taken the address in this moment.
  if (account?.id !== viewer.user.id || !matches) throw wrongPassword(field);
  return { account, attempt };
}
