type Status = 'open' | 'in-progress' | 'resolved' | 'closed';

/**
 * The status changes that staff may make, never backwards (product decisions, state machines). A
 * customer's reply reopens a resolved ticket.
 */
export const ticketTransitions: Readonly<Record<Status, readonly Exclude<Status, 'open'>[]>> = {
  open: ['in-progress', 'resolved'],
  'in-progress': ['resolved'],
  resolved: ['closed'],
  closed: [],
};
