type Status = 'open' | 'in-progress' | 'resolved' | 'closed';

/** Where staff may move a ticket from each state, and never back (product decisions, state machines). A customer's reply reopens a resolved one. */
export const ticketMoves: Readonly<Record<Status, readonly Exclude<Status, 'open'>[]>> = {
  open: ['in-progress', 'resolved'],
  'in-progress': ['resolved'],
  resolved: ['closed'],
  closed: [],
};
