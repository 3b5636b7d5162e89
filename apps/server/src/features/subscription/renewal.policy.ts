import { chargeMoments } from '@portal/kernel/auto-pay';
import { DAY_MS, lagosHour } from '@portal/kernel/calendar';

/** What the operator has decided about renewals. */
export type RenewalRules = {
  /** How many days before the paid time ends its invoice is issued; at least 7. */
  readonly invoiceDays: number;
  /** How many days a line stays on after its paid time has ended. */
  readonly graceDays: number;
};

/** Days before the end of the paid time on which a customer is reminded. */
export const REMINDER_DAYS = [7, 3, 1, 0] as const;
export type ReminderDays = (typeof REMINDER_DAYS)[number];

/** Letters are written when people are awake: at this hour in Lagos. */
const WORKING_HOUR = 8;

type Line = {
  readonly status: 'pending' | 'active' | 'suspended' | 'cancelled';
  readonly nextRenewal: Date;
  readonly pausedUntil: Date | null;
  readonly cancelRequestedAt: Date | null;
  /** A saved card is charged for its months. */
  readonly autoPay?: boolean;
};

/** What is due for a line now, and when it is to be looked at again; null when nothing lies ahead. */
export type RenewalStep = {
  readonly move: 'none' | 'resume' | 'rest' | 'cancel' | 'suspend';
  /** The invoice of the next period exists from now on. */
  readonly invoice: boolean;
  readonly reminder: ReminderDays | null;
  /** The paid time is over and the line goes on in its days of grace: credit may pay. */
  readonly collect: boolean;
  /** Which try to charge the saved card is due, from 1; of several only the latest. */
  readonly charge: number | null;
  readonly nextStepAt: Date | null;
};

const NOTHING = { move: 'none', invoice: false, reminder: null, collect: false, charge: null } as const;

/** Until when an unpaid line stays on. */
export function graceEndsAt(nextRenewal: Date, rules: Pick<RenewalRules, 'graceDays'>): Date {
  return new Date(nextRenewal.getTime() + rules.graceDays * DAY_MS);
}

function stepOfActive(line: Line, now: Date, rules: RenewalRules): RenewalStep {
  const { nextRenewal } = line;
  const isOver = nextRenewal <= now;
  if (line.cancelRequestedAt) {
    return isOver ? { ...NOTHING, move: 'cancel', nextStepAt: null } : { ...NOTHING, nextStepAt: nextRenewal };
  }
  const graceEnd = graceEndsAt(nextRenewal, rules);
  if (graceEnd <= now) return { ...NOTHING, move: 'suspend', collect: true, nextStepAt: null };
  const invoiceAt = lagosHour(nextRenewal, -rules.invoiceDays, WORKING_HOUR);
  const reminders = REMINDER_DAYS.map((days) => ({ days, at: lagosHour(nextRenewal, -days, WORKING_HOUR) }));
  const charges = line.autoPay ? chargeMoments(nextRenewal, graceEnd) : [];
  const ahead = [invoiceAt, ...reminders.map(({ at }) => at), ...charges, nextRenewal, graceEnd].filter(
    (at) => at > now,
  );
  return {
    ...NOTHING,
    invoice: invoiceAt <= now,
    reminder: reminders.findLast(({ at }) => at <= now)?.days ?? null,
    collect: isOver,
    charge: charges.findLastIndex((at) => at <= now) + 1 || null,
    nextStepAt: new Date(Math.min(...ahead.map(Number))),
  };
}

/**
 * What a line's renewal asks for at `now`, whatever was missed meanwhile: of several reminders only the latest. A line that rests, awaits its first payment, is
 * suspended or cancelled is neither invoiced nor reminded: nothing is charged for time without service.
 */
export function nextRenewalStep(line: Line, now: Date, rules: RenewalRules): RenewalStep {
  if (line.status === 'active') return stepOfActive(line, now, rules);
  if (line.status !== 'suspended' || line.pausedUntil === null) return { ...NOTHING, nextStepAt: null };
  if (line.pausedUntil > now) return { ...NOTHING, nextStepAt: line.pausedUntil };
  // Paid time that a refund has ended meanwhile does not come back with the end of the pause.
  return line.nextRenewal > line.pausedUntil
    ? { ...NOTHING, move: 'resume', nextStepAt: now }
    : { ...NOTHING, move: 'rest', nextStepAt: null };
}
