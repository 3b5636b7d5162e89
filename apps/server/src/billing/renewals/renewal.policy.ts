import { chargeTimes } from '@portal/kernel/billing/auto-pay';
import { DAY_MS, lagosHour } from '@portal/kernel/calendar';

/** The operator's settings for renewals. */
export type RenewalRules = {
  /** How many days before the paid time ends its invoice is issued; at least 7. */
  readonly invoiceDays: number;
  /** How many days a subscription stays active after its paid time has ended. */
  readonly graceDays: number;
};

/** Days before the end of the paid time on which a customer is reminded. */
export const REMINDER_DAYS = [7, 3, 1, 0] as const;
export type ReminderDays = (typeof REMINDER_DAYS)[number];

/** Reminders are sent when people are awake: at this hour in Lagos. */
const WORKING_HOUR = 8;

/**
 * A run so long after the end of the paid time was delayed by a downtime, which must not shorten
 * the grace period.
 */
const LATE_MS = DAY_MS / 2;

type SubscriptionFields = {
  readonly status: 'pending' | 'active' | 'suspended' | 'cancelled';
  readonly nextRenewal: Date;
  /** See graceStart. */
  readonly graceSince: Date | null;
  /** The end of the day on which the month that is due was promised to be paid. */
  readonly promisedUntil: Date | null;
  readonly pausedUntil: Date | null;
  readonly cancelRequestedAt: Date | null;
  /** A saved card or bank account is charged for its months. */
  readonly autoPay?: boolean;
  /** See chargeTimes. */
  readonly salaryDay?: number | null;
};

/** What is due for a subscription now, and when it is checked next; null when nothing is ahead. */
export type RenewalStep = {
  readonly move: 'none' | 'resume' | 'rest' | 'cancel' | 'suspend';
  /** The invoice of the next period is issued from now on. */
  readonly invoice: boolean;
  readonly reminder: ReminderDays | null;
  /** A promise to pay: its day has come, or is over. */
  readonly promise: 'none' | 'remind' | 'over';
  /** The paid time is over and the subscription is in its grace period: credit may pay. */
  readonly collect: boolean;
  /**
   * The latest due moment of charging the saved card or account. The one at the end of the grace period is the
   * last.
   */
  readonly charge: Date | null;
  /** To be stored with the subscription: the start of its grace period. */
  readonly graceSince: Date | null;
  readonly nextStepAt: Date | null;
};

const NOTHING = {
  move: 'none',
  invoice: false,
  reminder: null,
  promise: 'none',
  collect: false,
  charge: null,
} as const;

type Grace = Pick<SubscriptionFields, 'nextRenewal' | 'graceSince'>;

/**
 * The start of the grace period: the end of the paid time, or what was stored at the first run
 * after it.
 */
function graceStart({ nextRenewal, graceSince }: Grace): Date {
  return graceSince !== null && graceSince > nextRenewal ? graceSince : nextRenewal;
}

/** When the invoice of the month that begins at `nextRenewal` is issued. */
export function invoiceIssuedAt(nextRenewal: Date, rules: Pick<RenewalRules, 'invoiceDays'>): Date {
  return lagosHour(nextRenewal, -rules.invoiceDays, WORKING_HOUR);
}

/** Until when an unpaid subscription stays active without a promise to pay. */
export function graceEndsAt(subscription: Grace, rules: Pick<RenewalRules, 'graceDays'>): Date {
  return new Date(graceStart(subscription).getTime() + rules.graceDays * DAY_MS);
}

/** Until when an unpaid subscription stays active: a promise to pay is later than the grace period, or does not count. */
export function staysOnUntil(
  subscription: Grace & Pick<SubscriptionFields, 'promisedUntil'>,
  rules: Pick<RenewalRules, 'graceDays'>,
): Date {
  const graceEnd = graceEndsAt(subscription, rules);
  const { promisedUntil } = subscription;
  return promisedUntil !== null && promisedUntil > graceEnd ? promisedUntil : graceEnd;
}

/** The morning of the promised day. */
function promiseMorning(promisedUntil: Date): Date {
  return lagosHour(promisedUntil, -1, WORKING_HOUR);
}

function promiseAt(promisedUntil: Date | null, now: Date): RenewalStep['promise'] {
  if (promisedUntil === null) return 'none';
  if (promisedUntil <= now) return 'over';
  return promiseMorning(promisedUntil) <= now ? 'remind' : 'none';
}

/** What is stored at a run: days of a downtime do not count against the grace period. */
function graceToStore({ nextRenewal, graceSince }: Grace, now: Date): Date | null {
  if (nextRenewal > now || (graceSince !== null && graceSince >= nextRenewal)) return graceSince;
  return now.getTime() - nextRenewal.getTime() > LATE_MS ? now : nextRenewal;
}

function stepOfActive(subscription: SubscriptionFields, now: Date, rules: RenewalRules): RenewalStep {
  const { nextRenewal, promisedUntil } = subscription;
  const isOver = nextRenewal <= now;
  const graceSince = graceToStore(subscription, now);
  const grace = { nextRenewal, graceSince };
  if (subscription.cancelRequestedAt) {
    const end = isOver ? { move: 'cancel' as const, nextStepAt: null } : { nextStepAt: nextRenewal };
    return { ...NOTHING, ...end, graceSince };
  }
  const graceEnd = graceEndsAt(grace, rules);
  const charges = subscription.autoPay ? chargeTimes(graceStart(grace), graceEnd, subscription.salaryDay) : [];
  const charge = charges.findLast((at) => at <= now) ?? null;
  const promise = promiseAt(promisedUntil, now);
  const offAt = staysOnUntil({ ...grace, promisedUntil }, rules);
  if (offAt <= now)
    return { ...NOTHING, move: 'suspend', promise, collect: true, charge, graceSince, nextStepAt: null };
  const invoiceAt = invoiceIssuedAt(nextRenewal, rules);
  // Whoever has promised a day is reminded of that day alone.
  const reminders = REMINDER_DAYS.map((days) => ({ days, at: lagosHour(nextRenewal, -days, WORKING_HOUR) })).filter(
    ({ at }) => promisedUntil === null || at >= promisedUntil,
  );
  const ofPromise = promisedUntil === null ? [] : [promiseMorning(promisedUntil), promisedUntil];
  const ahead = [invoiceAt, ...reminders.map(({ at }) => at), ...ofPromise, ...charges, nextRenewal, offAt].filter(
    (at) => at > now,
  );
  return {
    ...NOTHING,
    invoice: invoiceAt <= now,
    reminder: reminders.findLast(({ at }) => at <= now)?.days ?? null,
    promise,
    collect: isOver,
    charge,
    graceSince,
    nextStepAt: new Date(Math.min(...ahead.map(Number))),
  };
}

/**
 * The due steps of a subscription's renewal at `now`, whatever was missed meanwhile: of several
 * reminders only the latest. A paused, pending, suspended or cancelled subscription is neither
 * invoiced nor reminded: time without service is not charged.
 */
export function nextRenewalStep(subscription: SubscriptionFields, now: Date, rules: RenewalRules): RenewalStep {
  if (subscription.status === 'active') return stepOfActive(subscription, now, rules);
  const { graceSince } = subscription;
  if (subscription.status !== 'suspended' || subscription.pausedUntil === null)
    return { ...NOTHING, graceSince, nextStepAt: null };
  if (subscription.pausedUntil > now) return { ...NOTHING, graceSince, nextStepAt: subscription.pausedUntil };
  // Paid time that was refunded meanwhile does not return with the end of the pause.
  if (subscription.nextRenewal > subscription.pausedUntil)
    return { ...NOTHING, move: 'resume', graceSince, nextStepAt: now };
  return { ...NOTHING, move: subscription.cancelRequestedAt ? 'cancel' : 'rest', graceSince, nextStepAt: null };
}
