import { DAY_MS, lagosDate, lagosDay } from '@portal/kernel/calendar';
import type { LifeModel } from './billing-life-model.ts';

/** Moves what is left of the paid time, and the end of the last month also when it is over. `rests`: it is a pause that does so. */
function moveEnd(life: LifeModel, byMs: number, now: Date, rests = true): void {
  const moved = (at: Date) => new Date(at.getTime() + byMs);
  const last = life.months.findLastIndex(({ goneFrom }) => !goneFrom);
  for (const [index, month] of life.months.entries()) {
    if (month.end <= now && index < last) continue;
    month.end = moved(month.end);
    if (month.start > now || index > last) month.start = moved(month.start);
    else if (rests) month.restMs += byMs;
  }
  life.end = moved(life.end);
}

/** A line renews on the day on which its paid time ends; through shorter months it keeps its own while that day does not move. */
function renewOn(life: LifeModel, movedMs: number, anchorDay: number): void {
  const stays = lagosDate(new Date(life.end.getTime() - movedMs)) === lagosDate(life.end);
  life.anchorDay = stays ? anchorDay : lagosDay(life.end).day;
}

export function pause(life: LifeModel, days: number, now: Date): void {
  const { year } = lagosDay(now);
  if (life.status !== 'active' || life.end <= now || life.pausedYears.includes(year)) return;
  life.pausedYears.push(year);
  life.pausedFrom = now;
  life.pausedUntil = new Date(now.getTime() + days * DAY_MS);
  Object.assign(life, { status: 'suspended', owed: 0, anchorBefore: life.anchorDay });
  moveEnd(life, days * DAY_MS, now);
  renewOn(life, days * DAY_MS, life.anchorDay);
}

export function comeBack(life: LifeModel, now: Date): void {
  if (!life.pausedUntil) return;
  const restedMs = Math.max(now.getTime(), life.pausedFrom.getTime()) - life.pausedFrom.getTime();
  const leftMs = life.pausedUntil.getTime() - life.pausedFrom.getTime() - restedMs;
  life.pausedUntil = null;
  if (life.end.getTime() - leftMs <= now.getTime()) return;
  moveEnd(life, -leftMs, now);
  renewOn(life, restedMs, life.anchorBefore);
  life.status = 'active';
}

/** Time that an outage took comes back at the end; to who was cut off for not paying, from now on. */
export function outage(life: LifeModel, lostMs: number, now: Date): void {
  if (life.status === 'none' || life.status === 'pending') return;
  // Whose last month under way went back has nothing that could be made longer.
  const last = life.months.findLast(({ goneFrom, start }) => !goneFrom || goneFrom >= start);
  if (last?.goneFrom) return;
  const isOff = life.status === 'suspended' && life.pausedUntil === null;
  const gapMs = isOff ? Math.max(0, now.getTime() - life.end.getTime()) : 0;
  moveEnd(life, gapMs + lostMs, now, false);
  renewOn(life, gapMs + lostMs, life.anchorDay);
  life.owed = 0;
  if (isOff) life.status = 'active';
}
