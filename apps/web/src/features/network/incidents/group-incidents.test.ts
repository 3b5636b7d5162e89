import type { NetworkIncident } from '@portal/contract/network/incidents';
import { expect, test } from 'vitest';
import { groupIncidents, isEverywhere } from './group-incidents.ts';

const NOW = '2026-07-04T12:00:00Z';
const incident = (id: string, fields: Partial<NetworkIncident>): NetworkIncident => ({
  id,
  kind: 'maintenance',
  severity: 'minor',
  status: 'scheduled',
  area: 'Garki',
  title: id,
  details: '',
  cause: '',
  updates: [],
  startsAt: NOW,
  endsAt: null,
  ...fields,
});

test('an incident whose start has passed is active, also where no one has opened it; the rest is scheduled', () => {
  const incidents = [
    incident('fault', { kind: 'incident', status: 'open', startsAt: '2026-07-04T11:00:00Z' }),
    incident('opened early', { status: 'open', startsAt: '2026-07-05T00:00:00Z' }),
    incident('begins now', {}),
    incident('tomorrow', { startsAt: '2026-07-05T00:00:00Z' }),
  ];
  const { underWay, planned } = groupIncidents({ incidents, updatedAt: NOW });
  expect(underWay.map(({ id }) => id)).toEqual(['fault', 'opened early', 'begins now']);
  expect(planned.map(({ id }) => id)).toEqual(['tomorrow']);
});

test('where everywhere is named there are no other areas', () => {
  const area = (name: string) => ({ name, connection: 'Major outage', maintenance: false }) as const;
  expect(isEverywhere([area('All areas'), area('Garki')])).toBe(true);
  expect(isEverywhere([area('Garki')])).toBe(false);
});
