import type { Promised } from '@portal/kernel/ticket-promise';
import { formatMoment } from '../../../../shared/format/date.ts';

/** What is promised: 'contact by 4 July, 12:00, solution by 7 July, 08:00.' */
export function promiseInWords({ contactBy, resolveBy }: Promised): string {
  return `contact by ${formatMoment(contactBy.toISOString())}, solution by ${formatMoment(resolveBy.toISOString())}.`;
}
