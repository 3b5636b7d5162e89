import type { SlaDeadlines } from '@portal/kernel/support/ticket-sla';
import { formatMoment } from '../../../../shared/format/date.ts';

/** The SLA deadlines: 'first response by 4 July, 12:00, resolution by 7 July, 08:00.' */
export function slaLabel({ firstResponseDueAt, resolutionDueAt }: SlaDeadlines): string {
  return `first response by ${formatMoment(firstResponseDueAt.toISOString())}, resolution by ${formatMoment(resolutionDueAt.toISOString())}.`;
}
