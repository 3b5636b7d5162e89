import type { Database, Transaction } from '../../../platform/database/connection.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import { lockTicket, type TicketRow } from '../ticket.repository.ts';
import { findMergedInto } from './ticket-merge.repository.ts';

/**
 * Does something in one transaction with the ticket in which the conversation of `id` goes on: itself,
 * or the one that it was merged into, also when that happens at this moment. It is locked meanwhile.
 * With `userId` only that customer's is found, with null any. Throws ApiError ticket.not-found.
 */
export async function inConversation<Result>(
  database: Database,
  { id, userId }: { readonly id: string; readonly userId: number | null },
  act: (tx: Transaction, ticket: TicketRow) => Promise<Result>,
): Promise<Result> {
  let at = id;
  for (;;) {
    const done = await database.transaction(async (tx) => {
      const ticket = await lockTicket(tx, at, userId);
      if (!ticket) throw new ApiError('ticket.not-found');
      // Locks of two tickets are taken in the order of their ids alone: let this one go first.
      const goesOn = await findMergedInto(tx, ticket.id);
      return goesOn ? { goesOnIn: goesOn.id } : { result: await act(tx, ticket) };
    });
    if ('result' in done) return done.result;
    at = done.goesOnIn;
  }
}
