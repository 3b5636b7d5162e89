import { domainEvent } from '../platform/events/domain-events.ts';

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
