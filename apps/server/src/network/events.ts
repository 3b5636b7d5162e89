import { domainEvent } from '../platform/events/domain-events.ts';

/** Staff have asked an access server to end a session. Not published for sessions that are ended in waves. */
export const sessionEndedByStaff = domainEvent<{
  readonly lineId: number;
  readonly nas: string;
  readonly sessionId: string;
  readonly reason: string;
}>('session.ended-by-staff');

/** Staff have published an incident or maintenance, an update or correction of it, or its end. */
export const incidentChanged = domainEvent<{
  readonly incidentId: string;
  readonly change: 'opened' | 'updated' | 'resolved';
}>('incident.changed');

/** What the plans of these lines do at the limit of their data has come in force, or was lifted. */
export const limitsChanged = domainEvent<{
  readonly lineIds: readonly number[];
  readonly change: 'reached' | 'lifted';
}>('line.limits-changed');
