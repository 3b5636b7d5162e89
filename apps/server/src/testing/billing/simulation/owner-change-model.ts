import { lagosDay } from '@portal/kernel/calendar';
import { moveAddon } from './addon-model.ts';
import { type AccountModel, endLine, newAccount } from './billing-simulation-model.ts';

/** Whether the line of an account can change its owner: not before it was paid for, nor in its days of grace. */
export function canBeHandedOver({ status, end }: AccountModel, now: Date): boolean {
  return status === 'suspended' || (status === 'active' && end > now);
}

/**
 * Moves the line of an account to somebody who had none, and returns theirs. The months with time left
 * go along, with who paid for them; what is owed for the next one, what was planned, credit, and what may
 * be refunded of it stay.
 */
export function handOver(account: AccountModel, now: Date): AccountModel {
  const first = account.months.findIndex(({ goneFrom, end }) => !goneFrom && end > now);
  const months = first < 0 ? [] : account.months.slice(first);
  const from = months[0]?.start;
  const isRunning = (at: Date) => account.pausedUntil !== null && +at === +account.pausedFrom;
  const pauses = account.pauses.filter((at) => (from && at >= from) || isRunning(at));
  const ahead = account.months.findLast(({ goneFrom }) => !goneFrom);
  const next = newAccount(null, account.addsVat);
  const { status, plan, end, anchorDay, anchorBefore, pausedFrom, pausedUntil } = account;
  Object.assign(next, { status, plan, end, anchorDay, anchorBefore, pausedFrom, pausedUntil, pauses, lineNumber: 1 });
  next.pausedYears = pauses.map((at) => lagosDay(at).year);
  next.scheduled = ahead && ahead.start > now && ahead.plan !== plan ? ahead.plan : null;
  next.months = months;
  for (const month of months) month.payer ??= account;
  moveAddon(account, next, first < 0 ? account.months.length : first);
  endLine(account, now);
  return next;
}
