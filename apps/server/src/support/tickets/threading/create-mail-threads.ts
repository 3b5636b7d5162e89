import type { MailThread } from '@portal/kernel/messaging/mail';
import type { Transaction } from '../../../platform/database/connection.ts';
import type { TicketRow } from '../ticket.repository.ts';
import { messageIdOf } from './message-id.ts';
import type { ReplyAddresses } from './reply-address.ts';
import { listReceivedMails, listSentReplies } from './ticket-mails.repository.ts';

/** The first mail and the newest ones: a header of hundreds of ids is cut or refused on its way. */
const MOST_REFERENCES = 20;

export type MailThreads = {
  readonly addresses: ReplyAddresses;
  /** Of our own Message-IDs. */
  readonly domain: string;
  /** The place of a mail of ours in the conversation about a ticket, after everything that is stored of it. */
  readonly of: (tx: Transaction, ticket: TicketRow, messageKey: string) => Promise<MailThread>;
};

/** What the mails about a ticket refer to, in the order of the thread: the customer's mails and our own. */
export function createMailThreads(addresses: ReplyAddresses): MailThreads {
  const { supportAddress } = addresses;
  const domain = supportAddress.slice(supportAddress.lastIndexOf('@') + 1);
  return {
    addresses,
    domain,
    of: async (tx, ticket, messageKey) => {
      const [received, sent] = await Promise.all([listReceivedMails(tx, ticket.id), listSentReplies(tx, ticket.id)]);
      const opening = [
        ...received.filter(({ replyId }) => replyId === null).map((mail) => mail.messageId),
        messageIdOf(`ticket:${ticket.id}`, domain),
      ];
      const replies = [
        ...received.flatMap(({ messageId, replyId }) => (replyId === null ? [] : [{ id: replyId, messageId }])),
        ...sent.map((id) => ({ id, messageId: messageIdOf(`ticket-reply:${id}`, domain) })),
      ].sort((a, b) => a.id - b.id);
      const messageId = messageIdOf(messageKey, domain);
      const before = [...opening, ...replies.map((reply) => reply.messageId)].filter((id) => id !== messageId);
      const references =
        before.length > MOST_REFERENCES ? [...before.slice(0, 1), ...before.slice(1 - MOST_REFERENCES)] : before;
      return { messageId, references, replyTo: addresses.of(ticket) };
    },
  };
}
