import { expect, test } from 'vitest';
import { statementMonths } from './statement-months.ts';

test('There is a statement for each month since the account was opened, over the turn of the year, the present one first', () => {
  const months = statementMonths(new Date('2025-11-20T10:00:00Z'), new Date('2026-02-03T10:00:00Z'));
  expect(months).toEqual(['2026-02', '2026-01', '2025-12', '2025-11']);
});

test('A month begins at midnight in Lagos', () => {
  const lastOfJune = new Date('2026-06-30T22:59:59Z');
  const firstOfJuly = new Date('2026-06-30T23:00:00Z');
  expect(statementMonths(lastOfJune, lastOfJune)).toEqual(['2026-06']);
  expect(statementMonths(lastOfJune, firstOfJuly)).toEqual(['2026-07', '2026-06']);
});

test('A device whose clock is behind still has the first month', () => {
  expect(statementMonths(new Date('2026-07-01T10:00:00Z'), new Date('2026-06-01T10:00:00Z'))).toEqual(['2026-06']);
});
