import type { ErrorCode } from '@portal/contract/platform/error-codes';
import { type TicketPriority, type TicketStatus, ticketPriority } from '@portal/contract/support/tickets';

/** The fields of a ticket that a merge decides by. */
type Merged = {
  readonly userId: number | null;
  readonly status: TicketStatus;
  readonly priority: TicketPriority;
  readonly assigneeId: number | null;
  readonly lineId: number | null;
  readonly createdAt: Date;
  readonly slaFrom: Date | null;
  readonly firstResponseDueAt: Date | null;
  readonly resolutionDueAt: Date | null;
  readonly firstResponseAt: Date | null;
};

/**
 * Why one ticket cannot be merged into the other; null when it can. A mail of a sender whom nobody has
 * confirmed may go into a customer's ticket, which confirms them; never the other way round.
 */
export function mergeObstacle(
  from: Pick<Merged, 'userId' | 'status'>,
  into: Pick<Merged, 'userId' | 'status'>,
): ErrorCode | null {
  if (into.userId === null) return 'ticket.merge-unconfirmed';
  if (from.userId !== null && from.userId !== into.userId) return 'ticket.merge-other-account';
  if (from.status === 'closed' || into.status === 'closed') return 'ticket.merge-closed';
  return into.status === 'resolved' && from.status !== 'resolved' ? 'ticket.merge-resolved' : null;
}

const earliest = (one: Date | null, two: Date | null) =>
  one === null || two === null ? (one ?? two) : one < two ? one : two;

/**
 * What the remaining ticket becomes: the SLA is that of the older one, a first response to either is one
 * to both, and the more urgent priority holds. What only the merged one has, it takes over.
 */
export function afterMerge(from: Merged, into: Merged) {
  const older = from.createdAt < into.createdAt ? from : into;
  const firstResponseAt = earliest(from.firstResponseAt, into.firstResponseAt);
  const urgency = ticketPriority.options;
  return {
    firstResponseDueAt: older.firstResponseDueAt,
    resolutionDueAt: older.resolutionDueAt,
    slaFrom: older.slaFrom ?? (older === from ? from.createdAt : null),
    firstResponseAt,
    priority: urgency.indexOf(from.priority) > urgency.indexOf(into.priority) ? from.priority : into.priority,
    assigneeId: into.assigneeId ?? from.assigneeId,
    lineId: into.lineId ?? from.lineId,
    status: into.status === 'open' && from.status === 'in-progress' ? ('in-progress' as const) : into.status,
  };
}
