import { toKobo } from '@portal/kernel/money';
import { expect, it } from 'vitest';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { createRedeemByMenu, type RedeemInBilling } from './redeem-by-menu.ts';

const order = {
  pin: '123456789012',
  accountId: 7,
  via: 'ussd' as const,
  phone: '+2348031234567',
  now: new Date('2026-12-01T09:00:00Z'),
};
const redeemWith = (redeem: RedeemInBilling) => createRedeemByMenu(redeem)(null as never, order);

it.each([
  [
    { kind: 'used' as const, amountKobo: toKobo(500_000), receiptNumber: 'R-1' },
    { kind: 'used-now', amountKobo: 500_000, receiptNumber: 'R-1' },
  ],
  [{ kind: 'mistyped' as const }, { kind: 'bad-check-digits' }],
  [{ kind: 'already-used' as const }, { kind: 'already-used' }],
  [
    { kind: 'throttled' as const, retryAfterSeconds: 61 },
    { kind: 'throttled', minutes: 2 },
  ],
])('what billing says of a voucher is said by the menu: %o', async (redeemed, said) => {
  expect(await redeemWith(async () => redeemed)).toEqual(said);
});

it('counts guesses by the telephone, and never by an address', async () => {
  const asked: unknown[] = [];
  await redeemWith(async (given) => {
    asked.push(given.source);
    return { kind: 'unknown' };
  });
  expect(asked).toEqual([{ key: 'phone:+2348031234567', address: null }]);
});

it('asks to try again where billing refuses, and when four are under way', async () => {
  expect(
    await redeemWith(async () => {
      throw new ApiError('customer.not-found');
    }),
  ).toEqual({ kind: 'retry' });
  const waiting: (() => void)[] = [];
  const redeem = createRedeemByMenu(async () => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return { kind: 'unknown' };
  });
  const four = Array.from({ length: 4 }, () => redeem(null as never, order));
  expect(await redeem(null as never, order)).toEqual({ kind: 'retry' });
  for (const go of waiting) go();
  expect(await Promise.all(four)).toEqual(Array.from({ length: 4 }, () => ({ kind: 'unknown' })));
});
