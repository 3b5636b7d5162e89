import { hasMailbox } from '@portal/kernel/messaging/mail';
import type { MessageDescriptor } from '@portal/kernel/messaging/message-descriptor';
import { afterCommit } from '../../platform/database/after-commit.ts';
import type { Transaction } from '../../platform/database/connection.ts';
import { maskContacts } from '../../platform/http/authorisation/mask-contacts.ts';
import type { AccountRow } from '../accounts/account.repository.ts';
import { accountNoticeComposed } from '../events.ts';
import type { CorrectionDependencies } from './correction-dependencies.ts';
import { ownerLetter, ownerText, type ToldChange, type ToldWhen } from './correction-mail.ts';

const NOT_ME_SECONDS = 7 * 24 * 3600;

type Telling = Pick<CorrectionDependencies, 'queueEmail' | 'textCodes' | 'links' | 'publish'>;

/** A text, sent after the commit; one that is not taken then is sent again by the job. */
export async function sendText(
  deps: Pick<Telling, 'textCodes'>,
  tx: Transaction,
  text: {
    readonly userId: number;
    readonly messageKey: string;
    readonly recipient: string;
    readonly text: MessageDescriptor;
    readonly usefulSeconds: number;
  },
): Promise<void> {
  const deliver = await deps.textCodes().queueSms(tx, text);
  // One that is not sent now is sent by the job, also where the database is gone.
  if (deliver) afterCommit(tx, () => void deliver().catch(() => false));
}

/** "bisi@mail.example" as "b…@mail.example", "+2348031234567" as "…4567". */
export function maskedContact(what: 'mailbox' | 'phone', contact: string): string {
  return maskContacts(contact, what === 'mailbox' ? 'email' : 'phone') as string;
}

/** The number that texts to the owner go to: one they have proved, or the only way to reach them. */
function numberOf(account: AccountRow): string | null {
  return account.phoneVerifiedAt !== null || !hasMailbox(account.email) ? account.phone : null;
}

/**
 * Tells the owner, at the mailbox and the number that the account has now, what was asked for or has
 * changed, with "it was not me", and at their bell. Before the account gets another mailbox: the link
 * gives back the one that it has now.
 */
export async function tellOwner(
  deps: Telling,
  tx: Transaction,
  account: AccountRow,
  told: { readonly key: string; readonly when: ToldWhen; readonly change: ToldChange },
): Promise<void> {
  const { key, when, change } = told;
  const { link } = await deps.links.createLink(tx, 'not-me', account);
  const message = { userId: account.id, messageKey: `${key}:${when}`, usefulSeconds: NOT_ME_SECONDS };
  if (hasMailbox(account.email)) {
    const letter = ownerLetter(change, when, link);
    await deps.queueEmail(tx, { ...message, category: 'account', recipient: account.email, ...letter });
  }
  const number = numberOf(account);
  if (number !== null && deps.textCodes().canReachPhones) {
    const messageKey = `${message.messageKey}:sms`;
    await sendText(deps, tx, { ...message, messageKey, recipient: number, text: ownerText(change, when, link) });
  }
  const bell = { key: `${message.messageKey}:bell`, customerId: account.id };
  if (change.what === 'second-factor') {
    const kind = when === 'asked' ? 'second-factor-loss-asked' : 'second-factor-taken-away';
    await deps.publish(tx, accountNoticeComposed, { ...bell, kind, values: {} });
  } else {
    const kind = when === 'asked' ? 'contact-change-asked' : 'contact-changed';
    await deps.publish(tx, accountNoticeComposed, { ...bell, kind, values: { to: change.to } });
  }
}
