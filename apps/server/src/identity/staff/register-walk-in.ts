import type { WalkInForm } from '@portal/contract/identity/staff-accounts';
import { addressOfPhone, type Mail, mailboxOf } from '@portal/kernel/messaging/mail';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import type { Publish } from '../../platform/events/domain-events.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { AccountRow } from '../accounts/account.repository.ts';
import { firstPasswordLetter, firstPasswordText } from '../accounts/account-mail.ts';
import { openAccount } from '../accounts/open-account.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { accountRegistered } from '../events.ts';
import { requireNigerianMobile } from '../phone-verification/require-nigerian-mobile.ts';
import type { TextCodes } from '../phone-verification/text-codes.port.ts';
import type { AccountLinks } from '../recovery/create-account-links.ts';
import { textPasswordLink } from '../recovery/text-password-link.ts';
import type { Passwords } from '../sign-in/create-passwords.ts';

export type RegisterWalkInDeps = Parameters<typeof openAccount>[1] & {
  readonly database: Database;
  readonly passwords: Passwords;
  readonly links: Pick<AccountLinks, 'createLink'>;
  readonly queueEmail: (tx: Transaction, mail: Mail) => Promise<void>;
  readonly textCodes: Pick<TextCodes, 'canReachPhones' | 'queueSms'>;
  readonly publish: Publish;
};

/** A customer may leave the counter without a charged telephone. */
const LINK_MINUTES = 72 * 60;
const PASSWORD_BYTES = 32;
const NOBODY = 'Enter an email address or a Nigerian mobile number.';
const NUMBER_TAKEN = 'A customer without an email address already has this number.';

type Reach = { readonly email: string; readonly phone: string | null; readonly by: 'email' | 'sms' };

/** How the customer is reached: by mail, else by text. Throws request.invalid without either. */
function reachOf({ email, phone }: WalkInForm): Reach {
  const number = phone ? requireNigerianMobile(phone, 'phone') : null;
  if (email !== undefined) return { email, phone: number, by: 'email' };
  if (number !== null) return { email: addressOfPhone(number), phone: number, by: 'sms' };
  throw new ApiError('request.invalid', { message: NOBODY, errors: { email: NOBODY } });
}

/** Sends the link to choose a password; returns what has to be done after the commit, if anything. */
async function sendLink(tx: Transaction, deps: RegisterWalkInDeps, account: AccountRow, reach: Reach) {
  const { phone } = reach;
  if (reach.by === 'sms' && phone !== null) {
    const write = (link: string) => firstPasswordText(link, phone);
    return textPasswordLink(deps, tx, { id: account.id, phone }, { write, minutes: LINK_MINUTES });
  }
  const { link, tokenHash, usefulSeconds } = await deps.links.createLink(tx, 'password-reset', account, {
    minutes: LINK_MINUTES,
  });
  await deps.queueEmail(tx, {
    category: 'account',
    userId: account.id,
    messageKey: `password-reset:${tokenHash}`,
    usefulSeconds,
    recipient: account.email,
    ...firstPasswordLetter(link),
  });
  return null;
}

/**
 * Registers somebody who stands at the counter, and sends them a link to choose a password, by mail
 * or where they have no mailbox by text; until then nobody can sign in as them. Audited. Throws
 * request.invalid, account.email-taken, phone.not-nigerian-mobile, phone.sending-failed.
 */
export async function registerWalkIn(
  deps: RegisterWalkInDeps,
  form: WalkInForm,
  staffId: number,
): Promise<{ readonly account: AccountRow; readonly by: Reach['by'] }> {
  const reach = reachOf(form);
  const isTexted = reach.by === 'sms';
  if (isTexted && !deps.textCodes.canReachPhones) throw new ApiError('phone.sending-failed');
  const unknown = deps.randomBytes(PASSWORD_BYTES).toString('base64url');
  const passwordHash = await deps.passwords.withPlace(() => deps.passwords.hash(unknown));
  const { account, deliver } = await deps.database.transaction(async (tx) => {
    const opened = await openAccount(tx, deps, { ...form, ...reach, passwordHash }).catch((error: unknown) => {
      const isTaken = error instanceof ApiError && error.code === 'account.email-taken';
      throw isTaken && isTexted ? new ApiError('account.email-taken', { message: NUMBER_TAKEN }) : error;
    });
    const { id: userId, createdAt: now } = opened;
    await deps.publish(tx, accountRegistered, { userId, language: 'en', referralCode: form.referralCode || null, now });
    await recordAudit(tx, {
      actorId: staffId,
      action: 'customer.register',
      subject: `customer:${userId}`,
      before: null,
      after: { email: mailboxOf(opened.email) || null, phone: opened.phone },
    });
    return { account: opened, deliver: await sendLink(tx, deps, opened, reach) };
  });
  // A text that is not taken now is sent again by the job.
  await deliver?.();
  return { account, by: reach.by };
}
