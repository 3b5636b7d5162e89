import type { TicketStatus } from '@portal/contract/ticket';

/** Where staff may move a ticket, and from which states. Solving one that nobody has taken takes it at the same moment. */
const FROM: Readonly<Record<'in-progress' | 'resolved' | 'closed', readonly TicketStatus[]>> = {
  'in-progress': ['open'],
  resolved: ['open', 'in-progress'],
  closed: ['resolved'],
};

/** Whether staff may do it: open, in-progress, resolved, closed, and never back (product decisions, state machines). */
export function mayMove(from: TicketStatus, to: keyof typeof FROM): boolean {
  return FROM[to].includes(from);
}
