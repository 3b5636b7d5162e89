import { expect, test } from 'vitest';
import { momentLabel, spanLabel, waitLabel } from './time-labels.ts';

const at = (iso: string) => Date.parse(iso);
const NOW = at('2026-07-04T18:30:00Z');

test.each([
  ['2026-07-04T18:25:48Z', '4:12'],
  ['2026-07-04T18:29:59.500Z', '0:00'],
  ['2026-07-04T17:25:00Z', '1 h 05 min'],
  ['2026-07-04T18:31:00Z', '0:00'],
])('a customer who came at %s has been waiting for %s', (since, words) => {
  expect(waitLabel(since, NOW)).toBe(words);
});

test.each([
  ['2026-07-04T18:29:30Z', 'now'],
  ['2026-07-04T18:27:30Z', '2 min'],
  ['2026-07-04T16:00:00Z', '17:00'],
  ['2026-07-03T23:30:00Z', '00:30'],
  ['2026-07-03T12:00:00Z', '3 July 2026'],
])('a message of %s was written %s', (iso, words) => {
  expect(momentLabel(iso, NOW).replace(/ 20\d\d$/, '')).toBe(words.replace(/ 20\d\d$/, ''));
});

test.each([
  ['2026-07-04T18:00:48Z', '48 s'],
  ['2026-07-04T18:03:10Z', '3 min'],
  ['2026-07-04T20:10:00Z', '2 h 10 min'],
  ['2026-07-04T17:00:00Z', '0 s'],
])('a reply at %s came after %s', (to, words) => {
  expect(spanLabel('2026-07-04T18:00:00Z', to)).toBe(words);
});
