import type { PromiseAllowance } from '@portal/contract/billing/payment-promises';
import { type SettingValue, writingRoles } from '@portal/contract/platform/settings';
import type { StaffRole } from '@portal/contract/platform/staff-permissions';
import { addLagosMonth, DAY_MS, lagosDate, lagosMidnight } from '@portal/kernel/calendar';
import { graceEndsAt, invoiceIssuedAt, type RenewalRules, staysOnUntil } from '../renewals/renewal.policy.ts';

export type PaymentTimeRules = SettingValue<'payment-time'>;

type Obstacle = NonNullable<PromiseAllowance['obstacle']>;

/** What the present promises of a line, and its state, say about another one. */
export type PromiseFacts = {
  readonly subscription: {
    readonly status: 'pending' | 'active' | 'suspended' | 'cancelled';
    readonly nextRenewal: Date;
    readonly anchorDay: number;
    readonly graceSince: Date | null;
    readonly promisedUntil: Date | null;
    readonly pausedUntil: Date | null;
    readonly cancelRequestedAt: Date | null;
  } | null;
  readonly isCompany: boolean;
  /** The last month was refunded: nothing is due. */
  readonly isRefunded: boolean;
  /** The end of the account's last promise that was broken. */
  readonly brokenAt: Date | null;
  /** When the first promise for the present bill was made. */
  readonly firstMadeAt: Date | null;
};

/** Who promises, and for how many days ahead they may. */
export type Promiser = { readonly by: 'customer' | 'staff'; readonly days: number };

export type PromiseWindow = {
  /** The first and the last possible day in Lagos; null with an obstacle. */
  readonly days: { readonly from: string; readonly until: string } | null;
  readonly obstacle: Obstacle | null;
  /** The first day after a broken promise on which another one is possible. */
  readonly nextFrom: string | null;
};

/** The most days ahead that the roles of a member of staff may promise. */
export function promiseDaysOf(roles: readonly StaffRole[], rules: PaymentTimeRules): number {
  return Math.max(
    0,
    ...roles.map((role) => (role === 'auditor' || role === 'agent' ? 0 : rules[`${role}PromiseDays`])),
  );
}

/** The most days ahead that any role may promise. */
export function longestPromiseDays(rules: PaymentTimeRules): number {
  return promiseDaysOf(writingRoles, rules);
}

/** The midnight in Lagos with which a day such as 2026-12-04 ends. */
export function endOfDay(day: string): Date {
  return new Date(lagosMidnight(day).getTime() + DAY_MS);
}

/** The day in Lagos that ends with a midnight. */
export function dayThatEnds(midnight: Date): string {
  return lagosDate(new Date(midnight.getTime() - 1));
}

/** From when on a broken promise does not rule out the next. */
export function blockedUntil(brokenAt: Date, rules: Pick<PaymentTimeRules, 'brokenPromiseDays'>): Date {
  return new Date(brokenAt.getTime() + rules.brokenPromiseDays * DAY_MS);
}

const later = (one: string, other: string) => (one > other ? one : other);
const sooner = (one: string, other: string) => (one < other ? one : other);

const none = (obstacle: Obstacle, nextFrom: Date | null = null): PromiseWindow => ({
  days: null,
  obstacle,
  nextFrom: nextFrom && lagosDate(nextFrom),
});

/**
 * On which days the bill of a line may be promised at `now`. From its due day; at most so many days
 * ahead, counted from the first promise for the bill, so that promises one after another reach no
 * further than one; and before the month that is to be paid would be over, so that its due day stays. A
 * line that was suspended for longer than these days is better off by paying: its month then begins with the payment.
 */
export function promiseWindow(
  facts: PromiseFacts,
  { by, days }: Promiser,
  now: Date,
  rules: PaymentTimeRules & RenewalRules,
): PromiseWindow {
  const { subscription, brokenAt, firstMadeAt } = facts;
  if (facts.isCompany) return none('subscription.billed-monthly');
  if (by === 'staff' && days === 0) return none('promise.not-allowed');
  const isOn = subscription?.status === 'active';
  if (!subscription || facts.isRefunded || days === 0) return none('promise.not-possible');
  const { status, pausedUntil, cancelRequestedAt, nextRenewal, anchorDay } = subscription;
  if ((!isOn && status !== 'suspended') || pausedUntil || cancelRequestedAt) return none('promise.not-possible');
  if (isOn && invoiceIssuedAt(nextRenewal, rules) > now) return none('promise.nothing-due');
  const nextFrom = brokenAt && blockedUntil(brokenAt, rules);
  if (nextFrom && nextFrom > now) return none('promise.blocked', nextFrom);
  if (by === 'customer' && firstMadeAt) return none('promise.made-before');
  if (!isOn && staysOnUntil(subscription, rules).getTime() + days * DAY_MS < now.getTime()) {
    return none('promise.too-late');
  }
  const base = firstMadeAt && firstMadeAt < now ? firstMadeAt : now;
  const monthEnds = addLagosMonth(nextRenewal, anchorDay);
  const until = sooner(
    lagosDate(new Date(base.getTime() + days * DAY_MS)),
    lagosDate(new Date(monthEnds.getTime() - DAY_MS)),
  );
  const from = later(lagosDate(now), isOn ? lagosDate(nextRenewal) : lagosDate(now));
  if (from > until) return none(isOn && nextRenewal > now ? 'promise.nothing-due' : 'promise.too-late');
  return { days: { from, until }, obstacle: null, nextFrom: null };
}

/** From when on the line is on by a promise alone that is made at `now`. */
export function onByPromiseFrom(
  subscription: NonNullable<PromiseFacts['subscription']>,
  now: Date,
  rules: Pick<RenewalRules, 'graceDays'>,
): Date {
  if (subscription.status !== 'active') return now;
  const graceEnd = graceEndsAt(subscription, rules);
  return graceEnd > now ? graceEnd : now;
}
