import { voucherPinOf } from '@portal/kernel/billing/voucher-pin';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createCounters } from '../../platform/http/limits/shared-counters.ts';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { issueVouchers } from '../../testing/billing/voucher-testbed.ts';
import { createVoucherAttempts } from './create-voucher-attempts.ts';
import { type RedeemOrder, redeemVoucher, type VoucherDependencies } from './redeem-voucher.ts';
import { newVoucherPin, WRONG_CODES } from './voucher.policy.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let bed: PaymentTestbed;
let staff: Customer;
let pins: string[];
beforeAll(async () => {
  bed = await startPaymentTestbed();
  staff = await bed.createStaff();
  ({ pins } = await issueVouchers(bed, staff, { count: 40, amount: 1000 }));
});
afterAll(async () => {
  expect(await bed.violations()).toEqual([]);
  await bed.close();
});

let next = 0;
/** A right PIN that was not used yet. */
const unused = () => pins[next++] ?? '';
/** A PIN with right check digits that is nobody's. */
const guess = () => newVoucherPin(bed.deps.randomBytes);

function instance(openCounter = createCounters(null)): VoucherDependencies {
  return {
    ...bed.deps,
    voucherAttempts: createVoucherAttempts(openCounter),
    voucherMetrics: { countRedeemed: () => {} },
  };
}
const orderOf = (
  accountId: number,
  pin: string,
  via: RedeemOrder['via'],
  source: RedeemOrder['source'],
): RedeemOrder => ({ pin, accountId, lineId: null, via, source, staffId: null });

it('10,000 guesses over web, USSD, SMS and counter find nothing, and lock nobody else out', async () => {
  const deps = instance();
  const [thief, victim] = [await bed.createCustomer(), await bed.createCustomer()];
  const ways = [
    (number: number) =>
      orderOf(thief.id, guess(), 'web', { key: `account:${number % 700}`, address: `10.0.0.${number % 50}` }),
    (number: number) => orderOf(thief.id, guess(), 'ussd', { key: `phone:${number % 300}`, address: null }),
    (number: number) => orderOf(thief.id, guess(), 'sms', { key: `phone:${number % 300}`, address: null }),
    () => orderOf(thief.id, guess(), 'counter', { key: 'staff:1', address: null }),
  ];
  const kinds = new Map<string, number>();
  for (let number = 0; number < 10_000; number++) {
    const order = ways[number % ways.length]?.(number);
    if (!order) throw new Error('no way');
    const { kind } = await redeemVoucher(deps, order);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  expect([...kinds.keys()].toSorted()).toEqual(['throttled', 'unknown']);
  // Looked up at all: the free ones of everybody together, then one of each who guesses.
  expect(kinds.get('unknown')).toBeLessThan(WRONG_CODES.ofAll + 700 + 300 + 1);
  for (const [via, source] of [
    ['web', { key: `account:${victim.id}`, address: '10.0.0.1' }],
    ['ussd', { key: 'phone:victim', address: null }],
    ['counter', { key: 'staff:2', address: null }],
  ] as const) {
    expect((await redeemVoucher(deps, orderOf(victim.id, unused(), via, source))).kind).toBe('used');
  }
});

it('a customer who was wrong too often waits, over all pages, and everybody else goes on', async () => {
  const [clumsy, other] = [await bed.createCustomer(), await bed.createCustomer()];
  const redeem = (who: Customer, pin: string) => bed.call(who, 'POST', '/api/user/vouchers', { pin });
  const answers = await Promise.all(Array.from({ length: 15 }, () => redeem(clumsy, guess())));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(15 - WRONG_CODES.ofOne);
  const right = unused();
  const waiting = await clumsy.browser.post('/api/user/vouchers', { pin: right });
  expect(waiting.statusCode).toBe(429);
  expect(Number(waiting.headers['retry-after'])).toBeGreaterThan(0);
  expect((await redeem(other, right)).status).toBe(200);
});

it('neither a mistyped PIN nor one that was used is a guess', async () => {
  const customer = await bed.createCustomer();
  const redeem = (pin: string) => bed.call(customer, 'POST', '/api/user/vouchers', { pin });
  const used = unused();
  await redeem(used);
  const other = await bed.createCustomer();
  for (let number = 0; number < 2 * WRONG_CODES.ofOne; number++) {
    expect((await redeem('1234 5678 9012')).body.code).toBe('voucher.mistyped');
    expect((await bed.call(other, 'POST', '/api/user/vouchers', { pin: used })).body.code).toBe('voucher.used');
  }
  expect((await redeem(unused())).status).toBe(200);
});

describe('two instances', () => {
  it('count the wrong codes of one source together, a second later', async () => {
    const listeners = new Map<
      number,
      (counts: Parameters<Parameters<NonNullable<Parameters<typeof createCounters>[0]>['onReceived']>[0]>[0]) => void
    >();
    const attempts = [0, 1].map((self) =>
      createVoucherAttempts(
        createCounters({
          publish: (counts) => listeners.get(1 - self)?.(counts),
          onReceived: (listener) => void listeners.set(self, listener),
        }),
      ),
    );
    const [one, two] = attempts;
    if (!one || !two) throw new Error('no instances');
    const source = { key: 'account:1', address: null };
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    for (let number = 0; number < WRONG_CODES.ofOne; number++) expect(one.take(source)).toBeNull();
    vi.advanceTimersByTime(1000);
    vi.useRealTimers();
    expect(two.take(source)).toBeGreaterThan(0);
  });
});

it('when many were wrong from one address, whoever was wrong there waits, and no other address does', () => {
  const attempts = createVoucherAttempts(createCounters(null));
  const from = (address: string, account: number) => attempts.take({ key: `account:${account}`, address });
  const sharers = Array.from({ length: WRONG_CODES.ofAddress }, (_, account) => from('10.0.0.1', account));
  expect(sharers.every((wait) => wait === null)).toBe(true);
  expect(from('10.0.0.1', 0)).toBeGreaterThan(0);
  expect([from('10.0.0.2', 900), from('10.0.0.2', 900)]).toEqual([null, null]);
});

it('what somebody tries while they wait counts for nobody else of their address', () => {
  const attempts = createVoucherAttempts(createCounters(null));
  const take = (account: number) => attempts.take({ key: `account:${account}`, address: '10.0.0.1' });
  for (let tries = 0; tries < 10 * WRONG_CODES.ofAddress; tries++) take(1);
  expect(Array.from({ length: WRONG_CODES.ofOne }, () => take(2))).toEqual(
    Array.from({ length: WRONG_CODES.ofOne }, () => null),
  );
});

it('when many were wrong altogether, whoever was wrong before waits', () => {
  const attempts = createVoucherAttempts(createCounters(null));
  const take = (phone: number) => attempts.take({ key: `phone:${phone}`, address: null });
  for (let phone = 0; phone < WRONG_CODES.ofAll; phone++) expect(take(phone)).toBeNull();
  expect(take(0)).toBeGreaterThan(0);
  expect(take(9999)).toBeNull();
});

it('whoever has not been wrong before always has an attempt, whatever others did', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ key: fc.integer({ min: 1, max: 40 }), address: fc.integer({ min: 1, max: 3 }) }), {
        maxLength: 600,
      }),
      (guesses) => {
        const attempts = createVoucherAttempts(createCounters(null));
        for (const { key, address } of guesses) attempts.take({ key: `account:${key}`, address: `10.0.0.${address}` });
        expect(attempts.take({ key: 'account:0', address: '10.0.0.1' })).toBeNull();
      },
    ),
    { numRuns: 50 },
  );
});

it('PINs are evenly distributed, and their check digits are right', () => {
  const digits = new Map<string, number>();
  for (let number = 0; number < 2000; number++) {
    const pin = newVoucherPin(bed.deps.randomBytes);
    expect(pin).toBe(voucherPinOf(pin.slice(0, 10)));
    for (const digit of pin.slice(0, 10)) digits.set(digit, (digits.get(digit) ?? 0) + 1);
  }
  // 20,000 digits, 2000 of each with a deviation of 42.
  for (const count of digits.values()) expect(Math.abs(count - 2000)).toBeLessThan(300);
});
