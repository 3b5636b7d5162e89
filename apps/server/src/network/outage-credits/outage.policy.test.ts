import { describe, expect, it } from 'vitest';
import { formatDuration, outageOf } from './outage.policy.ts';

const HOUR = 3_600_000;
const startsAt = new Date('2026-07-01T06:00:00Z');
const after = (hours: number) => new Date(startsAt.getTime() + hours * HOUR);
const incident = {
  ...({ kind: 'incident', severity: 'major', status: 'resolved' } as const),
  startsAt,
  resolvedAt: after(30),
};

describe('an outage that is credited', () => {
  it('is major, over, and longer than a day', () => {
    expect(outageOf(incident)).toEqual({ startsAt, endsAt: after(30) });
  });
  it.each([
    ['a day to the moment', { resolvedAt: after(24) }],
    ['slow lines only', { severity: 'minor' as const }],
    ['planned work', { kind: 'maintenance' as const }],
    ['still under way', { status: 'open' as const, resolvedAt: null }],
  ])('is not: %s', (_case, change) => {
    expect(outageOf({ ...incident, ...change })).toBeNull();
  });
});

it.each([
  [30 * HOUR + 59 * 60_000, '30 hours'],
  [HOUR, '1 hour'],
  [60_000, 'less than an hour'],
])('%d ms of lost time are written as "%s"', (ms, words) => {
  expect(formatDuration(ms)).toBe(words);
});
