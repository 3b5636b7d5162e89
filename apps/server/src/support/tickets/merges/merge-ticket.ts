import type { StaffTicketThread } from '@portal/contract/support/staff-tickets';
import type { Transaction } from '../../../platform/database/connection.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import { ticketChanged } from '../../events.ts';
import { findTicketContact } from '../find-ticket-contact.ts';
import { readStaffTicket } from '../staff/read-staff-tickets.ts';
import { addTags } from '../tags/set-ticket-tags.ts';
import { listTags } from '../tags/ticket-tag.repository.ts';
import { queueTicketMail } from '../threading/queue-ticket-mail.ts';
import { ticketNumber } from '../ticket.policy.ts';
import { lockTicket, type TicketRow, updateTicket } from '../ticket.repository.ts';
import type { TicketDependencies } from '../ticket-dependencies.ts';
import { mergedMail } from '../ticket-mail.ts';
import { hasRoomFor, insertReply } from '../ticket-reply.repository.ts';
import { afterMerge, mergeObstacle } from './ticket-merge.policy.ts';
import { findMergedInto, insertMerge, moveAttachments, moveMails, moveReplies } from './ticket-merge.repository.ts';

type Pair = { readonly from: TicketRow; readonly into: TicketRow };

/** Both locked, always in the order of their ids: merges in both directions wait for each other. */
async function lockBoth(tx: Transaction, fromId: string, intoId: string): Promise<Pair> {
  const rows: TicketRow[] = [];
  for (const id of [fromId, intoId].sort()) {
    const row = await lockTicket(tx, id, null);
    if (!row) throw new ApiError('ticket.not-found');
    rows.push(row);
  }
  const [first, second] = rows;
  if (!first || !second) throw new ApiError('ticket.not-found');
  return first.id === fromId ? { from: first, into: second } : { from: second, into: first };
}

/** The text of the merged ticket becomes an entry of the other, and all that was written to it goes there. */
async function moveEntries(tx: Transaction, { from, into }: Pair): Promise<void> {
  await moveReplies(tx, { from: from.id, to: into.id, number: from.number });
  const replyId = await insertReply(tx, {
    ticketId: into.id,
    authorId: from.userId,
    fromStaff: false,
    isNote: false,
    body: `${from.subject}\n\n${from.description}`,
    mail: from.mail,
    mergedFrom: from.number,
    clientReplyId: `merged:${from.id}`,
    createdAt: from.createdAt,
  });
  await moveAttachments(tx, { from: from.id, to: into.id, replyId });
  await moveMails(tx, { from: from.id, to: into.id, replyId });
}

async function merge(deps: TicketDependencies, tx: Transaction, staffId: number, pair: Pair): Promise<void> {
  const { from, into } = pair;
  const now = deps.clock();
  const obstacle = mergeObstacle(from, into);
  if (obstacle !== null) throw new ApiError(obstacle);
  if (!(await hasRoomFor(tx, into.id, from.id))) throw new ApiError('ticket.full');
  await moveEntries(tx, pair);
  await insertMerge(tx, { ticketId: from.id, intoId: into.id, staffId, mergedAt: now });
  await addTags(deps, tx, { ticketId: into.id, staffId, tags: await listTags(tx, from.id) });
  const closed = await updateTicket(tx, from.id, [from.status], {
    status: 'closed',
    closedAt: now,
    updatedAt: now,
    ...(from.userId === null && { userId: into.userId, senderWarning: null }),
  });
  const kept = await updateTicket(tx, into.id, [into.status], { ...afterMerge(from, into), updatedAt: now });
  if (!closed || !kept) throw new Error(`ticket ${from.id} or ${into.id} moved under its lock`);
  await deps.recordAudit(tx, {
    actorId: staffId,
    action: 'ticket.merge',
    subject: `ticket:${from.id}`,
    before: { status: from.status, customerId: from.userId },
    after: { status: 'closed', customerId: into.userId, into: ticketNumber(into.number) },
  });
  await deps.recordAudit(tx, {
    actorId: staffId,
    action: 'ticket.merge',
    subject: `ticket:${into.id}`,
    before: { status: into.status, priority: into.priority },
    after: { status: kept.status, priority: kept.priority, merged: ticketNumber(from.number) },
  });
  const { email } = await findTicketContact(tx, kept);
  await queueTicketMail(deps, tx, kept, mergedMail({ from, into: kept, origin: deps.origin }, email));
  await deps.publish(tx, ticketChanged, { ticketId: from.id, change: 'closed' });
}

/** Whether they are one ticket already. */
async function isMerged(tx: Transaction, { from, into }: Pair): Promise<boolean> {
  const goesOn = await findMergedInto(tx, from.id);
  return goesOn !== null && goesOn.id === ((await findMergedInto(tx, into.id))?.id ?? into.id);
}

/**
 * Staff merge a ticket into another one of the same customer: everything that was written goes there,
 * the merged one is closed and leads there, and the customer is told once; audited on both, all or
 * nothing. Of a sender whom nobody has confirmed this confirms that they are the other ticket's customer.
 * Nothing takes it apart again. Repeating it changes nothing. Returns the remaining ticket.
 * Throws ApiError ticket.not-found, ticket.merge-itself, ticket.merge-other-account,
 * ticket.merge-unconfirmed, ticket.merge-closed, ticket.merge-resolved, ticket.too-many-tags, ticket.full.
 */
export async function mergeTicket(
  deps: TicketDependencies,
  { staffId, ...order }: { readonly id: string; readonly into: string; readonly staffId: number },
): Promise<StaffTicketThread> {
  const [id, into] = [order.id.toLowerCase(), order.into.toLowerCase()];
  if (id === into) throw new ApiError('ticket.merge-itself');
  const userId = await deps.database.transaction(async (tx) => {
    const pair = await lockBoth(tx, id, into);
    if (!(await isMerged(tx, pair))) await merge(deps, tx, staffId, pair);
    return pair.into.userId;
  });
  deps.publishChange(userId, 'tickets');
  deps.publishChange('staff', 'tickets');
  return readStaffTicket(deps, staffId, into);
}
