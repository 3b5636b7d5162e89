import type { SecurityDuty } from '@portal/contract/console/security-incidents';
import { formatLagosDateTime } from '@portal/kernel/calendar';
import { listStaffAddresses } from '../../identity/index.ts';
import { listDueDuties } from './due-duties.ts';
import type { IncidentDependencies } from './incident-dependencies.ts';
import { incidentNumber } from './read-incidents.ts';

/** Each duty as an order, for mails and the record; the console is in English. */
export const dutyNames: Readonly<Record<SecurityDuty, string>> = {
  'ncc-notice': 'Give the NCC the first notice',
  'ncc-update': 'Give the NCC an update',
  'ncc-report': 'Send the NCC the report',
  'ndpc-notice': 'Notify the NDPC',
  'persons-told': 'Tell the persons concerned',
};

/**
 * Mails everybody who may enter it as done each duty that is due within an hour, and again when it is
 * overdue, each once: of one incident, or of all open ones. Safe to repeat.
 */
export async function remindOfDuties(deps: IncidentDependencies, id: string | null = null): Promise<void> {
  const now = deps.clock();
  const due = await listDueDuties(deps.database, now, id);
  if (due.length === 0) return;
  const staff = await listStaffAddresses(deps.database, 'security-incidents:write');
  for (const { incident, clock } of due) {
    const stage = now > clock.dueAt ? 'overdue' : 'due';
    const at = formatLagosDateTime(clock.dueAt);
    const number = incidentNumber(incident.number);
    for (const { id, email } of staff) {
      await deps.queueEmail(deps.database, {
        category: 'account',
        messageKey: `incident-duty:${incident.id}:${clock.duty}:${clock.dueAt.getTime()}:${stage}:${id}`,
        recipient: email,
        subject: `${number}: ${dutyNames[clock.duty]}, ${stage === 'due' ? 'due' : 'overdue since'} ${at}`,
        parts: [
          `${incident.title}. ${dutyNames[clock.duty]} ${stage === 'due' ? `by ${at}` : `was due ${at}`}, Lagos time.`,
          { button: { label: 'Open the incident', href: `${deps.origin}/admin/security-incidents/${incident.id}` } },
        ],
      });
    }
  }
}
