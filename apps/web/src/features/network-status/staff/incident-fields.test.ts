import type { StaffIncident } from '@portal/contract/staff-network';
import { expect, test } from 'vitest';
import { bodyOf, fieldsOf, isShortNotice, newIncident } from './incident-fields.ts';

const NOW = new Date('2026-07-04T12:00:00Z');

test('a fault begins now, maintenance is suggested for a week from now, in Lagos time', () => {
  expect(newIncident('incident', NOW).startsAt).toBe('2026-07-04T13:00');
  expect(newIncident('maintenance', NOW).startsAt).toBe('2026-07-11T13:00');
});

test('what is opened and saved unchanged means the same moments', () => {
  const stored: StaffIncident = {
    ...{ id: 'a', kind: 'maintenance', severity: 'minor', status: 'scheduled', area: 'Garki', title: 'Router' },
    ...{ details: '', cause: '', updates: [], phase: 'planned', resolvedAt: null, createdAt: NOW.toISOString() },
    ...{ startsAt: '2026-07-11T23:30:00.000Z', endsAt: null },
  };
  const body = bodyOf(fieldsOf(stored));
  expect(new Date(body.startsAt ?? '').toISOString()).toBe(stored.startsAt);
  expect(body.endsAt).toBeNull();
});

test('maintenance within seven days is short notice, a fault never', () => {
  expect(isShortNotice(newIncident('maintenance', NOW), NOW)).toBe(false);
  expect(isShortNotice({ kind: 'maintenance', startsAt: '2026-07-11T12:50' }, NOW)).toBe(true);
  expect(isShortNotice(newIncident('incident', NOW), NOW)).toBe(false);
});
