import type { TicketCategory } from '@portal/contract/support/tickets';

/** What a ticket is about, as staff say it. */
export const categoryNames: Readonly<Record<TicketCategory, string>> = {
  fault: 'Fault',
  billing: 'Billing',
  account: 'Account',
  other: 'Other',
};
