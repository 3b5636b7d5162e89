import type { Ticket, TicketCategory } from '@portal/contract/support/tickets';
import { lockCustomer } from '../../platform/database/lock-customer.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { attachFiles } from './attachments/attach-files.ts';
import { writeTicket } from './open-ticket.ts';
import { presentTicket } from './present-ticket.ts';
import { asSubject, countedSince, decideTicket, type TicketText } from './ticket.policy.ts';
import { listTicketsSince } from './ticket.repository.ts';
import type { TicketDependencies } from './ticket-dependencies.ts';

/**
 * Opens a ticket with its files and mails its number to the customer, all or nothing. The same
 * texts again within a minute return the ticket that they opened. Throws ApiError ticket.too-many
 * at the eleventh within an hour, also when they arrive at once, and file.not-found for a file that
 * is not waiting.
 */
export async function createTicket(
  deps: TicketDependencies,
  request: TicketText & {
    readonly customer: { readonly id: number; readonly email: string };
    readonly lineId: number;
    readonly authorId: number;
    readonly category: TicketCategory;
    readonly attachments: readonly string[];
  },
): Promise<Ticket> {
  const { customer, lineId, authorId, description, priority, category, attachments } = request;
  const text = { subject: asSubject(request.subject), description, priority };
  const now = deps.clock();
  const ticket = await deps.database.transaction(async (tx) => {
    await lockCustomer(tx, 'ticket', customer.id);
    const decision = decideTicket(await listTicketsSince(tx, customer.id, countedSince(now)), text, now);
    if (decision.kind === 'repeat') return decision.ticket;
    if (decision.kind === 'wait') throw new ApiError('ticket.too-many', { retryAfterSeconds: decision.seconds });
    const opened = await writeTicket(deps, tx, { ...text, customer, lineId, category, source: null });
    await attachFiles(tx, { ids: attachments, uploaderId: authorId, ticketId: opened.id, replyId: null });
    return opened;
  });
  deps.publishChange(customer.id, 'tickets');
  deps.publishChange('staff', 'tickets');
  return presentTicket(ticket, now);
}
