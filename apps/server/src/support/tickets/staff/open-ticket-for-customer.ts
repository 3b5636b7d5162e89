import type { StaffTicket } from '@portal/contract/support/staff-tickets';
import { findAccountContact } from '../../../identity/index.ts';
import { lockCustomer } from '../../../platform/database/lock-customer.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import { type TicketOrder, writeTicket } from '../open-ticket.ts';
import { asSubject, countedSince, decideTicket } from '../ticket.policy.ts';
import { findPerson, listTicketsSince } from '../ticket.repository.ts';
import type { TicketDependencies } from '../ticket-dependencies.ts';
import { presentStaffTicket } from './present-staff-ticket.ts';
import { findTicketForStaff } from './staff-ticket.repository.ts';

/**
 * Staff open a ticket for a caller; the customer gets its number by mail. The same texts again
 * within a minute are the same ticket. Audited. Throws ApiError customer.not-found.
 */
export async function openTicketForCustomer(
  deps: TicketDependencies,
  order: Omit<TicketOrder, 'customer' | 'source'> & { readonly staffId: number; readonly customerId: number },
): Promise<StaffTicket> {
  const { staffId, customerId, ...written } = order;
  const words = { ...written, subject: asSubject(written.subject) };
  const row = await deps.database.transaction(async (tx) => {
    if (!(await findPerson(tx, customerId))) throw new ApiError('customer.not-found');
    const customer = { id: customerId, email: (await findAccountContact(tx, customerId)).email };
    await lockCustomer(tx, 'ticket', customer.id);
    const now = deps.clock();
    const decision = decideTicket(await listTicketsSince(tx, customer.id, countedSince(now)), words, now);
    if (decision.kind === 'repeat') return findTicketForStaff(tx, decision.ticket.id);
    const ticket = await writeTicket(deps, tx, { ...words, customer, source: null });
    await deps.recordAudit(tx, {
      actorId: staffId,
      action: 'ticket.open',
      subject: `ticket:${ticket.id}`,
      before: null,
      after: { customerId, subject: ticket.subject, category: ticket.category, priority: ticket.priority },
    });
    return findTicketForStaff(tx, ticket.id);
  });
  if (!row) throw new Error('the ticket is not there');
  deps.publishChange(customerId, 'tickets');
  deps.publishChange('staff', 'tickets');
  return presentStaffTicket(row, deps.clock());
}
