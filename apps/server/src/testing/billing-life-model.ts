import { addLagosMonth, DAY_MS, lagosDate, lagosDay, lagosHour } from '@portal/kernel/calendar';
import { agreeOn, newRewards, payReward, type RewardsModel } from './referral-model.ts';

/** What a month costs, in kobo. */
export type ModelPlan = { readonly id: string; readonly price: number };

/** A paid month. `restMs`: how much of the time between its ends the line rested. `goneFrom`: since when its time is gone with its money. */
export type Month = {
  start: Date;
  end: Date;
  plan: ModelPlan;
  begun: boolean;
  restMs: number;
  readonly creditUsed: number;
  /** Paid by a card, or from credit alone. */
  readonly byCard: boolean;
  isRefunded: boolean;
  goneFrom: Date | null;
};

/** One customer's billing, as simple as it can be said: no database, no gateways, no jobs. Sums in kobo. */
export type LifeModel = {
  status: 'none' | 'pending' | 'active' | 'suspended';
  /** Counts lines: a new one begins after a cancelled one. */
  lineNumber: number;
  plan: ModelPlan;
  scheduled: ModelPlan | null;
  months: Month[];
  end: Date;
  anchorDay: number;
  /** The anchor day from before the pause. */
  anchorBefore: number;
  /** When the end of the paid time was noticed: by this the days of grace count where it was noticed late. */
  noticed: Date;
  isLeaving: boolean;
  pausedFrom: Date;
  pausedUntil: Date | null;
  pausedYears: number[];
  /** What the open invoice asks for; zero when none is open. */
  owed: number;
  /** Sums that could not buy what they were for, and are still here to be sent back. */
  becameCredit: number[];
  rewards: RewardsModel;
  /** Whose friend this customer is, while they have never bought anything. */
  awaitedBy: LifeModel | null;
  /** Whose friend they are once they have, and by which month: the line's number and the month's. */
  broughtBy: { readonly host: LifeModel; readonly month: Month } | null;
};

/** A payment that is under way: for what, and what it counted on. `from`: the plan that an upgrade leaves. */
export type OpenPayment = {
  readonly line: number;
  readonly month: number;
  readonly plan: ModelPlan;
  readonly from: ModelPlan | null;
  readonly amount: number;
  readonly creditUsed: number;
};

const FREE: ModelPlan = { id: '', price: 0 };

export const newLife = (host: LifeModel | null = null): LifeModel => ({
  ...{ status: 'none', lineNumber: 0, plan: FREE, scheduled: null, months: [], end: new Date(0), anchorDay: 1 },
  ...{ anchorBefore: 1, noticed: new Date(0) },
  ...{ isLeaving: false, pausedFrom: new Date(0), pausedUntil: null, pausedYears: [], owed: 0, becameCredit: [] },
  ...{ rewards: newRewards(), awaitedBy: host, broughtBy: null },
});

/** The last month whose time is the customer's. */
export const lastMonth = (life: LifeModel): Month | undefined => life.months.findLast(({ goneFrom }) => !goneFrom);

function beginLine(life: LifeModel, plan: ModelPlan): void {
  if (life.status === 'pending') life.plan = plan;
  if (life.status !== 'none') return;
  life.lineNumber++;
  Object.assign(life, { status: 'pending', plan, scheduled: null, months: [], isLeaving: false });
  Object.assign(life, { pausedUntil: null, pausedYears: [], owed: 0 });
}

/** The next month: where the paid time ends, unless the line is off or that month would be over; a line that rests has it afterwards. */
function addMonth(life: LifeModel, plan: ModelPlan, creditUsed: number, byCard: boolean, now: Date): void {
  const follows = addLagosMonth(life.end, life.anchorDay);
  const isOn = life.status === 'active' || (life.status === 'suspended' && life.end > now);
  let start = life.end;
  if (isOn && follows > now) life.end = follows;
  else {
    start = life.pausedUntil && life.pausedUntil > now ? life.pausedUntil : now;
    life.anchorDay = lagosDay(start).day;
    life.end = addLagosMonth(start, life.anchorDay);
  }
  const bought = { start, end: life.end, plan, begun: start <= now, restMs: 0, creditUsed };
  const month: Month = { ...bought, byCard, isRefunded: false, goneFrom: null };
  life.months.push(month);
  if (month.begun) takePlan(life, plan);
  else if (life.plan !== plan) life.scheduled = plan;
  else if (life.scheduled === plan) life.scheduled = null;
  life.owed = 0;
  if (life.pausedUntil === null) life.status = 'active';
  if (!life.awaitedBy) return;
  payReward(life.awaitedBy.rewards, life, now);
  Object.assign(life, { broughtBy: { host: life.awaitedBy, month }, awaitedBy: null });
}

function takePlan(life: LifeModel, plan: ModelPlan): void {
  life.plan = plan;
  if (life.scheduled === plan) life.scheduled = null;
}

/** What the customer would be asked to pay for: what they have chosen, or as before. */
export function nextPlan(life: LifeModel, wanted: ModelPlan): ModelPlan {
  return life.status === 'none' || life.status === 'pending' ? wanted : (life.scheduled ?? life.plan);
}

export function openPayment(life: LifeModel, plan: ModelPlan): OpenPayment {
  beginLine(life, plan);
  const price = life.awaitedBy ? (plan.price * 80) / 100 : plan.price;
  const creditUsed = Math.min(life.rewards.credit, price);
  const month = life.months.length + 1;
  return { line: life.lineNumber, month, plan, from: null, amount: price - creditUsed, creditUsed };
}

/** A dearer plan for the days that are left of the month, or null where there is none to be had. */
export function openUpgrade(life: LifeModel, plan: ModelPlan, now: Date): OpenPayment | null {
  const month = lastMonth(life);
  if (life.status !== 'active' || life.end <= now || !month || month.start > now || plan === life.plan) return null;
  const total = Math.max(1, Math.round((month.end.getTime() - month.start.getTime() - month.restMs) / DAY_MS));
  const left = Math.min(total, Math.max(1, Math.ceil((month.end.getTime() - now.getTime()) / DAY_MS)));
  const price = Math.round(((plan.price - month.plan.price) * left) / total);
  if (price <= 0) return null;
  const creditUsed = Math.min(life.rewards.credit, price);
  const { lineNumber: line, plan: from } = life;
  return { line, month: life.months.indexOf(month) + 1, plan, from, amount: price - creditUsed, creditUsed };
}

function buys(life: LifeModel, payment: OpenPayment, now: Date): boolean {
  if (payment.line !== life.lineNumber || payment.creditUsed > life.rewards.credit) return false;
  if (!payment.from) return life.status !== 'none' && payment.month === life.months.length + 1;
  const isThere =
    life.status === 'active' &&
    life.end > now &&
    payment.month === life.months.findLastIndex(({ goneFrom }) => !goneFrom) + 1;
  return isThere && life.plan === payment.from;
}

/** Buys what it is for, or becomes credit. */
export function receive(life: LifeModel, payment: OpenPayment, now: Date): void {
  if (!buys(life, payment, now)) {
    life.rewards.credit += payment.amount;
    if (!payment.from && payment.amount > 0) life.becameCredit.push(payment.amount);
    return;
  }
  life.rewards.credit -= payment.creditUsed;
  const month = lastMonth(life);
  if (!payment.from) addMonth(life, payment.plan, payment.creditUsed, payment.amount > 0, now);
  else if (month) {
    month.plan = payment.plan;
    takePlan(life, payment.plan);
  }
}

/** Months that were paid ahead and have come. */
function begin(life: LifeModel, now: Date): void {
  for (const month of life.months.filter(({ begun, start }) => !begun && start <= now)) {
    month.begun = true;
    if (life.status !== 'none' && month.end > now && month.plan !== life.plan) takePlan(life, month.plan);
  }
}

/** What time alone does until `now`. */
export function pass(life: LifeModel, now: Date, graceDays: number): void {
  begin(life, now);
  if (life.pausedUntil && life.pausedUntil <= now) {
    if (life.end > life.pausedUntil) life.status = 'active';
    life.pausedUntil = null;
  }
  while (life.status === 'active' && life.end <= now) {
    if (life.noticed < life.end) life.noticed = now.getTime() - life.end.getTime() > DAY_MS / 2 ? now : life.end;
    const plan = life.scheduled ?? life.plan;
    if (life.isLeaving) endLine(life);
    else if (life.rewards.credit >= plan.price) {
      life.rewards.credit -= plan.price;
      addMonth(life, plan, plan.price, false, now);
    } else if (life.noticed.getTime() + graceDays * DAY_MS <= now.getTime()) {
      Object.assign(life, { status: 'suspended', owed: 0 });
    } else break;
  }
  const isBilled = life.status === 'active' && !life.isLeaving && lagosHour(life.end, -7, 8) <= now;
  if (isBilled) life.owed = (life.scheduled ?? life.plan).price;
}

export function endLine(life: LifeModel): void {
  Object.assign(life, { status: 'none', scheduled: null, pausedUntil: null, owed: 0 });
}

/** The plan of the last paid month while that is still to come. */
const planAhead = (life: LifeModel, now: Date): ModelPlan | null => {
  const month = lastMonth(life);
  return month && month.start > now && month.plan !== life.plan ? month.plan : null;
};

export function choose(life: LifeModel, plan: ModelPlan, now: Date): void {
  if (life.status === 'none' || life.status === 'pending') beginLine(life, plan);
  else if (plan !== life.scheduled) {
    const month = lastMonth(life);
    const stays = month && month.start > now ? month.plan : life.plan;
    life.scheduled = plan === stays ? planAhead(life, now) : plan;
  }
}

export function withdrawChange(life: LifeModel, now: Date): void {
  if (life.status === 'active' || life.status === 'suspended') life.scheduled = planAhead(life, now);
}

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

export function leave(life: LifeModel, now: Date): void {
  if (life.status === 'none') return;
  if (life.status === 'pending' || life.end <= now) endLine(life);
  else Object.assign(life, { isLeaving: true, owed: 0 });
}

export function stay(life: LifeModel): void {
  life.isLeaving = false;
}

/** Of friends who paid at the same moment nobody can say who was the fifth: whoever the books say. */
export function agreeOnReward(life: LifeModel, reward: number | null): void {
  if (life.broughtBy && reward !== null) agreeOn(life.broughtBy.host.rewards, life, reward);
}
