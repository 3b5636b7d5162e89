import { addLagosMonth, DAY_MS, lagosDate, lagosHour, lagosMidnight } from '@portal/kernel/calendar';

/** As installed: for how many days ahead a customer may promise, and one of the billing staff. */
export const PROMISE_DAYS = { customer: 7, staff: 14 } as const;
const BROKEN_DAYS = 60;

/**
 * A promise to pay the next month of a line. `from`: since when the line is on by it alone. `endedAt`:
 * when it was seen that it is not kept.
 */
export type PromiseModel = {
  readonly line: number;
  readonly month: number;
  readonly madeAt: Date;
  readonly from: Date;
  readonly until: Date;
  state: 'running' | 'kept' | 'broken' | 'withdrawn';
  endedAt: Date;
};

/** What promises depend on in the model of a customer's billing. */
type PromisingAccount = {
  status: string;
  readonly lineNumber: number;
  readonly months: readonly { readonly start: Date; readonly goneFrom: Date | null }[];
  readonly end: Date;
  readonly anchorDay: number;
  readonly noticed: Date;
  readonly isLeaving: boolean;
  readonly pausedUntil: Date | null;
  readonly promises: PromiseModel[];
};

const at = (ms: number) => new Date(ms);
const latest = (...times: readonly Date[]) => at(Math.max(...times.map(Number)));
const earliest = (...times: readonly Date[]) => at(Math.min(...times.map(Number)));

const ofPresentMonth = ({ promises, lineNumber, months }: PromisingAccount) =>
  promises.filter(({ line, month }) => line === lineNumber && month === months.length + 1);

const running = (account: PromisingAccount) => ofPresentMonth(account).find(({ state }) => state === 'running');

const graceEnd = ({ noticed, end }: PromisingAccount, graceDays: number) =>
  at(latest(noticed, end).getTime() + graceDays * DAY_MS);

/** Until when a line that is due stays on: to the end of the grace period, or of the last promised day. */
export function staysOnUntil(account: PromisingAccount, graceDays: number): Date {
  const promised = ofPresentMonth(account).map(({ state, until, endedAt }) =>
    state === 'withdrawn' ? earliest(until, endedAt) : until,
  );
  return latest(graceEnd(account, graceDays), ...promised.slice(-1));
}

/** Its line ended, was paused or had its month refunded. */
export function withdraw(account: PromisingAccount, now: Date): void {
  const promise = running(account);
  if (promise) Object.assign(promise, { state: 'withdrawn', endedAt: now });
}

/** What the payment of a month makes of the promise to pay it. */
export function settle(account: PromisingAccount, now: Date): void {
  const promise = running(account);
  if (promise) Object.assign(promise, { state: promise.until > now ? 'kept' : 'broken', endedAt: now });
}

/** What the end of the promised day makes of it, where the line is due. */
export function endDay(account: PromisingAccount, now: Date): void {
  const promise = running(account);
  if (!promise || promise.until > now) return;
  Object.assign(promise, { state: account.end < promise.until ? 'broken' : 'withdrawn', endedAt: now });
}

/** For how long a line that is off was on by promises that were not kept: its next month has this time already. */
export function timeOnPromises(account: PromisingAccount): number {
  return ofPresentMonth(account).reduce((sum, { from, until, endedAt }) => {
    return sum + Math.max(0, earliest(until, endedAt).getTime() - latest(from, account.end).getTime());
  }, 0);
}

/** Its last month was refunded: there is nothing to pay, or to add to. */
export function isRefunded({ months }: PromisingAccount): boolean {
  const last = months.findLast(({ goneFrom, start }) => !goneFrom || goneFrom >= start);
  return Boolean(last?.goneFrom);
}

/** Where no day is possible, and for a day that is not, nothing happens. */
export function promise(
  account: PromisingAccount,
  { by, day, graceDays }: { readonly by: 'customer' | 'staff'; readonly day: string; readonly graceDays: number },
  now: Date,
): void {
  const { status, end, anchorDay } = account;
  const isOn = status === 'active';
  if ((!isOn && status !== 'suspended') || account.pausedUntil || account.isLeaving || isRefunded(account)) return;
  if (isOn && lagosHour(end, -7, 8) > now) return;
  const broken = account.promises.filter(({ state }) => state === 'broken').map(({ until }) => until.getTime());
  if (Math.max(0, ...broken) + BROKEN_DAYS * DAY_MS > now.getTime()) return;
  const before = ofPresentMonth(account);
  if (by === 'customer' && before.length > 0) return;
  const ahead = PROMISE_DAYS[by] * DAY_MS;
  if (!isOn && staysOnUntil(account, graceDays).getTime() + ahead < now.getTime()) return;
  const first = earliest(now, ...before.map(({ madeAt }) => madeAt));
  const until = at(lagosMidnight(day).getTime() + DAY_MS);
  const isTooFar = day > lagosDate(at(first.getTime() + ahead)) || until > addLagosMonth(end, anchorDay);
  if (isTooFar || day < lagosDate(now) || (isOn && day < lagosDate(end))) return;
  if (running(account)?.until.getTime() === until.getTime()) return;
  withdraw(account, now);
  const from = isOn ? latest(graceEnd(account, graceDays), now) : now;
  const month = account.months.length + 1;
  account.promises.push({
    line: account.lineNumber,
    month,
    madeAt: now,
    from,
    until,
    state: 'running',
    endedAt: until,
  });
  account.status = 'active';
}
