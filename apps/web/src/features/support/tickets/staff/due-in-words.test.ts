import { expect, test } from 'vitest';
import { dueInWords } from './due-in-words.ts';

const NOW = new Date('2026-07-04T08:00:00Z');
const MINUTE = 60_000;
const due = (what: 'contact' | 'resolve', minutes: number) =>
  dueInWords({ what, by: new Date(NOW.getTime() + minutes * MINUTE).toISOString() }, NOW);

test.each([
  ['contact', 80, 'Contact due in 1 h 20 min', 'later'],
  ['contact', 60, 'Contact due in 1 h', 'later'],
  ['contact', 59, 'Contact due in 59 min', 'soon'],
  ['resolve', 0.5, 'Solution due in less than a minute', 'soon'],
  ['resolve', 26 * 60 + 5, 'Solution due in 1 day 2 h', 'later'],
  ['resolve', 30 * 24 * 60, 'Solution due in 30 days', 'later'],
  ['contact', -180, 'Contact overdue by 3 h', 'overdue'],
  ['resolve', -0.2, 'Solution overdue by less than a minute', 'overdue'],
  ['resolve', -(50 * 60 + 59), 'Solution overdue by 2 days 2 h', 'overdue'],
] as const)('%s in %d minutes: %s', (what, minutes, text, urgency) => {
  expect(due(what, minutes)).toEqual({ text, urgency });
});
