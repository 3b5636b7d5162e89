import type { Mail } from '@portal/kernel/messaging/mail';
import { defineMessage } from '@portal/kernel/messaging/message-descriptor';
import type { Transaction } from '../../../platform/database/connection.ts';
import type { TicketRow } from '../ticket.repository.ts';
import type { TicketDependencies } from '../ticket-dependencies.ts';

/**
 * What is below it in an answer is quoted. The signs at both ends are the same in every language
 * (quoted-text.policy.ts).
 */
const REPLY_ABOVE = defineMessage('##- Reply above this line -##');

/** Queues a mail to the writer of a ticket; where a mailbox is read, with its place in the conversation. */
export async function queueTicketMail(
  { mailThreads, queueEmail }: Pick<TicketDependencies, 'mailThreads' | 'queueEmail'>,
  tx: Transaction,
  ticket: TicketRow,
  mail: Mail,
): Promise<void> {
  if (mailThreads === null) return queueEmail(tx, mail);
  const thread = await mailThreads.of(tx, ticket, mail.messageKey);
  await queueEmail(tx, { ...mail, parts: [REPLY_ABOVE, ...mail.parts], thread });
}
