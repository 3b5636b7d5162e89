import type { PasswordForm } from '@portal/contract/identity/profile';
import type { Clock } from '@portal/kernel/clock';
import type { Mail } from '@portal/kernel/messaging/mail';
import type { FastifyRequest } from 'fastify';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import type { Viewer } from '../../platform/http/authorisation/session-cookie.ts';
import type { Settings } from '../../platform/settings/create-settings.ts';
import { lockAccount, updateAccount } from '../accounts/account.repository.ts';
import { passwordChangedLetter } from '../accounts/account-mail.ts';
import type { Sessions } from '../sessions/create-sessions.ts';
import { deleteSessionsOf } from '../sessions/session.repository.ts';
import type { Passwords } from '../sign-in/create-passwords.ts';
import type { SignInThrottle } from '../sign-in/create-sign-in-throttle.ts';
import { requireGoodPassword, weakPassword } from '../sign-in/require-good-password.ts';
import { verifyPassword, wrongPassword } from '../sign-in/verify-password.ts';
import { deleteTokens } from './account-token.repository.ts';

export type ChangePasswordDeps = {
  readonly database: Database;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly sessions: Pick<Sessions, 'startSession'>;
  readonly throttle: SignInThrottle;
  readonly settings: Pick<Settings, 'get'>;
  readonly queueEmail: (tx: Transaction, mail: Mail) => Promise<void>;
};

const SAME_PASSWORD = 'Choose a password other than the one you have now.';

/**
 * Sets a new password, ends every session of the account and gives the caller a new one, all or
 * nothing (threats A12, A17, A18). Returns the Set-Cookie value. Of two concurrent changes from the
 * same password one succeeds. Throws ApiError account.wrong-password and account.weak-password
 * (reasons in `errors`), request.too-many, service.unavailable.
 */
export async function changePassword(
  deps: ChangePasswordDeps,
  viewer: Viewer,
  form: PasswordForm,
  request: FastifyRequest,
): Promise<string> {
  await requireGoodPassword(deps.passwords, 'newPassword', form.newPassword, viewer.user);
  return deps.passwords.withPlace(async () => {
    const proven = await verifyPassword(deps, viewer, form.currentPassword, request);
    if (form.newPassword === form.currentPassword) throw weakPassword('newPassword', SAME_PASSWORD);
    const passwordHash = await deps.passwords.hash(form.newPassword);
    return deps.database.transaction(async (tx) => {
      const account = await lockAccount(tx, viewer.user.id);
      if (account?.passwordHash !== proven.account.passwordHash) throw wrongPassword();
      await updateAccount(tx, account.id, { passwordHash, updatedAt: deps.clock() });
      await deleteTokens(tx, account.id, 'password-reset');
      await deleteSessionsOf(tx, account.id);
      await deps.queueEmail(tx, {
        category: 'account',
        userId: account.id,
        messageKey: `password-changed:${request.id}`,
        recipient: account.email,
        ...passwordChangedLetter(deps.settings),
      });
      const opening = { id: account.id, passwordHash, device: null, attempts: proven.attempt.withdraw() };
      // Staff enter a code anew; a customer's session goes on as it was.
      const goesOn = viewer.user.role === 'customer' && viewer.secondFactor;
      const session = goesOn ? { ...opening, secondFactor: true as const } : opening;
      return (await deps.sessions.startSession(tx, session, request)).cookie;
    });
  });
}
