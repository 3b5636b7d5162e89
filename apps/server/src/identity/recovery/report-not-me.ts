import type { Clock } from '@portal/kernel/clock';
import { hasMailbox, type Mail } from '@portal/kernel/messaging/mail';
import { afterCommit } from '../../platform/database/after-commit.ts';
import { type Database, isUniqueViolation, type Transaction } from '../../platform/database/connection.ts';
import type { Publish } from '../../platform/events/domain-events.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { Settings } from '../../platform/settings/create-settings.ts';
import { closeInvitationsBy } from '../account-people/account-people.repository.ts';
import { emailKey } from '../accounts/account.policy.ts';
import {
  type AccountRow,
  findAccount,
  findAccountByEmailKey,
  lockAccount,
  markEmailVerified,
  restorePhone,
  setDisabled,
  updateAccount,
} from '../accounts/account.repository.ts';
import { emailChangedLetter, notMeLetter } from '../accounts/account-mail.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { revertNumbersSince, withdrawChangesOf } from '../corrections/contact-change.repository.ts';
import { notMeText } from '../corrections/correction-mail.ts';
import { hasIdentity } from '../directory-sign-in/directory-identity.repository.ts';
import { accountChanged } from '../events.ts';
import { withdrawWaitingOf } from '../identity-approvals/identity-approval.repository.ts';
import { closeOpenCode } from '../phone-verification/phone-verification.repository.ts';
import type { TextCodes } from '../phone-verification/text-codes.port.ts';
import { forgetSecondFactorSince } from '../second-factor/forget-second-factor.ts';
import { deleteSessionsOf } from '../sessions/session.repository.ts';
import { forgetDevices } from '../sign-in/account-device.repository.ts';
import type { Passwords } from '../sign-in/create-passwords.ts';
import { deleteNotMeTokens, deleteTokens, findLinkedAccount, takeToken } from './account-token.repository.ts';
import type { AccountLinks } from './create-account-links.ts';
import { textPasswordLink } from './text-password-link.ts';

const PURPOSE = 'not-me';

export type ReportNotMeDeps = {
  readonly database: Database;
  readonly clock: Clock;
  readonly randomBytes: (size: number) => Buffer;
  readonly passwords: Passwords;
  readonly links: AccountLinks;
  readonly publish: Publish;
  /** Whether staff sign in by the operator's directory here. */
  readonly hasDirectory: boolean;
  readonly settings: Pick<Settings, 'get'>;
  readonly queueEmail: (tx: Transaction, mail: Mail) => Promise<void>;
  readonly textCodes: Pick<TextCodes, 'queueSms'>;
};

/** How the person comes back in. */
type Return = 'mail' | 'text' | 'directory' | 'support';

/** Withdraws what was begun in the account and could be completed by somebody else. */
export async function withdrawPending(tx: Transaction, userId: number): Promise<void> {
  await closeOpenCode(tx, userId);
  await closeInvitationsBy(tx, userId);
  await withdrawWaitingOf(tx, userId);
  await withdrawChangesOf(tx, userId);
  await deleteTokens(tx, userId, 'password-reset');
}

/** Gives the account the address back that the link was mailed to, and tells the other one. */
async function restoreAddress(
  deps: ReportNotMeDeps,
  tx: Transaction,
  account: AccountRow,
  email: string,
  tokenHash: string,
): Promise<void> {
  const isMailbox = hasMailbox(email);
  await updateAccount(tx, account.id, {
    email,
    emailKey: emailKey(email),
    ...(!isMailbox && { emailVerifiedAt: null }),
  });
  await deps.publish(tx, accountChanged, { userId: account.id, change: 'updated' });
  if (!hasMailbox(account.email)) return;
  await deps.queueEmail(tx, {
    category: 'account',
    userId: account.id,
    messageKey: `email-changed:${tokenHash}`,
    recipient: account.email,
    ...emailChangedLetter(deps.settings),
  });
}

async function closeAccount(
  deps: ReportNotMeDeps,
  tx: Transaction,
  account: AccountRow,
  unusablePassword: string,
  link: { readonly email: string; readonly createdAt: Date },
): Promise<void> {
  await updateAccount(tx, account.id, { passwordHash: unusablePassword, updatedAt: deps.clock() });
  await deleteSessionsOf(tx, account.id);
  await forgetDevices(tx, account.id, null);
  await withdrawPending(tx, account.id);
  await deleteTokens(tx, account.id, 'email-verification');
  await deleteNotMeTokens(tx, account.id, link);
}

/** Texts the link for a new password to who has no mailbox, at the number that is theirs again. */
async function textBack(deps: ReportNotMeDeps, tx: Transaction, userId: number): Promise<Return> {
  const { phone } = (await findAccount(tx, userId)) ?? { phone: null };
  if (phone === null) return 'support';
  const deliver = await textPasswordLink(deps, tx, { id: userId, phone }, { write: notMeText, minutes: 60 });
  // One that is not sent now is sent by the job, also where the database is gone.
  if (deliver) afterCommit(tx, () => void deliver().catch(() => false));
  return 'text';
}

/** Gives the account the number back that it had before staff were asked for another. */
async function restoreNumber(deps: ReportNotMeDeps, tx: Transaction, userId: number, since: Date): Promise<boolean> {
  const before = await revertNumbersSince(tx, userId, since);
  if (before === null) return false;
  await restorePhone(tx, userId, before.previous, before.previousVerified);
  await deps.publish(tx, accountChanged, { userId, change: 'updated' });
  return true;
}

/**
 * The address of the mail is the account's again, and a link for a new password is on its way there.
 * Whoever signs in by the directory needs none. Where another account has the address by now, the
 * account is disabled until support has spoken to its owner: else the intruder, whose address it has,
 * could ask for that link.
 */
async function letBackIn(
  deps: ReportNotMeDeps,
  tx: Transaction,
  account: AccountRow,
  email: string,
  tokenHash: string,
): Promise<Return> {
  const holder = await findAccountByEmailKey(tx, emailKey(email));
  if (holder !== null && holder.id !== account.id) {
    await setDisabled(tx, account.id, true, deps.clock());
    return 'support';
  }
  if (account.email !== email) await restoreAddress(deps, tx, account, email, tokenHash);
  if (!hasMailbox(email)) return textBack(deps, tx, account.id);
  await markEmailVerified(tx, account.id);
  if (deps.hasDirectory && (await hasIdentity(tx, account.id))) return 'directory';
  await deps.links.send(tx, 'password-reset', { id: account.id, email }, notMeLetter);
  return 'mail';
}

/**
 * "It was not me", by the link of a mail about a new device, once: ends every session, forgets the
 * devices, withdraws pending links, codes and invitations, makes the password unusable, takes away
 * passkeys and an authenticator app that were added since, and gives back an address and a number that were changed since; all of it or nothing, audited. Returns how the person comes
 * back in. Throws ApiError account.link-expired, service.unavailable.
 */
export async function reportNotMe(deps: ReportNotMeDeps, token: string): Promise<Return> {
  const tokenHashes = deps.links.hashesOf(PURPOSE, token);
  const linked = await findLinkedAccount(deps.database, tokenHashes, PURPOSE);
  if (linked === null) throw new ApiError('account.link-expired');
  const unusablePassword = await deps.passwords.withPlace(() =>
    deps.passwords.hash(deps.randomBytes(32).toString('base64url')),
  );
  const report = (tx: Transaction) => close(deps, tx, { userId: linked.id, tokenHashes, unusablePassword });
  try {
    return await deps.database.transaction(report);
  } catch (error) {
    // Somebody has taken the address in this moment: the second time that is seen beforehand.
    if (!isUniqueViolation(error)) throw error;
    return deps.database.transaction(report);
  }
}

async function close(
  deps: ReportNotMeDeps,
  tx: Transaction,
  link: { readonly userId: number; readonly tokenHashes: readonly string[]; readonly unusablePassword: string },
): Promise<Return> {
  const account = await lockAccount(tx, link.userId);
  const taken = await takeToken(tx, link.tokenHashes, PURPOSE);
  if (account === null || taken === null) throw new ApiError('account.link-expired');
  await closeAccount(deps, tx, account, link.unusablePassword, taken);
  await forgetSecondFactorSince(tx, account.id, taken.createdAt);
  const numberRestored = await restoreNumber(deps, tx, account.id, taken.createdAt);
  const next = await letBackIn(deps, tx, account, taken.email, link.tokenHashes[0] ?? '');
  await recordAudit(tx, {
    actorId: account.id,
    action: 'account.not-me',
    subject: `customer:${account.id}`,
    before: null,
    after: { addressRestored: account.email !== taken.email, numberRestored, next },
  });
  return next;
}
