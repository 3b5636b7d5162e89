import type { StaffTicket, StaffTicketThread } from '@portal/contract/support/staff-tickets';
import type { TicketCategory, TicketStatus } from '@portal/contract/support/tickets';
import { isUuid } from '../../../platform/database/is-uuid.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import { type AttachmentRow, findAttachmentForStaff, listAttachments } from '../attachments/attachment.repository.ts';
import type { TicketDependencies } from '../ticket-dependencies.ts';
import { listReplies } from '../ticket-reply.repository.ts';
import { presentStaffThread, presentStaffTicket } from './present-staff-ticket.ts';
import { countWaitingTickets, findTicketForStaff, listTicketsForStaff } from './staff-ticket.repository.ts';

const PAGE_SIZE = 50;

export type StaffTicketQuery = {
  readonly status: TicketStatus | 'waiting';
  readonly assigned?: 'me' | 'nobody' | undefined;
  readonly category?: TicketCategory | undefined;
  readonly overdue?: 'true' | undefined;
  readonly tag?: string | undefined;
  readonly customer?: number | undefined;
  readonly unconfirmed?: 'true' | undefined;
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
};

/**
 * Tickets for staff, 50 unless `limit` says otherwise: waiting ones in the order of what is due
 * next, the rest newest first.
 */
export async function listStaffTickets(
  deps: TicketDependencies,
  staffId: number,
  query: StaffTicketQuery,
): Promise<StaffTicket[]> {
  const now = deps.clock();
  const { assigned = null } = query;
  const filter = {
    status: query.status,
    assigneeId: assigned === 'me' ? staffId : assigned,
    category: query.category ?? null,
    tag: query.tag?.toLowerCase() ?? null,
    customerId: query.customer ?? null,
    isUnconfirmed: query.unconfirmed === 'true',
    overdueAt: query.overdue ? now : null,
  };
  const page = { after: query.after ?? null, limit: query.limit ?? PAGE_SIZE };
  const rows = await listTicketsForStaff(deps.database, filter, page);
  return rows.map((row) => presentStaffTicket(row, now));
}

/** The numbers of waiting tickets, for the badges in the console's menu. */
export async function countStaffTickets(deps: TicketDependencies, staffId: number) {
  return countWaitingTickets(deps.database, staffId, deps.clock());
}

/** One ticket with its whole thread. Throws ApiError ticket.not-found. */
export async function readStaffTicket(
  deps: TicketDependencies,
  staffId: number,
  id: string,
): Promise<StaffTicketThread> {
  const row = await findTicketForStaff(deps.database, id);
  if (!row) throw new ApiError('ticket.not-found');
  const [replies, attachments] = await Promise.all([
    listReplies(deps.database, row.id, { notes: true }),
    listAttachments(deps.database, row.id),
  ]);
  return presentStaffThread(row, { replies, attachments }, { id: staffId, now: deps.clock() });
}

/** A file of any ticket, or one that this member of staff uploaded; else null. */
export async function findStaffFile(
  deps: TicketDependencies,
  staffId: number,
  id: string,
): Promise<AttachmentRow | null> {
  return isUuid(id) ? findAttachmentForStaff(deps.database, id, staffId) : null;
}
