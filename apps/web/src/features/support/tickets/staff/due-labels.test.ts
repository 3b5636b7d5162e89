import { expect, test } from 'vitest';
import { dueLabel } from './due-labels.ts';

const NOW = new Date('2026-07-04T08:00:00Z');
const MINUTE = 60_000;
const due = (what: 'first-response' | 'resolution', minutes: number) =>
  dueLabel({ what, by: new Date(NOW.getTime() + minutes * MINUTE).toISOString() }, NOW);

test.each([
  ['first-response', 80, 'First response due in 1 h 20 min', 'later'],
  ['first-response', 60, 'First response due in 1 h', 'later'],
  ['first-response', 59, 'First response due in 59 min', 'soon'],
  ['resolution', 0.5, 'Resolution due in less than a minute', 'soon'],
  ['resolution', 26 * 60 + 5, 'Resolution due in 1 day 2 h', 'later'],
  ['resolution', 30 * 24 * 60, 'Resolution due in 30 days', 'later'],
  ['first-response', -180, 'First response overdue by 3 h', 'overdue'],
  ['resolution', -0.2, 'Resolution overdue by less than a minute', 'overdue'],
  ['resolution', -(50 * 60 + 59), 'Resolution overdue by 2 days 2 h', 'overdue'],
] as const)('%s in %d minutes: %s', (what, minutes, text, urgency) => {
  expect(due(what, minutes)).toEqual({ text, urgency });
});
