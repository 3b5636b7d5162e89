import { lagosDay } from '@portal/kernel/calendar';
import { endLine, type LifeModel, lastMonth, type Month } from './billing-life-model.ts';
import { takeRewardBack } from './referral-model.ts';

/** With the month's money its credit and the reward that it brought go back. */
function payBack(life: LifeModel, month: Month): void {
  month.isRefunded = true;
  life.rewards.credit += month.creditUsed;
  if (life.broughtBy?.month === month) takeRewardBack(life.broughtBy.host.rewards, life);
}

/** What is left of a month is cut out, and what is paid after it closes up. Without another paid month that is not over the line is off, and nothing happens any more until its customer pays. */
function cutOut(life: LifeModel, month: Month, now: Date): void {
  const after = life.months.slice(life.months.indexOf(month) + 1);
  const kept = after.filter(({ goneFrom }) => !goneFrom);
  const isAlone = !life.months.some((other) => other !== month && !other.goneFrom && other.end > now);
  const hadTime = month.end > now;
  // What had not begun, and nothing stands before, is over at once.
  const start = hadTime && isAlone && month.start > now ? now : month.start;
  const end = hadTime ? new Date(Math.max(now.getTime(), start.getTime() + 1)) : month.end;
  // What is paid after it does not run while the line rests.
  const follows = Math.max(end.getTime(), isAlone ? 0 : (life.pausedUntil?.getTime() ?? 0));
  const cutMs = Math.max(0, month.end.getTime() - follows);
  const sooner = (at: Date) => new Date(at.getTime() - cutMs);
  Object.assign(month, { start, end, goneFrom: now, begun: true });
  for (const later of after) Object.assign(later, { start: sooner(later.start), end: sooner(later.end) });
  life.end = sooner(life.end);
  if (kept.length > 0) life.anchorDay = lagosDay(life.end).day;
  if (life.scheduled === month.plan && !kept.some(({ plan }) => plan === month.plan)) life.scheduled = null;
  if (!isAlone || (life.status !== 'active' && !hadTime)) return;
  if (life.isLeaving) endLine(life);
  else Object.assign(life, { status: 'suspended', owed: 0 });
}

/** Sends the last month back that was not sent back before, whole, unless a later one stands on it: with its time where the customer does not keep that. */
export function refundMonth(life: LifeModel, keeps: boolean, now: Date): void {
  const month = life.months.findLast(({ isRefunded }) => !isRefunded);
  if (life.status === 'none' || !month) return;
  if (!keeps && lastMonth(life) !== month) return;
  // What was too much of it is sent back with it, and must still be there.
  if (month.surplus > life.rewards.credit) return;
  life.rewards.credit -= month.surplus;
  payBack(life, month);
  if (!keeps) cutOut(life, month, now);
}

/** A bank takes the first month back that is not over and was paid by card, whatever stands on it. */
export function chargeBack(life: LifeModel, now: Date): void {
  const month = life.months.find(({ isRefunded, byCard, end }) => !isRefunded && byCard && end > now);
  if (life.status === 'none' || !month) return;
  payBack(life, month);
  life.rewards.credit -= Math.min(month.surplus, life.rewards.credit);
  cutOut(life, month, now);
}

/** Sends the largest sum back that became credit, unless that has been spent. */
export function refundCredit(life: LifeModel): void {
  const largest = Math.max(0, ...life.becameCredit);
  if (largest === 0 || largest > life.rewards.credit) return;
  life.rewards.credit -= largest;
  life.becameCredit.splice(life.becameCredit.indexOf(largest), 1);
}
