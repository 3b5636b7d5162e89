import { expect, test } from 'vitest';
import { addressOf, choiceOf, isNarrowed, queryOf } from './session-choice.ts';
import { causeKind, causeLabel, spanLabel } from './session-labels.ts';

const read = (query: string) => choiceOf(new URLSearchParams(query));

test('a choice has an address, and the address the choice', () => {
  for (const query of [
    '',
    'state=ended&days=7',
    'search=aa%3Abb&nas=10.0.0.1&area=Garki&silent=true',
    'limited=true',
  ]) {
    expect(addressOf(read(query)).split('?')[1] ?? '').toBe(query);
  }
});

test('invalid values are who is online, anywhere', () => {
  expect(read('state=x&days=400&silent=yes')).toEqual(read(''));
  expect(isNarrowed(read('state=ended'))).toBe(false);
  expect(isNarrowed(read('silent=true'))).toBe(true);
});

test('silence is about who is online, days about those that have ended', () => {
  expect(queryOf(read('silent=true&days=7'))).toEqual({ silent: 'true' });
  const { since, until, ...rest } = queryOf(read('state=ended&silent=true&days=7'));
  expect(rest).toEqual({ state: 'ended' });
  expect(Date.parse(until ?? '') - Date.parse(since ?? '')).toBe(7 * 86_400_000);
});

test('why a session ended is said in words, also what no list knows', () => {
  expect(causeLabel('Lost-Carrier')).toBe('The line was lost, or no packet came');
  expect(causeLabel('Vendor-Thing')).toBe('Vendor-Thing');
  expect(causeLabel(null)).toBe('No reason was sent');
  expect([causeKind('Lost-Carrier'), causeKind('NAS-Reboot'), causeKind('User-Request'), causeKind('?')]).toEqual([
    'line',
    'server',
    'asked',
    'other',
  ]);
});

test.each([
  [0, 'under a minute'],
  [59_999, 'under a minute'],
  [60_000, '1 min'],
  [3_600_000, '1 h 0 min'],
  [90_000_000, '1 d 1 h'],
])('%i ms are "%s"', (span, label) => {
  expect(spanLabel(span)).toBe(label);
});
