import type { CurrentUser } from '@portal/contract/identity/accounts';
import type { ProfileForm } from '@portal/contract/identity/profile';
import { errorCodes } from '@portal/contract/platform/error-codes';
import type { Clock } from '@portal/kernel/clock';
import type { Mail } from '@portal/kernel/messaging/mail';
import type { FastifyRequest } from 'fastify';
import { type Database, isUniqueViolation, type Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import type { Publish } from '../../platform/events/domain-events.ts';
import type { Viewer } from '../../platform/http/authorisation/session-cookie.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { Settings } from '../../platform/settings/create-settings.ts';
import { accountChanged } from '../events.ts';
import type { AccountLinks } from '../recovery/create-account-links.ts';
import type { DeviceCookie } from '../sign-in/create-device-cookie.ts';
import type { Passwords } from '../sign-in/create-passwords.ts';
import type { CountedAttempt, SignInThrottle } from '../sign-in/create-sign-in-throttle.ts';
import { verifyPassword, wrongPassword } from '../sign-in/verify-password.ts';
import { emailKey } from './account.policy.ts';
import { type AccountRow, findAccount, lockAccount, updateAccount } from './account.repository.ts';
import { emailChangedLetter, verificationLetter } from './account-mail.ts';
import { presentUser } from './present-user.ts';

export type UpdateProfileDeps = {
  readonly database: Database;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly throttle: SignInThrottle;
  readonly deviceCookie: DeviceCookie;
  readonly links: AccountLinks;
  readonly publish: Publish;
  readonly settings: Pick<Settings, 'get'>;
  readonly queueEmail: (tx: Transaction, mail: Mail) => Promise<void>;
};

export type SavedProfile = { readonly user: CurrentUser; readonly setCookies: string[] };

type Proof = { readonly account: AccountRow; readonly attempt: CountedAttempt };

const TOO_MANY_ADDRESSES = 'Your email address was changed several times today. Please try again tomorrow.';

function refusalAt(field: string, code: 'account.password-needed' | 'account.email-taken'): ApiError {
  return new ApiError(code, { errors: { [field]: errorCodes[code].message } });
}

/**
 * Changes the account's address: notifies the old one and sends a verification link to the new one.
 * Links that were mailed to the old one become invalid.
 */
async function moveToAddress(
  deps: UpdateProfileDeps,
  tx: Transaction,
  account: AccountRow,
  email: string,
  requestId: string,
): Promise<void> {
  if (!(await deps.links.takeAddress(tx, account.id))) {
    throw new ApiError('request.too-many', { message: TOO_MANY_ADDRESSES, retryAfterSeconds: 3600 });
  }
  const key = emailKey(email);
  await updateAccount(tx, account.id, { email, emailKey: key, emailVerifiedAt: null });
  await deps.queueEmail(tx, {
    category: 'account',
    userId: account.id,
    messageKey: `email-changed:${requestId}`,
    recipient: account.email,
    ...emailChangedLetter(deps.settings),
  });
  await deps.links.requireVerificationTurn(tx, key, 'at-once');
  await deps.links.send(tx, 'email-verification', { id: account.id, email }, verificationLetter);
}

/** Saves in one transaction; `proof` is null when no password was required. */
async function save(
  deps: UpdateProfileDeps,
  viewer: Viewer,
  form: ProfileForm,
  proof: Proof | null,
  requestId: string,
): Promise<CurrentUser> {
  return runTransaction(deps.database, async (tx) => {
    const account = await lockAccount(tx, viewer.user.id);
    if (account === null) throw new ApiError('session.missing');
    if (form.email !== account.email) {
      if (proof === null) throw refusalAt('currentPassword', 'account.password-needed');
      if (proof.account.passwordHash !== account.passwordHash) throw wrongPassword();
      await moveToAddress(deps, tx, account, form.email, requestId);
    }
    await updateAccount(tx, account.id, {
      firstName: form.firstName,
      lastName: form.lastName,
      updatedAt: deps.clock(),
    });
    await proof?.attempt.forget(tx);
    await deps.publish(tx, accountChanged, { userId: account.id, change: 'updated' });
    const saved = await findAccount(tx, account.id);
    if (saved === null) throw new ApiError('session.missing');
    return presentUser(saved, viewer.account?.role ?? null);
  });
}

/**
 * Saves name and address. A new address requires the password and is to be verified again, and the
 * old one is notified, all or nothing (threats A15). Of several accounts that request one mailbox
 * at once one gets it. Throws ApiError account.password-needed, account.wrong-password,
 * account.email-taken (each beside its field), request.too-many, service.unavailable.
 */
export async function updateProfile(
  deps: UpdateProfileDeps,
  viewer: Viewer,
  form: ProfileForm,
  request: FastifyRequest,
): Promise<SavedProfile> {
  const { currentPassword } = form;
  if (form.email === viewer.user.email) {
    return { user: await save(deps, viewer, form, null, request.id), setCookies: [] };
  }
  if (currentPassword === undefined) throw refusalAt('currentPassword', 'account.password-needed');
  const proof = await deps.passwords.withPlace(() => verifyPassword(deps, viewer, currentPassword, request));
  try {
    const user = await save(deps, viewer, form, proof, request.id);
    const device = deps.deviceCookie.deviceOf(request);
    return { user, setCookies: [deps.deviceCookie.issue(emailKey(form.email), device)] };
  } catch (error) {
    if (isUniqueViolation(error)) throw refusalAt('email', 'account.email-taken');
    throw error;
  }
}
