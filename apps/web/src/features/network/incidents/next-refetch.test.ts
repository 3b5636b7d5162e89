import type { NetworkIncident } from '@portal/contract/network/incidents';
import { expect, test } from 'vitest';
import { nextRefetchIn } from './next-refetch.ts';

const NOW = '2026-07-04T12:00:00.000Z';
const minutes = (count: number) => new Date(Date.parse(NOW) + count * 60_000).toISOString();
const incident = (startsAt: number, endsAt: number | null, fields: Partial<NetworkIncident> = {}): NetworkIncident => ({
  id: 'a',
  kind: 'maintenance',
  severity: 'minor',
  status: 'scheduled',
  area: 'Garki',
  title: 'New router',
  details: '',
  cause: '',
  updates: [],
  startsAt: minutes(startsAt),
  endsAt: endsAt === null ? null : minutes(endsAt),
  ...fields,
});
const next = (...incidents: NetworkIncident[]) => nextRefetchIn({ incidents, updatedAt: NOW });

test('an open page refetches just after planned work begins or ends, and within the hour where that is far off', () => {
  expect(next(incident(10, 40), incident(20, null))).toBe(10 * 60_000 + 4000);
  expect(next(incident(-10, 40))).toBe(40 * 60_000 + 4000);
  expect(next(incident(600, null))).toBe(3_600_000);
});

test('it does not refetch where only staff can change something', () => {
  expect(next()).toBe(false);
  expect(next(incident(-10, null), incident(5, 10, { status: 'open' }))).toBe(false);
  expect(next(incident(-10, 30, { kind: 'incident', status: 'open' }))).toBe(false);
});
