import { describe, expect, it } from 'vitest';
import { endedBetween, readSessionSearch } from './session-search.policy.ts';
import { planWaves } from './session-wave.policy.ts';

describe('what staff type to find a session', () => {
  it.each(['AA:BB:CC:00:11:22', 'aa-bb-cc-00-11-22', 'aabb.cc00.1122', ' aabbcc001122 '])(
    '"%s" is a MAC address',
    (typed) => {
      expect(readSessionSearch(typed)).toEqual({ by: 'mac', mac: 'aabbcc001122' });
    },
  );

  it('is an address as a whole, in one spelling, and else the beginning of a login', () => {
    expect(readSessionSearch(' 100.64.0.9 ')).toEqual({ by: 'address', address: '100.64.0.9' });
    expect(readSessionSearch('192.168.100.200')).toEqual({ by: 'address', address: '192.168.100.200' });
    expect(readSessionSearch('2001:DB8::0017')).toEqual({ by: 'address', address: '2001:db8::17' });
    expect(readSessionSearch('Line-10')).toEqual({ by: 'login', beginning: 'line-10' });
    expect(readSessionSearch('100.64.0')).toEqual({ by: 'login', beginning: '100.64.0' });
    expect(readSessionSearch('  ')).toBeNull();
  });
});

it('sessions that have ended are those of the last day, of at most 31 days', () => {
  const now = new Date('2026-11-21T11:00:00Z');
  expect(endedBetween({}, now)).toEqual({ since: new Date('2026-11-20T11:00:00Z'), until: now });
  expect(endedBetween({ since: '2026-10-21T11:00:00Z' }, now)).not.toBeNull();
  expect(endedBetween({ since: '2026-10-21T10:59:59Z' }, now)).toBeNull();
  expect(endedBetween({ since: '2026-11-22T11:00:00Z' }, now)).toBeNull();
});

it.each([
  [1, 100, 60, 1, 0],
  [100, 100, 60, 1, 0],
  [101, 100, 60, 2, 60],
  [12_000, 500, 30, 24, 690],
])(
  '%i sessions, %i in each wave, every %i seconds are %i waves over %i seconds',
  (sessions, perWave, everySeconds, waves, seconds) => {
    expect(planWaves(sessions, { perWave, everySeconds })).toEqual({ waves, seconds, isTooLong: false });
  },
);

it('more than twelve hours is too long', () => {
  expect(planWaves(13, { perWave: 1, everySeconds: 3600 }).isTooLong).toBe(false);
  expect(planWaves(14, { perWave: 1, everySeconds: 3600 }).isTooLong).toBe(true);
});
