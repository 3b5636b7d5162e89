import type { StaffTicket } from '@portal/contract/support/staff-tickets';
import { findAccountContact } from '../../../identity/index.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import { queueTicketMail } from '../threading/queue-ticket-mail.ts';
import { findPerson, lockTicket, updateTicket } from '../ticket.repository.ts';
import type { TicketDependencies } from '../ticket-dependencies.ts';
import { ticketMail } from '../ticket-mail.ts';
import { presentStaffTicket } from './present-staff-ticket.ts';
import { findTicketForStaff } from './staff-ticket.repository.ts';

/**
 * Staff confirm which customer wrote a mail of an unknown sender: the ticket becomes theirs, they are mailed
 * that it is, and further answers go to the account's own mailbox. Audited. The same customer again changes
 * nothing. Throws ApiError ticket.not-found, ticket.closed, ticket.sender-confirmed (somebody else's by now),
 * customer.not-found.
 */
export async function confirmSender(
  deps: TicketDependencies,
  { id, staffId, customerId }: { readonly id: string; readonly staffId: number; readonly customerId: number },
): Promise<StaffTicket> {
  const row = await deps.database.transaction(async (tx) => {
    const ticket = await lockTicket(tx, id, null);
    if (!ticket) throw new ApiError('ticket.not-found');
    if (ticket.userId === customerId) return findTicketForStaff(tx, ticket.id);
    if (ticket.userId !== null) throw new ApiError('ticket.sender-confirmed');
    if (ticket.status === 'closed') throw new ApiError('ticket.closed');
    const person = await findPerson(tx, customerId);
    if (person?.role !== 'customer') throw new ApiError('customer.not-found');
    const change = { userId: customerId, senderWarning: null, updatedAt: deps.clock() };
    const changed = await updateTicket(tx, ticket.id, [ticket.status], change);
    if (!changed) throw new Error(`ticket ${ticket.id} moved under its lock`);
    await deps.recordAudit(tx, {
      actorId: staffId,
      action: 'ticket.sender',
      subject: `ticket:${ticket.id}`,
      before: { customerId: null, warning: ticket.senderWarning },
      after: { customerId },
    });
    const { email } = await findAccountContact(tx, customerId);
    const mail = { ...ticketMail(changed, email, deps), messageKey: `ticket-sender:${ticket.id}` };
    await queueTicketMail(deps, tx, changed, mail);
    return findTicketForStaff(tx, ticket.id);
  });
  if (!row) throw new ApiError('ticket.not-found');
  deps.publishChange(customerId, 'tickets');
  deps.publishChange('staff', 'tickets');
  return presentStaffTicket(row, deps.clock());
}
