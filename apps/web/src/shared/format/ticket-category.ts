import type { TicketCategory } from '@portal/contract/support/tickets';
import { phrase } from '../i18n/translate.ts';

/** The categories of tickets, in the customer's words, in the order of the form: `t(…)`. */
export const ticketCategories: Readonly<Record<TicketCategory, string>> = {
  fault: phrase('Slow or no internet'),
  billing: phrase('Bill or payment'),
  account: phrase('My account'),
  other: phrase('Something else'),
};
