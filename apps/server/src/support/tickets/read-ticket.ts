import type { TicketEscalation, TicketThread } from '@portal/contract/support/tickets';
import { missedDeadlines } from '@portal/kernel/support/ticket-sla';
import { findAccountContact } from '../../identity/index.ts';
import type { Database } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { AttachmentRow } from './attachments/attachment.repository.ts';
import { findReadableAttachment, listAttachments } from './attachments/attachment.repository.ts';
import { findMergedInto } from './merges/ticket-merge.repository.ts';
import { presentThread } from './present-ticket.ts';
import { ticketNumber } from './ticket.policy.ts';
import { findTicket, type TicketRow } from './ticket.repository.ts';
import type { TicketDependencies } from './ticket-dependencies.ts';
import { listReplies } from './ticket-reply.repository.ts';

type Wanted = { readonly id: string; readonly customerId: number };
type Reader = { readonly readerId: number };

/**
 * One of the customer's tickets with its thread. Throws ApiError ticket.not-found, also for another
 * customer's.
 */
export async function readTicket(
  deps: TicketDependencies,
  { id, customerId, readerId }: Wanted & Reader,
): Promise<TicketThread> {
  const ticket = await findTicket(deps.database, id, customerId);
  if (!ticket) throw new ApiError('ticket.not-found');
  const replies = await listReplies(deps.database, ticket.id, { notes: false });
  const shown = new Set(replies.map((reply) => reply.id));
  const attachments = (await listAttachments(deps.database, ticket.id)).filter(
    ({ replyId }) => replyId === null || shown.has(replyId),
  );
  const mergedInto = await findMergedInto(deps.database, ticket.id);
  return presentThread(ticket, { replies, attachments, mergedInto }, { readerId, now: deps.clock() });
}

/** Consumer pages of the Nigerian Communications Commission (consumer.ncc.gov.ng). */
const REGULATOR = {
  name: 'Nigerian Communications Commission, Consumer Affairs Bureau',
  phone: '622',
  email: 'consumerportal@ncc.gov.ng',
  website: 'https://consumer.ncc.gov.ng',
};

/** A merged ticket is judged where it goes on. Throws ApiError ticket.not-found, also for another customer's. */
async function requireLiving(database: Database, { id, customerId }: Wanted): Promise<TicketRow> {
  const ticket = await findTicket(database, id, customerId);
  if (!ticket) throw new ApiError('ticket.not-found');
  const goesOn = ticket.status === 'closed' ? await findMergedInto(database, ticket.id) : null;
  return (goesOn && (await findTicket(database, goesOn.id, customerId))) ?? ticket;
}

/**
 * The facts with which the customer can turn to the regulator, once a deadline was missed: the
 * number to quote, the deadlines, and what happened when. Throws ApiError ticket.not-found,
 * ticket.time-left.
 */
export async function readEscalation(deps: TicketDependencies, { id, customerId }: Wanted): Promise<TicketEscalation> {
  const [ticket, customer] = await Promise.all([
    requireLiving(deps.database, { id, customerId }),
    findAccountContact(deps.database, customerId),
  ]);
  const missed = missedDeadlines(ticket, deps.clock());
  if (missed.length === 0) throw new ApiError('ticket.time-left');
  const replies = await listReplies(deps.database, ticket.id, { notes: false });
  const history = [
    { at: ticket.createdAt, what: 'opened' as const },
    ...replies.map(({ createdAt, fromStaff }) => ({
      at: createdAt,
      what: fromStaff ? ('staff-wrote' as const) : ('customer-wrote' as const),
    })),
    ...(ticket.resolvedAt ? [{ at: ticket.resolvedAt, what: 'resolved' as const }] : []),
  ];
  const { legalName, street, district, city } = deps.settings.get('company');
  const { phone, supportEmail } = deps.settings.get('contacts');
  return {
    number: ticketNumber(ticket.number),
    title: ticket.subject,
    category: ticket.category,
    customerName: [customer.firstName, customer.lastName].filter(Boolean).join(' '),
    provider: {
      name: legalName,
      address: [street, district, city].join(', '),
      phone,
      email: supportEmail,
    },
    createdAt: ticket.createdAt.toISOString(),
    missed: missed.map(({ what, dueAt, metAt }) => ({
      what,
      dueAt: dueAt.toISOString(),
      metAt: metAt?.toISOString() ?? null,
    })),
    history: history
      .sort((a, b) => a.at.getTime() - b.at.getTime())
      .map(({ at, what }) => ({ at: at.toISOString(), what })),
    regulator: REGULATOR,
  };
}

/**
 * A file that the customer may read, or null: also for one of another customer, or of a staff note.
 */
export async function findOwnFile(
  deps: TicketDependencies,
  { id, ...reader }: Wanted & Reader,
): Promise<AttachmentRow | null> {
  return isUuid(id) ? findReadableAttachment(deps.database, id, reader) : null;
}
