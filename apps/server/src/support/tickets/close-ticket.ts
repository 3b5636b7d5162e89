import type { Ticket } from '@portal/contract/support/tickets';
import { ApiError } from '../../platform/http/api-error.ts';
import { presentTicket } from './present-ticket.ts';
import { lockTicket, updateTicket } from './ticket.repository.ts';
import type { TicketDependencies } from './ticket-dependencies.ts';

/**
 * The customer says that it is settled: the ticket is closed for good, solved or not. Answers the same when it is closed already. Refuses with
 * ticket.not-found, also for somebody else's.
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
    return (await updateTicket(tx, locked.id, ['open', 'in-progress', 'resolved'], closing)) ?? locked;
  });
  deps.tellChanged(userId, 'tickets');
  deps.tellChanged('staff', 'tickets');
  return presentTicket(ticket, now);
}
