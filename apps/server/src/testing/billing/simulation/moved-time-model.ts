import { DAY_MS, lagosDate, lagosDay } from '@portal/kernel/calendar';
import type { AccountModel } from './billing-simulation-model.ts';
import { isRefunded, withdraw } from './payment-promise-model.ts';

const COURTESY = { atOnce: 7, aYear: 10 } as const;

/**
 * Moves the rest of the paid time, and the end of the last month also when it is over. `rests`:
 * because of a pause.
 */
function moveEnd(account: AccountModel, byMs: number, now: Date, rests = true): void {
  const moved = (at: Date) => new Date(at.getTime() + byMs);
  const last = account.months.findLastIndex(({ goneFrom }) => !goneFrom);
  for (const [index, month] of account.months.entries()) {
    const isOver = month.end <= now || (month.goneFrom !== null && month.start <= now);
    if (isOver && index < last) continue;
    month.end = moved(month.end);
    if (month.start > now || index > last) month.start = moved(month.start);
    else if (rests) month.restMs += byMs;
  }
  account.end = moved(account.end);
}

/**
 * A subscription renews on the day on which its paid time ends; through shorter months it keeps its
 * anchor day while that day does not move.
 */
function renewOn(account: AccountModel, movedMs: number, anchorDay: number): void {
  const stays = lagosDate(new Date(account.end.getTime() - movedMs)) === lagosDate(account.end);
  account.anchorDay = stays ? anchorDay : lagosDay(account.end).day;
}

export function pause(account: AccountModel, days: number, now: Date): void {
  const { year } = lagosDay(now);
  if (account.status !== 'active' || account.end <= now || account.pausedYears.includes(year)) return;
  account.pausedYears.push(year);
  withdraw(account, now);
  account.pauses.push(now);
  account.pausedFrom = now;
  account.pausedUntil = new Date(now.getTime() + days * DAY_MS);
  Object.assign(account, { status: 'suspended', owed: 0, anchorBefore: account.anchorDay });
  moveEnd(account, days * DAY_MS, now);
  renewOn(account, days * DAY_MS, account.anchorDay);
}

export function comeBack(account: AccountModel, now: Date): void {
  if (!account.pausedUntil) return;
  const restedMs = Math.max(now.getTime(), account.pausedFrom.getTime()) - account.pausedFrom.getTime();
  const leftMs = account.pausedUntil.getTime() - account.pausedFrom.getTime() - restedMs;
  account.pausedUntil = null;
  if (account.end.getTime() - leftMs <= now.getTime()) return;
  moveEnd(account, -leftMs, now);
  renewOn(account, restedMs, account.anchorBefore);
  account.status = 'active';
}

/** An outage credit is added at the end; for a customer suspended for non-payment, from now on. */
export function outage(account: AccountModel, creditMs: number, now: Date): void {
  if (account.status === 'none' || account.status === 'pending') return;
  if (isRefunded(account)) return;
  const isOff = account.status === 'suspended' && account.pausedUntil === null;
  const gapMs = isOff ? Math.max(0, now.getTime() - account.end.getTime()) : 0;
  moveEnd(account, gapMs + creditMs, now, false);
  renewOn(account, gapMs + creditMs, account.anchorDay);
  account.owed = 0;
  if (isOff) account.status = 'active';
}

/** Days as from an outage, at most so many at once and in a year. */
export function courtesy(account: AccountModel, days: number, now: Date): void {
  const { status } = account;
  if (status === 'none' || status === 'pending' || account.pausedUntil || account.isLeaving) return;
  if (isRefunded(account)) return;
  const year = lagosDate(now).slice(0, 4);
  const given = account.courtesyDays.get(year) ?? 0;
  if (days > COURTESY.atOnce || given + days > COURTESY.aYear) return;
  account.courtesyDays.set(year, given + days);
  outage(account, days * DAY_MS, now);
}
