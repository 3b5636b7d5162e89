import type { Clock } from '@portal/kernel/clock';
import { hasMailbox, type Mail } from '@portal/kernel/messaging/mail';
import type { FastifyRequest } from 'fastify';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import type { Publish } from '../../platform/events/domain-events.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { Settings } from '../../platform/settings/create-settings.ts';
import {
  type AccountRow,
  lockAccount,
  markEmailVerified,
  setVerifiedPhone,
  updateAccount,
} from '../accounts/account.repository.ts';
import { passwordChangedLetter } from '../accounts/account-mail.ts';
import { accountChanged } from '../events.ts';
import { deleteSessionsOf } from '../sessions/session.repository.ts';
import { recordDevice } from '../sign-in/account-device.repository.ts';
import type { DeviceCookie } from '../sign-in/create-device-cookie.ts';
import type { Passwords } from '../sign-in/create-passwords.ts';
import { findSignedInAs } from '../sign-in/merged-account.repository.ts';
import { requireGoodPassword } from '../sign-in/require-good-password.ts';
import { findLinkedAccount, takeToken } from './account-token.repository.ts';
import type { AccountLinks } from './create-account-links.ts';

const PURPOSE = 'password-reset';

export type ConfirmPasswordResetDeps = {
  readonly database: Database;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly links: Pick<AccountLinks, 'hashesOf'>;
  readonly deviceCookie: Pick<DeviceCookie, 'deviceOf' | 'issue'>;
  readonly forgetFailures: (tx: Transaction, emailKey: string, request: FastifyRequest) => Promise<void>;
  readonly publish: Publish;
  readonly settings: Pick<Settings, 'get'>;
  readonly queueEmail: (tx: Transaction, mail: Mail) => Promise<void>;
};

/**
 * Whoever has the link reads the mailbox or the number that it was sent to. Texted links of the release
 * before do not say it: they went to who has no mailbox.
 */
async function markReached(tx: Transaction, account: AccountRow, texted: string | null): Promise<boolean> {
  if (texted === null && hasMailbox(account.email)) {
    if (account.emailVerifiedAt !== null) return false;
    await markEmailVerified(tx, account.id);
    return true;
  }
  if (account.phone === null || account.phoneVerifiedAt !== null) return false;
  await setVerifiedPhone(tx, account.id, account.phone);
  return true;
}

/**
 * Sets a new password with the token of a mailed or texted link, once: of concurrent calls one succeeds. Ends
 * every session, forgets failed sign-ins and notifies the owner. A person who reads the mailbox has
 * verified the address too, and their browser becomes a known device, which no throttle keeps
 * waiting. Returns the Set-Cookie value of that device. A refused password leaves the link valid.
 * Throws ApiError account.link-expired, account.weak-password (reason in errors.newPassword),
 * service.unavailable.
 */
export async function confirmPasswordReset(
  deps: ConfirmPasswordResetDeps,
  form: { readonly token: string; readonly newPassword: string },
  request: FastifyRequest,
): Promise<string> {
  const tokenHashes = deps.links.hashesOf(PURPOSE, form.token);
  const linked = await findLinkedAccount(deps.database, tokenHashes, PURPOSE);
  if (linked === null) throw new ApiError('account.link-expired');
  await requireGoodPassword(deps.passwords, 'newPassword', form.newPassword, linked);
  const passwordHash = await deps.passwords.withPlace(() => deps.passwords.hash(form.newPassword));
  return deps.database.transaction(async (tx) => {
    const account = await lockAccount(tx, linked.id);
    const taken = await takeToken(tx, tokenHashes, PURPOSE);
    if (account === null || taken === null) throw new ApiError('account.link-expired');
    await updateAccount(tx, account.id, { passwordHash, updatedAt: deps.clock() });
    if (await markReached(tx, account, taken.phone)) {
      await deps.publish(tx, accountChanged, { userId: account.id, change: 'updated' });
    }
    await deleteSessionsOf(tx, account.id);
    // Whoever knew the old password was in the account that this one leads to.
    const stays = await findSignedInAs(tx, account);
    if (stays && stays.id !== account.id) {
      await deleteSessionsOf(tx, stays.id);
      await deps.queueEmail(tx, {
        category: 'account',
        userId: stays.id,
        messageKey: `password-changed:${tokenHashes[0]}:merged`,
        recipient: stays.email,
        ...passwordChangedLetter(deps.settings),
      });
    }
    await deps.forgetFailures(tx, account.emailKey, request);
    await deps.queueEmail(tx, {
      category: 'account',
      userId: account.id,
      messageKey: `password-changed:${tokenHashes[0]}`,
      recipient: account.email,
      ...passwordChangedLetter(deps.settings),
    });
    const device = deps.deviceCookie.deviceOf(request);
    await recordDevice(tx, account.id, device);
    return deps.deviceCookie.issue(account.emailKey, device);
  });
}
