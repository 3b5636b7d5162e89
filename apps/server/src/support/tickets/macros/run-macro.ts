import type { Macro } from '@portal/contract/support/macros';
import type { FilledReply } from '@portal/contract/support/saved-replies';
import type { StaffTicketThread } from '@portal/contract/support/staff-tickets';
import type { Queryable, Transaction } from '../../../platform/database/connection.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import { fillForTicket } from '../../saved-replies/fill-reply.ts';
import { findReply } from '../../saved-replies/saved-reply.repository.ts';
import { inConversation } from '../merges/in-conversation.ts';
import { applyChange, type TicketChange } from '../staff/change-ticket.ts';
import { readStaffTicket } from '../staff/read-staff-tickets.ts';
import { type ExpectedThread, requireNothingNewer, writeStaffReply } from '../staff/reply-as-staff.ts';
import { addTags } from '../tags/set-ticket-tags.ts';
import { findTicket, type TicketRow } from '../ticket.repository.ts';
import type { TicketDependencies } from '../ticket-dependencies.ts';
import { findSentReply } from '../ticket-reply.repository.ts';
import { findMacro } from './macro.repository.ts';

type Agent = { readonly id: number; readonly firstName: string | null };

async function fill(queryable: Queryable, macro: Macro, ticket: TicketRow, agent: Agent): Promise<FilledReply | null> {
  const reply = macro.reply && (await findReply(queryable, macro.reply.id));
  return reply && fillForTicket(queryable, reply, { ticket, agentName: agent.firstName });
}

type Which = { readonly id: string; readonly macroId: string; readonly agent: Agent };

/** What a macro would do to a ticket. Throws ApiError ticket.not-found, macro.not-found. */
export async function previewMacro(
  { database }: Pick<TicketDependencies, 'database'>,
  { id, macroId, agent }: Which,
): Promise<{ readonly macro: Macro; readonly reply: FilledReply | null }> {
  const ticket = await findTicket(database, id, null);
  if (!ticket) throw new ApiError('ticket.not-found');
  const macro = await findMacro(database, macroId);
  if (!macro) throw new ApiError('macro.not-found');
  return { macro, reply: await fill(database, macro, ticket, agent) };
}

/** The reply as it was filled, unless the agent has replaced it. Throws ApiError macro.unfilled. */
async function textOf(
  tx: Transaction,
  { macro, ticket, agent, text }: { macro: Macro; ticket: TicketRow; agent: Agent; text: string | undefined },
): Promise<string | null> {
  if (macro.reply === null) return null;
  if (text !== undefined) return text;
  const filled = await fill(tx, macro, ticket, agent);
  if (filled && filled.missing.length > 0) throw new ApiError('macro.unfilled');
  return filled?.text ?? null;
}

function changeBy({ status, priority, assignTo, assignee }: Macro, ticket: TicketRow, staffId: number): TicketChange {
  const assigneeId = { me: staffId, nobody: null, person: assignee?.id ?? null };
  return {
    status: status === null || status === ticket.status ? undefined : status,
    priority: priority ?? undefined,
    assigneeId: assignTo === null ? undefined : assigneeId[assignTo],
  };
}

/**
 * Answers, changes and tags a ticket as a macro says, all or nothing; audited as if done by hand. The
 * thread keeps that it was done under `clientRequestId`, as the answer or as a staff note, so that a
 * repeat changes nothing. Returns the ticket. Throws ApiError ticket.not-found, ticket.closed,
 * ticket.full, ticket.not-possible, ticket.too-many-tags, ticket.newer-entry, macro.not-found,
 * macro.unfilled, customer.not-found (no such member of staff).
 */
export async function runMacro(
  deps: TicketDependencies,
  order: Which & ExpectedThread & { readonly clientRequestId: string; readonly text?: string | undefined },
): Promise<StaffTicketThread> {
  const { macroId, agent, clientRequestId } = order;
  const staffId = agent.id;
  const done = await inConversation(deps.database, { id: order.id, userId: null }, async (tx, ticket) => {
    const name = { ticketId: ticket.id, authorId: staffId, clientReplyId: clientRequestId };
    if (await findSentReply(tx, name)) return ticket;
    const macro = await findMacro(tx, macroId);
    if (!macro) throw new ApiError('macro.not-found');
    if (ticket.status === 'closed') throw new ApiError('ticket.closed');
    await requireNothingNewer(tx, { ticketId: ticket.id, staffId, ...order });
    const text = await textOf(tx, { macro, ticket, agent, text: order.text });
    const entry = { text: text ?? `Ran the macro “${macro.title}”.`, note: text === null };
    const answered = await writeStaffReply(deps, tx, ticket, {
      ...entry,
      staffId,
      clientReplyId: clientRequestId,
      attachments: [],
    });
    await addTags(deps, tx, { ticketId: ticket.id, staffId, tags: macro.addTags });
    await applyChange(deps, tx, answered, { staffId, change: changeBy(macro, answered, staffId) });
    return answered;
  });
  deps.publishChange(done.userId, 'tickets');
  deps.publishChange('staff', 'tickets');
  return readStaffTicket(deps, staffId, done.id);
}
