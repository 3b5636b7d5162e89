import { findAccountContact } from '../../identity/index.ts';
import type { Transaction } from '../../platform/database/connection.ts';
import type { TicketRow } from './ticket.repository.ts';

/**
 * Who gets the mails about a ticket: the account's contact, or the sender of a mail whom nobody has
 * confirmed, who is told nothing of any account.
 */
export async function findTicketContact(
  tx: Transaction,
  { userId, senderEmail }: Pick<TicketRow, 'userId' | 'senderEmail'>,
): Promise<{ readonly email: string }> {
  return userId === null ? { email: senderEmail ?? '' } : findAccountContact(tx, userId);
}
