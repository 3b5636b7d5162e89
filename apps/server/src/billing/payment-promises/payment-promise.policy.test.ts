import { addLagosMonth, DAY_MS, lagosDate } from '@portal/kernel/calendar';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unpublishedSettings } from '../../testing/unpublished-settings.ts';
import { nextRenewalStep } from '../renewals/renewal.policy.ts';
import { nextPeriod } from '../subscriptions/subscription.policy.ts';
import {
  dayThatEnds,
  endOfDay,
  longestPromiseDays,
  onByPromiseFrom,
  type PromiseFacts,
  promiseDaysOf,
  promiseWindow,
} from './payment-promise.policy.ts';

const paymentTime = unpublishedSettings.get('payment-time');
const RULES = { ...paymentTime, invoiceDays: 7, graceDays: 3 };
const DUE = new Date('2026-11-27T09:00:00Z');
const subscription = {
  ...({ status: 'active', graceSince: null, promisedUntil: null, pausedUntil: null, cancelRequestedAt: null } as const),
  nextRenewal: DUE,
  anchorDay: 27,
};
type Subscription = NonNullable<PromiseFacts['subscription']>;
const facts = (change: Partial<PromiseFacts> = {}, of: Partial<Subscription> = {}): PromiseFacts => ({
  subscription: { ...subscription, ...of },
  isCompany: false,
  isRefunded: false,
  brokenAt: null,
  firstMadeAt: null,
  ...change,
});
const CUSTOMER = { by: 'customer', days: 7 } as const;
const windowAt = (now: string, known = facts(), promiser: Parameters<typeof promiseWindow>[1] = CUSTOMER) =>
  promiseWindow(known, promiser, new Date(now), RULES);

describe('a bill', () => {
  it('may be promised for a week ahead, from the day on which it is due', () => {
    expect(windowAt('2026-11-28T10:00:00Z').days).toEqual({ from: '2026-11-28', until: '2026-12-05' });
    expect(windowAt('2026-11-25T10:00:00Z').days).toEqual({ from: '2026-11-27', until: '2026-12-02' });
    // Half past midnight in Lagos is still the day before in Greenwich.
    expect(windowAt('2026-11-28T23:30:00Z').days).toEqual({ from: '2026-11-29', until: '2026-12-06' });
  });

  it('may be promised once the line has gone off, as long as that is not older than the days', () => {
    const off = { status: 'suspended' } as const;
    expect(windowAt('2026-12-02T10:00:00Z', facts({}, off)).days).toEqual({ from: '2026-12-02', until: '2026-12-09' });
    expect(windowAt('2026-12-07T09:00:00Z', facts({}, off)).days).not.toBeNull();
    expect(windowAt('2026-12-07T09:00:01Z', facts({}, off)).obstacle).toBe('promise.too-late');
  });

  it.each<[string, string, PromiseFacts]>([
    [
      'before its invoice is issued',
      'promise.nothing-due',
      facts({}, { nextRenewal: new Date('2026-12-27T09:00:00Z') }),
    ],
    ['of a company with an invoice for all lines', 'subscription.billed-monthly', facts({ isCompany: true })],
    ['of a line that was never paid for', 'promise.not-possible', facts({}, { status: 'pending' })],
    ['of a cancelled line', 'promise.not-possible', facts({ subscription: null })],
    ['of a line that ends', 'promise.not-possible', facts({}, { cancelRequestedAt: DUE })],
    ['of a paused line', 'promise.not-possible', facts({}, { status: 'suspended', pausedUntil: DUE })],
    ['of a month that was refunded', 'promise.not-possible', facts({ isRefunded: true }, { status: 'suspended' })],
    ['that was promised before', 'promise.made-before', facts({ firstMadeAt: DUE })],
  ])('cannot be promised %s', (_when, obstacle, known) => {
    expect(windowAt('2026-11-28T10:00:00Z', known)).toEqual({ days: null, obstacle, nextFrom: null });
  });

  it('cannot be promised for the operator’s time after a promise that was broken, to the day', () => {
    const brokenAt = endOfDay('2026-09-29');
    const known = facts({ brokenAt });
    expect(windowAt('2026-11-28T22:59:59Z', known)).toEqual({
      days: null,
      obstacle: 'promise.blocked',
      nextFrom: '2026-11-29',
    });
    expect(windowAt('2026-11-28T23:00:00Z', known).days).not.toBeNull();
  });

  it('may be promised further ahead by staff, by the most generous of their roles, counted from the first promise', () => {
    const staff = (roles: Parameters<typeof promiseDaysOf>[0]) =>
      ({ by: 'staff', days: promiseDaysOf(roles, paymentTime) }) as const;
    const now = '2026-11-28T10:00:00Z';
    expect(windowAt(now, facts(), staff(['support', 'billing'])).days?.until).toBe('2026-12-12');
    const again = facts({ firstMadeAt: new Date('2026-11-27T10:00:00Z') });
    expect(windowAt(now, again, staff(['support'])).days?.until).toBe('2026-12-02');
    expect(windowAt(now, facts(), staff(['technician'])).obstacle).toBe('promise.not-allowed');
    expect(windowAt(now, facts(), staff(['auditor'])).obstacle).toBe('promise.not-allowed');
    expect(longestPromiseDays(paymentTime)).toBe(30);
  });
});

const moment = fc
  .integer({ min: 0, max: 3 * 365 * 24 * 60 })
  .map((minutes) => new Date(Date.UTC(2026, 0, 1) + minutes * 60_000));

it('keeps the due day of its month whenever it is paid on a promised day, however many days are allowed', () => {
  fc.assert(
    fc.property(
      moment,
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 0, max: 30 }),
      fc.integer({ min: 0, max: 40 * 24 * 60 }),
      fc.constantFrom('active' as const, 'suspended' as const),
      (nextRenewal, days, graceDays, minutes, status) => {
        const now = new Date(nextRenewal.getTime() - 7 * DAY_MS + minutes * 60_000);
        const of = { ...subscription, nextRenewal, anchorDay: Number(lagosDate(nextRenewal).slice(8)), status };
        const found = promiseWindow(facts({}, of), { by: 'staff', days }, now, { ...RULES, graceDays });
        if (!found.days) return;
        const { from, until } = found.days;
        expect(from <= until).toBe(true);
        expect(from >= lagosDate(now)).toBe(true);
        expect(until <= lagosDate(new Date(now.getTime() + days * DAY_MS))).toBe(true);
        const endsAt = endOfDay(until);
        expect(dayThatEnds(endsAt)).toBe(until);
        const paidAt = new Date(endsAt.getTime() - 1);
        const month = nextPeriod({ ...of, status: 'active' }, paidAt);
        expect(month.startsAt).toEqual(nextRenewal);
        expect(month.endsAt).toEqual(addLagosMonth(nextRenewal, of.anchorDay));
      },
    ),
  );
});

it('keeps the line on to the last moment of the promised day or of the grace period, and no further', () => {
  fc.assert(
    fc.property(
      moment,
      fc.integer({ min: 0, max: 30 }),
      fc.integer({ min: 0, max: 10 }),
      (nextRenewal, ahead, graceDays) => {
        const promisedUntil = endOfDay(lagosDate(new Date(nextRenewal.getTime() + ahead * DAY_MS)));
        const promised = { ...subscription, nextRenewal, promisedUntil, graceSince: nextRenewal };
        const graceEnd = nextRenewal.getTime() + graceDays * DAY_MS;
        const off = Math.max(graceEnd, promisedUntil.getTime());
        const stepAt = (at: number) => nextRenewalStep(promised, new Date(at), { invoiceDays: 7, graceDays });
        expect(stepAt(off - 1).move).toBe('none');
        expect(stepAt(off)).toMatchObject({ move: 'suspend', promise: 'over' });
        expect(stepAt(promisedUntil.getTime() - 1).promise).toBe('remind');
        // The job is awake at each of these moments.
        for (let at: number | undefined = nextRenewal.getTime(), looks = 0; at !== undefined && at < off; looks++) {
          expect(looks).toBeLessThan(12);
          const next: number | undefined = stepAt(at).nextStepAt?.getTime();
          expect(next).toBeGreaterThan(at);
          if (at < promisedUntil.getTime()) expect(next).toBeLessThanOrEqual(promisedUntil.getTime());
          expect(next).toBeLessThanOrEqual(off);
          at = next;
        }
      },
    ),
  );
});

it('reminds of the promised day alone, in its morning', () => {
  const promisedUntil = endOfDay('2026-12-04');
  const promised = { ...subscription, promisedUntil };
  for (const at of ['2026-11-27T07:00:00Z', '2026-11-30T09:00:00Z', '2026-12-04T06:59:59Z'])
    expect(nextRenewalStep(promised, new Date(at), RULES)).toMatchObject({ reminder: null, promise: 'none' });
  expect(nextRenewalStep(promised, new Date('2026-12-04T07:00:00Z'), RULES)).toMatchObject({
    reminder: null,
    promise: 'remind',
    nextStepAt: promisedUntil,
  });
});

it('goes on charging the saved card as without a promise', () => {
  const at = new Date('2026-11-29T08:00:00Z');
  const { charge } = nextRenewalStep({ ...subscription, autoPay: true }, at, RULES);
  expect(charge).not.toBeNull();
  const promised = { ...subscription, autoPay: true, promisedUntil: endOfDay('2026-12-04') };
  expect(nextRenewalStep(promised, at, RULES).charge).toEqual(charge);
});

it('counts the time on a promise that was not kept into the month that is paid later', () => {
  const off = { ...subscription, status: 'suspended' as const };
  const now = new Date('2026-12-08T12:00:00Z');
  const [from, until] = [onByPromiseFrom(subscription, DUE, RULES), endOfDay('2026-12-04')];
  const promisedMs = until.getTime() - from.getTime();
  expect(nextPeriod(off, now).startsAt).toEqual(now);
  expect(nextPeriod(off, now, promisedMs).startsAt).toEqual(new Date(now.getTime() - promisedMs));
  // A month that would be over already begins with the payment.
  const muchLater = new Date('2027-01-20T12:00:00Z');
  expect(nextPeriod(off, muchLater, 40 * DAY_MS).startsAt).toEqual(muchLater);
  // None begins before the paid time ended.
  expect(nextPeriod(off, now, 40 * DAY_MS).startsAt).toEqual(DUE);
});
