import type { NetworkIncident, NetworkReport } from '@portal/contract/network/incidents';

/** The area of an incident that affects every line, as the server spells it. */
export const EVERYWHERE = 'All areas';

/** Whether an active incident covers every area. */
export function isEverywhere(areas: NetworkReport['areas']): boolean {
  return areas.some(({ name }) => name === EVERYWHERE);
}

/** Active and scheduled incidents, each in the order of the report, as of the report's own time. */
export function groupIncidents({ incidents, updatedAt }: Pick<NetworkReport, 'incidents' | 'updatedAt'>): {
  underWay: NetworkIncident[];
  planned: NetworkIncident[];
} {
  const isPlanned = ({ status, startsAt }: NetworkIncident) =>
    status === 'scheduled' && Date.parse(startsAt) > Date.parse(updatedAt);
  return {
    underWay: incidents.filter((incident) => !isPlanned(incident)),
    planned: incidents.filter(isPlanned),
  };
}
