import type { TicketCategory } from '@portal/contract/support/tickets';
import { phrase } from '../i18n/translate.ts';

/**
 * What a ticket is about, as a customer would say it, in the order in which it is asked: `t(…)`.
 */
export const ticketCategories: Readonly<Record<TicketCategory, string>> = {
  fault: phrase('Slow or no internet'),
  billing: phrase('Bill or payment'),
  account: phrase('My account'),
  other: phrase('Something else'),
};
