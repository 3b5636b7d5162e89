import type { NetworkIncident, NetworkReport } from '@portal/contract/network-status';

/** What is under way and what is announced, each in the order of the report, whose own time decides. */
export function reportParts({ incidents, updatedAt }: Pick<NetworkReport, 'incidents' | 'updatedAt'>): {
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
