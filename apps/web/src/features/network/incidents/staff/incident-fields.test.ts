import { incidentCorrection, type StaffIncident } from '@portal/contract/network/staff-incidents';
import { expect, test } from 'vitest';
import { bodyOf, fieldsOf, isShortNotice, newIncident } from './incident-fields.ts';

const NOW = new Date('2026-07-04T12:00:00Z');

test('a fault begins now, maintenance is suggested for a week from now, in Lagos time', () => {
  expect(newIncident('incident', NOW).startsAt).toBe('2026-07-04T13:00');
  expect(newIncident('maintenance', NOW).startsAt).toBe('2026-07-11T13:00');
});

const planned: StaffIncident = {
  id: 'a',
  kind: 'maintenance',
  severity: 'minor',
  status: 'scheduled',
  area: 'Garki',
  title: 'Router',
  details: '',
  cause: '',
  updates: [],
  phase: 'planned',
  resolvedAt: null,
  createdAt: NOW.toISOString(),
  startsAt: '2026-07-11T23:30:00.000Z',
  endsAt: null,
};
const over: StaffIncident = {
  ...planned,
  kind: 'incident',
  status: 'resolved',
  phase: 'over',
  startsAt: '2026-07-01T06:00:00.000Z',
  resolvedAt: '2026-07-02T12:00:34.567Z',
};

test('what is opened and saved unchanged means the same moments', () => {
  const fields = fieldsOf(planned);
  const body = bodyOf(fields, fields);
  expect(new Date(body.startsAt ?? '').toISOString()).toBe(planned.startsAt);
  expect(body.endsAt).toBeNull();
});

test('the end of a past fault is shown in Lagos time, and sent only where it was changed', () => {
  const fields = fieldsOf(over);
  expect(fields.resolvedAt).toBe('2026-07-02T13:00');
  expect(bodyOf(fields, fields)).not.toHaveProperty('resolvedAt');
  const corrected = bodyOf({ ...fields, resolvedAt: '2026-07-02T03:00' }, fields);
  expect(new Date(corrected.resolvedAt ?? '').toISOString()).toBe('2026-07-02T02:00:00.000Z');
});

test('an emptied end is reported at its field', () => {
  const fields = fieldsOf(over);
  const checked = incidentCorrection.safeParse(bodyOf({ ...fields, resolvedAt: '' }, fields));
  expect(checked.error?.issues).toMatchObject([{ path: ['resolvedAt'], message: 'Enter a time' }]);
});

test('an incident that is not over, or was called off before it began, has no end to correct', () => {
  expect(fieldsOf(planned).resolvedAt).toBe('');
  const calledOff = fieldsOf({ ...planned, status: 'resolved', phase: 'over', resolvedAt: NOW.toISOString() });
  expect(calledOff.resolvedAt).toBe('');
  expect(incidentCorrection.safeParse(bodyOf(calledOff, calledOff)).data).not.toHaveProperty('resolvedAt');
});

test('maintenance within seven days is short notice, a fault never', () => {
  expect(isShortNotice(newIncident('maintenance', NOW), NOW)).toBe(false);
  expect(isShortNotice({ kind: 'maintenance', startsAt: '2026-07-11T12:50' }, NOW)).toBe(true);
  expect(isShortNotice(newIncident('incident', NOW), NOW)).toBe(false);
});
