import type { StaffTicket } from '@portal/contract/support/staff-tickets';
import type { TicketCategory, TicketPriority } from '@portal/contract/support/tickets';
import { deadlinesAfterRecategorizing, type SlaRules } from '@portal/kernel/support/ticket-sla';
import { ticketTransitions } from '@portal/kernel/support/ticket-state';
import type { Transaction } from '../../../platform/database/connection.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import { ticketChanged } from '../../events.ts';
import { findTicketContact } from '../find-ticket-contact.ts';
import { queueTicketMail } from '../threading/queue-ticket-mail.ts';
import { findPerson, lockTicket, type TicketRow, updateTicket } from '../ticket.repository.ts';
import type { TicketDependencies } from '../ticket-dependencies.ts';
import { resolvedMail } from '../ticket-mail.ts';
import { presentStaffTicket } from './present-staff-ticket.ts';
import { findTicketForStaff } from './staff-ticket.repository.ts';

export type TicketChange = {
  readonly status?: 'in-progress' | 'resolved' | 'closed' | undefined;
  readonly priority?: TicketPriority | undefined;
  readonly category?: TicketCategory | undefined;
  readonly assigneeId?: number | null | undefined;
};

type Changed = Partial<TicketRow>;

/**
 * What a status change implies: the member of staff who starts or resolves a ticket becomes its
 * assignee, and the times are recorded.
 */
function moveTo(ticket: TicketRow, status: NonNullable<TicketChange['status']>, staffId: number, now: Date): Changed {
  if (!ticketTransitions[ticket.status].includes(status)) throw new ApiError('ticket.not-possible');
  const assigneeId = ticket.assigneeId ?? staffId;
  switch (status) {
    case 'in-progress':
      return { status, assigneeId };
    case 'resolved':
      return { status, assigneeId, resolvedAt: now, firstResponseAt: ticket.firstResponseAt ?? now };
    case 'closed':
      return { status, closedAt: now };
  }
}

type Mover = { readonly staffId: number; readonly now: Date; readonly rules: SlaRules };

function changeOf(ticket: TicketRow, change: TicketChange, { staffId, now, rules }: Mover): Changed {
  const { status, priority, category, assigneeId } = change;
  const sorted =
    category === undefined || category === ticket.category
      ? {}
      : { category, ...deadlinesAfterRecategorizing(ticket, category, now, rules) };
  return {
    ...(status === undefined || status === ticket.status ? {} : moveTo(ticket, status, staffId, now)),
    ...(priority === undefined ? {} : { priority }),
    ...sorted,
    ...(assigneeId === undefined ? {} : { assigneeId }),
  };
}

/** The changed fields, before and after. */
function difference(ticket: TicketRow, changed: Changed) {
  const keys = (Object.keys(changed) as (keyof TicketRow)[]).filter(
    (key) => String(changed[key]) !== String(ticket[key]),
  );
  const pick = (row: Changed) => Object.fromEntries(keys.map((key) => [key, row[key] ?? null]));
  return { keys, before: pick(ticket), after: pick(changed) };
}

/**
 * Changes a ticket that the caller has locked and that is not closed; audited where something differs, and
 * a resolution is mailed. Throws ApiError ticket.not-possible, customer.not-found.
 */
export async function applyChange(
  deps: TicketDependencies,
  tx: Transaction,
  ticket: TicketRow,
  order: { readonly staffId: number; readonly change: TicketChange },
): Promise<void> {
  const now = deps.clock();
  const { staffId, change } = order;
  if (typeof change.assigneeId === 'number' && !(await findPerson(tx, change.assigneeId, { staff: true }))) {
    throw new ApiError('customer.not-found', { message: 'There is no such member of staff.' });
  }
  const changed = changeOf(ticket, change, { staffId, now, rules: deps.settings.get('support') });
  const { keys, before, after } = difference(ticket, changed);
  if (keys.length === 0) return;
  const moved = await updateTicket(tx, ticket.id, [ticket.status], { ...changed, updatedAt: now });
  if (!moved) throw new Error(`ticket ${ticket.id} moved under its lock`);
  await deps.recordAudit(tx, {
    actorId: staffId,
    action: 'ticket.change',
    subject: `ticket:${ticket.id}`,
    before,
    after,
  });
  if (moved.status === ticket.status) return;
  if (moved.status !== 'resolved' && moved.status !== 'closed') return;
  await deps.publish(tx, ticketChanged, { ticketId: ticket.id, change: moved.status });
  if (moved.status !== 'resolved') return;
  const { email } = await findTicketContact(tx, moved);
  const about = { origin: deps.origin, canAnswerMail: deps.mailThreads !== null };
  await queueTicketMail(deps, tx, moved, resolvedMail(moved, email, about));
}

/**
 * Staff change the status, assignee or category of a ticket; audited, and a resolution is mailed,
 * all or nothing. A change without a difference does nothing. Throws ApiError ticket.not-found,
 * ticket.closed, ticket.not-possible (a transition that the state machine does not have),
 * customer.not-found (no such member of staff).
 */
export async function changeTicket(
  deps: TicketDependencies,
  order: { readonly id: string; readonly staffId: number; readonly change: TicketChange },
): Promise<StaffTicket> {
  const row = await deps.database.transaction(async (tx) => {
    const ticket = await lockTicket(tx, order.id, null);
    if (!ticket) throw new ApiError('ticket.not-found');
    if (ticket.status === 'closed') throw new ApiError('ticket.closed');
    await applyChange(deps, tx, ticket, order);
    return findTicketForStaff(tx, ticket.id);
  });
  if (!row) throw new ApiError('ticket.not-found');
  deps.publishChange(row.userId, 'tickets');
  deps.publishChange('staff', 'tickets');
  return presentStaffTicket(row, deps.clock());
}
