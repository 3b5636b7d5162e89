import type { TicketCategory } from '@portal/contract/support/tickets';

/** The categories of tickets, in staff's words. */
export const categoryNames: Readonly<Record<TicketCategory, string>> = {
  fault: 'Fault',
  billing: 'Billing',
  account: 'Account',
  other: 'Other',
};
