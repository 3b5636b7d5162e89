import type { Outage } from '@portal/contract/network/staff-outage-credits';
import { describe, expect, it } from 'vitest';
import { durationLabel, outageStatusText } from './outage-labels.ts';

describe('lost time', () => {
  it.each([
    [0, 'less than a minute'],
    [59, '59 minutes'],
    [61, '1 hour 1 minute'],
    [1440, '1 day'],
    [1801, '1 day 6 hours'],
    [4320, '3 days'],
  ])('of %d minutes is written as "%s"', (minutes, words) => {
    expect(durationLabel(minutes)).toBe(words);
  });
});

describe('the outcome of an outage', () => {
  const outage: Outage = {
    incidentId: '1',
    title: 'A cable is cut',
    area: 'Abuja',
    state: 'listed',
    doneAt: null,
    appliedBy: null,
    startsAt: '2026-07-01T06:00:00Z',
    endsAt: '2026-07-02T12:00:00Z',
    applyAt: '2026-07-03T12:00:00Z',
    counts: { waiting: 1204, excluded: 0, credited: 0, ended: 0 },
  };
  it('is shown before it happens, and afterwards with who approved it early', () => {
    expect(outageStatusText(outage)).toMatch(/^1,204 lines will be credited automatically on 3 July/);
    const counts = { waiting: 0, excluded: 2, credited: 1, ended: 0 };
    const done = {
      ...outage,
      state: 'done',
      counts,
      doneAt: '2026-07-02T13:00:00Z',
      appliedBy: { id: 1, name: 'Tosin' },
    };
    expect(outageStatusText(done as Outage)).toMatch(/^1 line credited on 2 July.*, as Tosin decided\.$/);
  });
});
