import type { NetworkIncident, NetworkReport } from '@portal/contract/network/incidents';

/** The area of what concerns every line, as the server spells it. */
export const EVERYWHERE = 'All areas';

/** Whether something is under way that leaves no other area. */
export function isEverywhere(areas: NetworkReport['areas']): boolean {
  return areas.some(({ name }) => name === EVERYWHERE);
}

/**
 * What is under way and what is announced, each in the order of the report, whose own time decides.
 */
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
