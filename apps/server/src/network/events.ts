import { domainEvent } from '../platform/events/domain-events.ts';

/** Staff have published an incident or maintenance, an update or correction of it, or its end. */
export const incidentChanged = domainEvent<{
  readonly incidentId: string;
  readonly change: 'opened' | 'updated' | 'resolved';
}>('incident.changed');
