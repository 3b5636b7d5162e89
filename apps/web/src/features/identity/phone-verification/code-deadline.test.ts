import { expect, test } from 'vitest';
import { codeDeadline, formatCountdown, secondsUntil } from './code-deadline.ts';

const now = new Date('2025-07-04T08:14:00Z');

function secondsLeft(expiresAt: string): number {
  return secondsUntil(codeDeadline(expiresAt, now), now);
}

test('the countdown runs to the moment that the server named', () => {
  expect(secondsLeft('2025-07-04T08:19:00Z')).toBe(300);
  expect(secondsLeft('2025-07-04T08:15:30Z')).toBe(90);
});

test('on a device whose clock is wrong the code still has its five minutes', () => {
  expect(secondsLeft('2025-07-04T08:05:00Z')).toBe(300);
  expect(secondsLeft('2025-07-04T09:19:00Z')).toBe(300);
});

test('after the deadline no time is left, and never less', () => {
  expect(secondsUntil(now.getTime() - 5000, now)).toBe(0);
});

test('the time left is written as minutes and two digits of seconds', () => {
  expect([300, 252, 61, 9, 0].map(formatCountdown)).toEqual(['5:00', '4:12', '1:01', '0:09', '0:00']);
});
