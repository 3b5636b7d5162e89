import type { Promised } from '@portal/kernel/ticket-promise';
import { formatMoment } from '../../../../shared/format/date.ts';

/** What is promised: 'first response by 4 July, 12:00, resolution by 7 July, 08:00.' */
export function slaLabel({ contactBy, resolveBy }: Promised): string {
  return `first response by ${formatMoment(contactBy.toISOString())}, resolution by ${formatMoment(resolveBy.toISOString())}.`;
}
