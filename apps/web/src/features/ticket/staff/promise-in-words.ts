import type { TicketCategory } from '@portal/contract/ticket';
import { promisesFor } from '@portal/kernel/ticket-promise';
import { formatMoment } from '../../../shared/format/date.ts';

/** What is promised for a report of this kind that came at `reportedAt`: 'contact by 4 July, 12:00, solution by 7 July, 08:00.' */
export function promiseInWords(category: TicketCategory, reportedAt: string): string {
  const { contactBy, resolveBy } = promisesFor(category, new Date(reportedAt));
  return `contact by ${formatMoment(contactBy.toISOString())}, solution by ${formatMoment(resolveBy.toISOString())}.`;
}
