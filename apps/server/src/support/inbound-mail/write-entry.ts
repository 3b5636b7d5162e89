import type { Transaction } from '../../platform/database/connection.ts';
import { attachFiles } from '../tickets/attachments/attach-files.ts';
import { findMergedInto } from '../tickets/merges/ticket-merge.repository.ts';
import { writeTicket } from '../tickets/open-ticket.ts';
import { writeReply } from '../tickets/reply-to-ticket.ts';
import { ticketNumber } from '../tickets/ticket.policy.ts';
import { lockTicket, type TicketRow } from '../tickets/ticket.repository.ts';
import { isFull } from '../tickets/ticket-reply.repository.ts';
import type { Route } from './find-route.ts';
import { countEntriesOf, findLatestTicketOf, setEntry } from './inbound-mail.repository.ts';
import type { InboundMailDependencies } from './inbound-mail-dependencies.ts';
import { countedFrom, isFlood, type MailEntry } from './mail-entry.policy.ts';

type Order = {
  /** The row of the mail in this transaction, which is there already. */
  readonly mailId: number;
  readonly route: Route;
  readonly entry: MailEntry;
  readonly subject: string;
  readonly fileIds: readonly string[];
  /** From whom it says to be. */
  readonly from: string;
  readonly receivedAt: Date;
};

/** The ticket, or the one that it was merged into, locked if it can take one more reply. */
async function lockOpen(tx: Transaction, id: string): Promise<TicketRow | null> {
  const goesOn = await findMergedInto(tx, id);
  const ticket = await lockTicket(tx, goesOn?.id ?? id, null);
  return ticket === null || ticket.status === 'closed' || (await isFull(tx, ticket.id)) ? null : ticket;
}

async function openTicket(deps: InboundMailDependencies, tx: Transaction, order: Order, isConfirmed: boolean) {
  const { mailId, route, entry, fileIds, receivedAt } = order;
  const subject = order.subject || '—';
  const ticket = await writeTicket(deps, tx, {
    customer: route.customer,
    // A closed ticket stays closed: the new one names it.
    subject: route.answers ? `${subject} (${ticketNumber(route.answers.number)})` : subject,
    description: entry.body,
    priority: 'medium',
    category: 'other',
    source: null,
    byMail: {
      sender: route.sender,
      remainder: entry.remainder,
      receivedAt,
      isConfirmed,
      onOpened: ({ id }) => setEntry(tx, mailId, { ticketId: id, replyId: null }),
    },
  });
  await attachFiles(tx, { ids: fileIds, uploaderId: route.authorId, ticketId: ticket.id, replyId: null });
}

/**
 * Makes a mail one entry: a reply in the ticket that it answers, else a ticket, whose number is confirmed by
 * mail once. Of a sender who writes all the time nothing is confirmed, and further mails go into the ticket
 * that they opened last.
 */
export async function writeEntry(deps: InboundMailDependencies, tx: Transaction, order: Order): Promise<void> {
  const { mailId, route, entry, from } = order;
  const since = countedFrom(deps.clock());
  // Without this mail itself, whose row is there.
  const earlier = await countEntriesOf(tx, from, since);
  const isTooMuch = isFlood({ lately: earlier.lately - 1, today: earlier.today - 1 });
  const collecting = { userId: route.customer?.id ?? null, since: since.today };
  const wanted = route.answers?.id ?? (isTooMuch ? await findLatestTicketOf(tx, from, collecting) : null);
  const ticket = wanted === null ? null : await lockOpen(tx, wanted);
  if (ticket === null) return openTicket(deps, tx, order, !isTooMuch && !route.isForged);
  const { replyId } = await writeReply(deps, tx, ticket, {
    authorId: route.authorId,
    text: entry.body,
    clientReplyId: `mail-${mailId}`,
    attachments: order.fileIds,
    mail: entry.remainder,
    isAnnounced: !isTooMuch,
  });
  await setEntry(tx, mailId, { ticketId: ticket.id, replyId });
}
