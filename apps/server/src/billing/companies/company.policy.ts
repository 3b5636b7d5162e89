import { DAY_MS, startOfLagosMonth } from '@portal/kernel/calendar';
import { type Kobo, minKobo, toKobo } from '@portal/kernel/money';
import { upgradePrice } from '../pricing/quote.policy.ts';

const billingDayOf = (at: Date, months: number, billingDay: number) =>
  new Date(startOfLagosMonth(at, months).getTime() + (billingDay - 1) * DAY_MS);

/** The first billing day after a moment, at midnight in Lagos. */
export function nextBilling(after: Date, billingDay: number): Date {
  const thisMonth = billingDayOf(after, 0, billingDay);
  return thisMonth > after ? thisMonth : billingDayOf(after, 1, billingDay);
}

/** A time that is charged, and what of its billing month it is. */
export type Piece = { readonly startsAt: Date; readonly endsAt: Date; readonly days: number; readonly ofDays: number };

/**
 * The time from one moment to another, cut at the billing days, each piece with its days and those of
 * its billing month: a part of a day counts as one, as in an upgrade. Not where the time begins after
 * `chargedAt`: a line whose earlier time ends within that day, as after an outage, has had it.
 */
export function cutAtBillingDays(from: Date, until: Date, billingDay: number, chargedAt: Date = from): Piece[] {
  const pieces: Piece[] = [];
  for (let startsAt = from; startsAt < until; ) {
    const monthEnd = nextBilling(startsAt, billingDay);
    const monthStart = billingDayOf(monthEnd, -1, billingDay);
    const endsAt = monthEnd < until ? monthEnd : until;
    const ofDays = Math.round((monthEnd.getTime() - monthStart.getTime()) / DAY_MS);
    const exact = (endsAt.getTime() - startsAt.getTime()) / DAY_MS;
    const days = Math.min(ofDays, startsAt > chargedAt ? Math.floor(exact) : Math.ceil(exact));
    pieces.push({ startsAt, endsAt, days, ofDays });
    startsAt = endsAt;
  }
  return pieces;
}

/** The price of so many days of a month, rounded half up to the kobo. */
export function proratedPrice(monthlyKobo: Kobo, { days, ofDays }: Pick<Piece, 'days' | 'ofDays'>): Kobo {
  return upgradePrice({ fromKobo: toKobo(0), toKobo: monthlyKobo, remainingDays: days, totalDays: ofDays });
}

type Owed = { readonly outstanding: Kobo };

/** How an amount is allocated to invoices, the oldest first; what is left over is not in it. */
export function allocate<Invoice extends Owed>(
  invoices: readonly Invoice[],
  amountKobo: Kobo,
): { readonly invoice: Invoice; readonly amountKobo: Kobo }[] {
  let left = amountKobo;
  return invoices.flatMap((invoice) => {
    const part = minKobo(left, invoice.outstanding);
    left = toKobo(left - part);
    return part > 0 ? [{ invoice, amountKobo: part }] : [];
  });
}

/** Days from the due day of an invoice on which its company is reminded; below zero after it. */
const REMINDER_DAYS = [7, 3, 0, -3, -7, -14, -30] as const;
const WORKING_HOUR_MS = 8 * 3_600_000;

const reminderTimes = (dueAt: Date) =>
  REMINDER_DAYS.map((days) => ({ days, at: new Date(dueAt.getTime() - days * DAY_MS + WORKING_HOUR_MS) }));

/**
 * The reminder of an unpaid invoice that is to be sent now, of several that were missed the latest;
 * null when there is none, or it was sent. One that was due before the invoice was issued is not sent.
 */
export function dueReminder(
  invoice: { readonly dueAt: Date; readonly issuedAt: Date; readonly remindedDays: number | null },
  now: Date,
): number | null {
  const due = reminderTimes(invoice.dueAt).findLast(({ at }) => at <= now && at > invoice.issuedAt);
  if (!due) return null;
  return invoice.remindedDays === null || due.days < invoice.remindedDays ? due.days : null;
}

/** From when on the lines of a company are off while the invoice is unpaid. */
export function suspendsAt(dueAt: Date, rules: { readonly graceDays: number }): Date {
  return new Date(dueAt.getTime() + rules.graceDays * DAY_MS);
}

/** The next moment at which something is due for an unpaid invoice; null when nothing is ahead. */
export function nextInvoiceStep(dueAt: Date, rules: { readonly graceDays: number }, now: Date): Date | null {
  const ahead = [...reminderTimes(dueAt).map(({ at }) => at), suspendsAt(dueAt, rules)].filter((at) => at > now);
  return ahead.length === 0 ? null : new Date(Math.min(...ahead.map(Number)));
}

/** The due day of an invoice: so many days after its day in Lagos, at midnight. */
export function dueDay(issuedOn: Date, paymentTermsDays: number): Date {
  return new Date(issuedOn.getTime() + paymentTermsDays * DAY_MS);
}
