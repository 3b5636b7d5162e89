import type { Ticket } from '@portal/contract/support/tickets';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { ticketChanged } from '../events.ts';
import { presentTicket } from './present-ticket.ts';
import { lockTicket, updateTicket } from './ticket.repository.ts';
import type { TicketDependencies } from './ticket-dependencies.ts';

/**
 * The customer confirms that the ticket is settled: it is closed for good, resolved or not. Returns
 * the same when it is closed already. Throws ApiError ticket.not-found, also for another
 * customer's.
 */
export async function closeTicket(
  deps: TicketDependencies,
  { id, userId }: { readonly id: string; readonly userId: number },
): Promise<Ticket> {
  const now = deps.clock();
  const ticket = await deps.database.transaction(async (tx) => {
    const locked = await lockTicket(tx, id, userId);
    if (!locked) throw new ApiError('ticket.not-found');
    const closing = { status: 'closed', closedAt: now, resolvedAt: locked.resolvedAt ?? now, updatedAt: now } as const;
    const closed = await updateTicket(tx, locked.id, ['open', 'in-progress', 'resolved'], closing);
    if (closed) await deps.publish(tx, ticketChanged, { ticketId: closed.id, change: 'closed' });
    return closed ?? locked;
  });
  deps.publishChange(userId, 'tickets');
  deps.publishChange('staff', 'tickets');
  return presentTicket(ticket, now);
}
