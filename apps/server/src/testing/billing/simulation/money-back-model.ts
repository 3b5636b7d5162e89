import { lagosDay } from '@portal/kernel/calendar';
import { type AccountModel, endLine, lastMonth, type Month } from './billing-simulation-model.ts';
import { withdraw } from './payment-promise-model.ts';
import { takeRewardBack } from './referral-model.ts';

/** Whoever paid for a month gets it back, also where the line has another owner by now. */
const payerOf = (account: AccountModel, month: Month): AccountModel => month.payer ?? account;

/** A refund of the month returns its credit and takes back the reward that it earned. */
function payBack(owner: AccountModel, month: Month): void {
  const account = payerOf(owner, month);
  month.isRefunded = true;
  account.rewards.credit += month.creditUsed;
  if (account.broughtBy?.month === month) takeRewardBack(account.broughtBy.host.rewards, account);
}

/**
 * The rest of a month is removed, and paid time after it closes the gap. Without another paid month
 * that is not over the subscription is suspended, and nothing happens any more until its customer
 * pays.
 */
function cutOut(account: AccountModel, month: Month, now: Date): void {
  const before = account.months.slice(0, account.months.indexOf(month));
  const after = account.months.slice(account.months.indexOf(month) + 1);
  const remaining = after.filter(({ goneFrom }) => !goneFrom);
  const isAlone = !account.months.some((other) => other !== month && !other.goneFrom && other.end > now);
  const hadTime = month.end > now;
  // A month that had not begun, with nothing before it, is over at once: by a clock that was set back where that
  // before it ended.
  const soonest = new Date(Math.max(now.getTime(), ...before.map(({ end }) => end.getTime())));
  const start = hadTime && isAlone && month.start > soonest ? soonest : month.start;
  const end = hadTime ? new Date(Math.max(now.getTime(), start.getTime() + 1)) : month.end;
  // Paid time after it does not run during a pause.
  const follows = Math.max(end.getTime(), isAlone ? 0 : (account.pausedUntil?.getTime() ?? 0));
  const cutMs = Math.max(0, month.end.getTime() - follows);
  const sooner = (at: Date) => new Date(at.getTime() - cutMs);
  Object.assign(month, { start, end, goneFrom: now, begun: true });
  for (const later of after) Object.assign(later, { start: sooner(later.start), end: sooner(later.end) });
  account.end = sooner(account.end);
  if (remaining.length > 0) account.anchorDay = lagosDay(account.end).day;
  if (account.scheduled === month.plan && !remaining.some(({ plan }) => plan === month.plan)) account.scheduled = null;
  if (!isAlone || (account.status !== 'active' && !hadTime)) return;
  withdraw(account, now);
  if (account.isLeaving) endLine(account, now);
  else Object.assign(account, { status: 'suspended', owed: 0 });
}

/**
 * Refunds the last unrefunded month in full, unless a later one depends on it: with its time where
 * the customer does not keep that.
 */
export function refundMonth(account: AccountModel, keeps: boolean, now: Date): void {
  const month = account.months.findLast(({ isRefunded }) => !isRefunded);
  if (account.status === 'none' || !month) return;
  if (!keeps && lastMonth(account) !== month) return;
  // Its overpayment is refunded with it, and must still be there.
  const { rewards } = payerOf(account, month);
  if (month.overpayment > rewards.credit) return;
  rewards.credit -= month.overpayment;
  payBack(account, month);
  if (!keeps) cutOut(account, month, now);
}

/** Charges back the first month that is not over and was paid by card, whatever depends on it. */
export function chargeBack(account: AccountModel, now: Date): void {
  const month = account.months.find(({ isRefunded, byCard, end }) => !isRefunded && byCard && end > now);
  if (account.status === 'none' || !month) return;
  payBack(account, month);
  const { rewards } = payerOf(account, month);
  rewards.credit -= Math.min(month.overpayment, rewards.credit);
  cutOut(account, month, now);
}

/** Refunds the largest sum that became credit, unless that was spent. */
export function refundCredit(account: AccountModel): void {
  const largest = Math.max(0, ...account.becameCredit);
  if (largest === 0 || largest > account.rewards.credit) return;
  account.rewards.credit -= largest;
  account.becameCredit.splice(account.becameCredit.indexOf(largest), 1);
}
