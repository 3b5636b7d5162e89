import { hasMailbox } from '@portal/kernel/messaging/mail';
import type { Transaction } from '../../platform/database/connection.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { findCounterAccount } from '../counter/counter-customer.repository.ts';
import type { NewOwner } from './find-new-owner.ts';
import { OFFER_DAYS } from './owner-change.policy.ts';
import type { OwnerChangeRow } from './owner-change.repository.ts';
import { offerLetter, offerText, stopLetter, stopText } from './owner-change-messages.ts';

const usefulSeconds = OFFER_DAYS * 86_400;

/**
 * Sends the new owner the link to accept and the present one the link to stop it, by mail, else by
 * text. A present owner who can be reached in neither way finds it at the bell.
 */
export async function sendLinks(
  deps: Pick<BillingDependencies, 'queueEmail' | 'queueSms' | 'lineOfferUrl'>,
  tx: Transaction,
  change: OwnerChangeRow,
  sent: {
    readonly newOwner: NewOwner;
    readonly lines: string;
    readonly offerToken: string;
    readonly stopToken: string;
  },
): Promise<void> {
  const { id, fromAccountId, expiresAt } = change;
  const offered = { lines: sent.lines, expiresAt };
  const offerUrl = deps.lineOfferUrl(sent.offerToken);
  const { account, recipient, reachedBy } = sent.newOwner;
  const messageKey = `owner-change-offer:${id}`;
  if (reachedBy === 'mail') {
    const mail = { category: 'account' as const, ...(account && { userId: account.id }), messageKey, recipient };
    await deps.queueEmail(tx, { ...mail, usefulSeconds, ...offerLetter(offered, offerUrl) });
  } else {
    const userId = account?.id ?? fromAccountId;
    await deps.queueSms(tx, { userId, messageKey, recipient, text: offerText(offered, offerUrl), usefulSeconds });
  }
  const present = await findCounterAccount(tx, fromAccountId);
  const stopUrl = deps.lineOfferUrl(sent.stopToken);
  const toPresent = { userId: fromAccountId, messageKey: `owner-change-stop:${id}`, usefulSeconds };
  if (present && hasMailbox(present.email)) {
    const mail = { category: 'account' as const, ...toPresent, recipient: present.email };
    await deps.queueEmail(tx, { ...mail, ...stopLetter(offered, stopUrl) });
  } else if (present?.phone) {
    await deps.queueSms(tx, { ...toPresent, recipient: present.phone, text: stopText(offered, stopUrl) });
  }
}
