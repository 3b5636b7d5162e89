import { addressOfPhone, hasMailbox } from '@portal/kernel/messaging/mail';
import { isUniqueViolation, type Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { emailKey } from '../accounts/account.policy.ts';
import {
  type AccountRow,
  findAccountByEmailKey,
  markEmailVerified,
  setVerifiedPhone,
  updateAccount,
} from '../accounts/account.repository.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { accountChanged } from '../events.ts';
import { closeOpenCode, lockTrying } from '../phone-verification/phone-verification.repository.ts';
import { deleteTokens } from '../recovery/account-token.repository.ts';
import { deleteSessionsOf } from '../sessions/session.repository.ts';
import { type ContactChangeRow, isPhoneOfAnother } from './contact-change.repository.ts';
import type { CorrectionDependencies } from './correction-dependencies.ts';
import { mailboxCountsLetter, numberCountsText } from './correction-mail.ts';
import { maskedContact, sendText, tellOwner } from './tell-owner.ts';

type Change = Pick<
  ContactChangeRow,
  'id' | 'kind' | 'userId' | 'value' | 'previous' | 'identifiedBy' | 'reason' | 'requestedBy'
>;

const DAY_SECONDS = 24 * 3600;

/** What the account has now in place of a new mailbox or number; of a mailbox also a made-up address. */
export function contactOf(account: AccountRow, kind: Change['kind']): string | null {
  return kind === 'mailbox' ? account.email : account.phone;
}

/**
 * Throws account.email-taken or customer.phone-taken where somebody else has it. The number stays free
 * until the transaction ends.
 */
export async function requireFree(tx: Transaction, userId: number, kind: Change['kind'], value: string): Promise<void> {
  const address = kind === 'mailbox' ? value : addressOfPhone(value);
  const holder = await findAccountByEmailKey(tx, emailKey(address));
  const isHeld = holder !== null && holder.id !== userId;
  if (kind === 'mailbox') {
    if (isHeld) throw new ApiError('account.email-taken');
    return;
  }
  await lockTrying(tx, value);
  if (isHeld || (await isPhoneOfAnother(tx, userId, value))) throw new ApiError('customer.phone-taken');
}

/** A person without a mailbox signs in with their number, so that their made-up address goes with it. */
async function setContact(tx: Transaction, account: AccountRow, { kind, value }: Change): Promise<void> {
  if (kind === 'phone') await setVerifiedPhone(tx, account.id, value);
  if (kind === 'phone' && hasMailbox(account.email)) return;
  const email = kind === 'mailbox' ? value : addressOfPhone(value);
  try {
    await updateAccount(tx, account.id, { email, emailKey: emailKey(email) });
  } catch (error) {
    throw isUniqueViolation(error)
      ? new ApiError(kind === 'mailbox' ? 'account.email-taken' : 'customer.phone-taken')
      : error;
  }
  if (kind === 'mailbox') await markEmailVerified(tx, account.id);
}

async function welcome(deps: CorrectionDependencies, tx: Transaction, { id, kind, userId, value }: Change) {
  const messageKey = `contact-counts:${id}`;
  if (kind === 'mailbox') {
    const mail = { category: 'account' as const, userId, messageKey, recipient: value };
    await deps.queueEmail(tx, { ...mail, ...mailboxCountsLetter() });
  } else if (deps.textCodes().canReachPhones) {
    const text = { userId, messageKey, recipient: value, usefulSeconds: DAY_SECONDS };
    await sendText(deps, tx, { ...text, text: numberCountsText() });
  }
}

/**
 * Gives a locked account its new mailbox or number, verified: ends its sessions and every link to set a
 * password; passkeys and app stay. Tells both addresses, the old one with "it was not me". Audited.
 * Throws account.email-taken, customer.phone-taken.
 */
export async function countContactChange(
  deps: CorrectionDependencies,
  tx: Transaction,
  account: AccountRow,
  change: Change,
  by: { readonly actorId: number; readonly confirmedBy: number | null },
): Promise<void> {
  const { id, kind, value, identifiedBy, reason, requestedBy } = change;
  await requireFree(tx, account.id, kind, value);
  const told = { what: kind, to: maskedContact(kind, value) };
  await tellOwner(deps, tx, account, { key: `contact-change:${id}`, when: 'changed', change: told });
  await setContact(tx, account, change);
  await deleteSessionsOf(tx, account.id);
  await deleteTokens(tx, account.id, 'password-reset');
  await deleteTokens(tx, account.id, 'email-verification');
  if (kind === 'phone') await closeOpenCode(tx, account.id);
  await deps.publish(tx, accountChanged, { userId: account.id, change: 'updated' });
  await welcome(deps, tx, change);
  const field = kind === 'mailbox' ? 'email' : 'phone';
  await recordAudit(tx, {
    actorId: by.actorId,
    action: 'customer.contact-changed',
    subject: `customer:${account.id}`,
    before: { [field]: contactOf(account, kind) },
    after: { [field]: value, identifiedBy, requestedBy, confirmedBy: by.confirmedBy, reason },
  });
}
