import type { MessageDescriptor } from '@portal/kernel/messaging/message-descriptor';
import type { Transaction } from '../../platform/database/connection.ts';
import type { TextCodes } from '../phone-verification/text-codes.port.ts';
import type { AccountLinks } from './create-account-links.ts';

export type TextLinkDeps = {
  readonly links: Pick<AccountLinks, 'createLink'>;
  readonly textCodes: Pick<TextCodes, 'queueSms'>;
};

/** A text is read at once. */
const TEXTED_LINK_MINUTES = 10;

/**
 * Queues a text with a link that sets a new password, once, and only while the account has the number.
 * Returns what sends it after the commit, if anything; one that is not taken then is sent again by the job.
 */
export async function textPasswordLink(
  deps: TextLinkDeps,
  tx: Transaction,
  to: { readonly id: number; readonly phone: string },
  text: { readonly write: (link: string) => MessageDescriptor; readonly minutes?: number },
): Promise<(() => Promise<boolean>) | null> {
  const { phone, id: userId } = to;
  const { write, minutes = TEXTED_LINK_MINUTES } = text;
  const { link, tokenHash, usefulSeconds } = await deps.links.createLink(tx, 'password-reset', to, { minutes, phone });
  const messageKey = `password-reset:${tokenHash}`;
  return deps.textCodes.queueSms(tx, { userId, messageKey, recipient: phone, text: write(link), usefulSeconds });
}
