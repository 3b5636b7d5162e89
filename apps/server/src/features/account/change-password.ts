import type { PasswordForm } from '@portal/contract/profile';
import type { Clock } from '@portal/kernel/clock';
import type { Mail } from '@portal/kernel/mail';
import type { FastifyRequest } from 'fastify';
import type { Database, Transaction } from '../../database/connection.ts';
import type { Viewer } from '../../http/session.ts';
import { lockAccount, updateAccount } from './account.repository.ts';
import { passwordChangedLetter } from './account-mail.ts';
import { deleteTokens } from './account-token.repository.ts';
import type { Passwords } from './create-passwords.ts';
import type { Sessions } from './create-sessions.ts';
import type { SignInThrottle } from './create-sign-in-throttle.ts';
import { provePassword, wrongPassword } from './prove-password.ts';
import { requireGoodPassword, weakPassword } from './require-good-password.ts';
import { deleteSessionsOf } from './session.repository.ts';

export type ChangePasswordDeps = {
  readonly database: Database;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly sessions: Pick<Sessions, 'startSession'>;
  readonly throttle: SignInThrottle;
  readonly queueEmail: (tx: Transaction, mail: Mail) => Promise<void>;
};

const SAME_PASSWORD = 'Choose a password other than the one you have now.';

/**
 * Sets a new password, ends every session of the account and gives the caller a new one, all or nothing (threats A12, A17, A18). Returns the
 * Set-Cookie text. Of two changes at once from the same password one succeeds. Refuses with account.wrong-password and account.weak-password (reasons in
 * `errors`), request.too-many, service.unavailable.
 */
export async function changePassword(
  deps: ChangePasswordDeps,
  viewer: Viewer,
  form: PasswordForm,
  request: FastifyRequest,
): Promise<string> {
  requireGoodPassword('newPassword', form.newPassword, viewer.user);
  return deps.passwords.withPlace(async () => {
    const proven = await provePassword(deps, viewer, form.currentPassword, request);
    if (form.newPassword === form.currentPassword) throw weakPassword('newPassword', SAME_PASSWORD);
    const passwordHash = await deps.passwords.hash(form.newPassword);
    return deps.database.transaction(async (tx) => {
      const account = await lockAccount(tx, viewer.user.id);
      if (account?.passwordHash !== proven.account.passwordHash) throw wrongPassword();
      await updateAccount(tx, account.id, { passwordHash, updatedAt: deps.clock() });
      await deleteTokens(tx, account.id, 'password-reset');
      await deleteSessionsOf(tx, account.id, null);
      await deps.queueEmail(tx, {
        category: 'account',
        userId: account.id,
        messageKey: `password-changed:${request.id}`,
        recipient: account.email,
        ...passwordChangedLetter(),
      });
      const opening = { id: account.id, passwordHash, device: null, attempts: proven.attempt.withdraw() };
      return deps.sessions.startSession(tx, opening, request);
    });
  });
}
