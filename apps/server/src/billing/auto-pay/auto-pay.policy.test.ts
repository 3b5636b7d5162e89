import { expect, it } from 'vitest';
import { isExpired, isHardDecline, lastWarnedMonth } from './auto-pay.policy.ts';

it.each([
  'Stolen card',
  'Lost card, pick up',
  'Expired card',
  'Do Not Honour',
  'do not honor',
  'Invalid card number',
  'Restricted card',
  'Suspected fraud',
  'status 400: The authorization code does not exist',
  'status 400: Wrong token or email passed',
  'status 400: Email does not match Authorization code',
])('"%s" is a permanent decline', (reason) => {
  expect(isHardDecline(reason)).toBe(true);
});

it.each([
  'Insufficient Funds',
  'Declined',
  'Issuer or switch inoperative',
  'Exceeds withdrawal limit',
  'ECONNREFUSED',
  'status 401: Invalid key',
  'status 403: IP address not allowed',
  null,
  'status 400: Invalid authorization key',
])('"%s" is worth another attempt', (reason) => {
  expect(isHardDecline(reason)).toBe(false);
});

it('a card is valid until its expiry month is over in Lagos, and its owner is warned from 30 days before', () => {
  expect(isExpired('2026-12', new Date('2026-12-31T22:59:59Z'))).toBe(false);
  expect(isExpired('2026-12', new Date('2026-12-31T23:00:00Z'))).toBe(true);
  expect(lastWarnedMonth(new Date('2026-12-01T22:59:00Z'))).toBe('2026-11');
  expect(lastWarnedMonth(new Date('2026-12-01T23:00:00Z'))).toBe('2026-12');
  expect(lastWarnedMonth(new Date('2026-12-31T12:00:00Z'))).toBe('2026-12');
});
