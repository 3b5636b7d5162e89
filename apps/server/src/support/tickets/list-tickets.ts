import type { Ticket } from '@portal/contract/support/tickets';
import type { Database } from '../../platform/database/connection.ts';
import { presentTicket } from './present-ticket.ts';
import { listOwnTickets } from './ticket.repository.ts';

const PAGE_SIZE = 20;

/**
 * One customer's tickets, last changed first: 20 unless `limit` says otherwise, those after the
 * ticket `before` when it is given. Another customer's `before` finds nothing.
 */
export async function listTickets(
  database: Database,
  page: {
    readonly userId: number;
    readonly limit?: number | undefined;
    readonly before?: string | undefined;
    readonly now: Date;
  },
): Promise<Ticket[]> {
  const { userId, limit = PAGE_SIZE, before = null, now } = page;
  return (await listOwnTickets(database, { userId, limit, before })).map((row) => presentTicket(row, now));
}
