import { addLagosMonth, DAY_MS, lagosDay, lagosHour } from '@portal/kernel/calendar';
import { agreeOn, newRewards, payReward, type RewardsModel } from './referral-model.ts';

/** What a month costs in the catalogue, in kobo; staff change that. */
export type ModelPlan = { readonly id: string; price: number; readonly hasLimit: boolean };

/** A paid month. `restMs`: how much of the time between its ends the line rested. `goneFrom`: since when its time is gone with its money. */
export type Month = {
  start: Date;
  end: Date;
  plan: ModelPlan;
  /** The month's price when it was paid for. */
  fee: number;
  begun: boolean;
  restMs: number;
  readonly creditUsed: number;
  /** Paid by a card, or from credit alone. */
  readonly byCard: boolean;
  /** What came in too much with it. */
  readonly surplus: number;
  isRefunded: boolean;
  goneFrom: Date | null;
};

/** One customer's billing, as simple as it can be said: no database, no gateways, no jobs. Sums in kobo. */
export type LifeModel = {
  /** VAT comes on top of prices. */
  readonly addsVat: boolean;
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
  /** Whose price that is, and what it was. */
  billedPlan: ModelPlan | null;
  billedFee: number;
  /** Sums that could not buy what they were for, and are still here to be sent back. */
  becameCredit: number[];
  /** How much credit went into each of the extra data that are paid for. */
  readonly data: number[];
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
  /** The plan's price, as it was said. */
  readonly fee: number;
  readonly amount: number;
  readonly creditUsed: number;
};

const FREE: ModelPlan = { id: '', price: 0, hasLimit: false };

export const newLife = (host: LifeModel | null, addsVat: boolean): LifeModel => ({
  addsVat,
  ...{ status: 'none', lineNumber: 0, plan: FREE, scheduled: null, months: [], end: new Date(0), anchorDay: 1 },
  ...{ anchorBefore: 1, noticed: new Date(0) },
  ...{
    isLeaving: false,
    pausedFrom: new Date(0),
    pausedUntil: null,
    pausedYears: [],
    owed: 0,
    billedPlan: null,
    billedFee: 0,
    becameCredit: [],
    data: [],
  },
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
function addMonth(
  life: LifeModel,
  paid: Pick<Month, 'plan' | 'fee' | 'creditUsed' | 'byCard' | 'surplus'>,
  now: Date,
): void {
  const { plan } = paid;
  const follows = addLagosMonth(life.end, life.anchorDay);
  const isOn = life.status === 'active' || (life.status === 'suspended' && life.end > now);
  let start = life.end;
  if (isOn && follows > now) life.end = follows;
  else {
    start = life.pausedUntil && life.pausedUntil > now ? life.pausedUntil : now;
    life.anchorDay = lagosDay(start).day;
    life.end = addLagosMonth(start, life.anchorDay);
  }
  const bought = { ...paid, start, end: life.end, begun: start <= now, restMs: 0 };
  const month: Month = { ...bought, isRefunded: false, goneFrom: null };
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

/** What has been billed is not made dearer by a new catalogue. */
function priceOf(life: LifeModel, plan: ModelPlan): number {
  return life.owed > 0 && life.billedPlan === plan ? Math.min(life.billedFee, plan.price) : plan.price;
}

export const withVat = (life: LifeModel, net: number): number => net + (life.addsVat ? Math.round(net * 0.075) : 0);

export function openPayment(life: LifeModel, plan: ModelPlan): OpenPayment {
  beginLine(life, plan);
  const fee = priceOf(life, plan);
  const price = withVat(life, life.awaitedBy ? (fee * 80) / 100 : fee);
  const creditUsed = Math.min(life.rewards.credit, price);
  const month = life.months.length + 1;
  return { line: life.lineNumber, month, plan, from: null, fee, amount: price - creditUsed, creditUsed };
}

/** A dearer plan for the days that are left of the month, or null where there is none to be had. */
export function openUpgrade(life: LifeModel, plan: ModelPlan, now: Date): OpenPayment | null {
  const month = lastMonth(life);
  if (life.status !== 'active' || life.end <= now || !month || month.start > now || plan === life.plan) return null;
  const total = Math.max(1, Math.round((month.end.getTime() - month.start.getTime() - month.restMs) / DAY_MS));
  const left = Math.min(total, Math.max(1, Math.ceil((month.end.getTime() - now.getTime()) / DAY_MS)));
  const fee = priceOf(life, plan);
  const net = Math.round(((fee - month.fee) * left) / total);
  if (net <= 0) return null;
  const price = withVat(life, net);
  const creditUsed = Math.min(life.rewards.credit, price);
  const { lineNumber: line, plan: from } = life;
  return { line, month: life.months.indexOf(month) + 1, plan, from, fee, amount: price - creditUsed, creditUsed };
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

/** Buys what it is for, or becomes credit, as what is too much of it does in any case. */
export function receive(life: LifeModel, payment: OpenPayment, now: Date, surplus = 0): void {
  const received = payment.amount + surplus;
  if (!buys(life, payment, now)) {
    life.rewards.credit += received;
    if (!payment.from && received > 0) life.becameCredit.push(received);
    return;
  }
  life.rewards.credit += surplus - payment.creditUsed;
  const month = lastMonth(life);
  const { plan, fee, creditUsed } = payment;
  if (!payment.from) addMonth(life, { plan, fee, creditUsed, byCard: payment.amount > 0, surplus }, now);
  else if (month) {
    Object.assign(month, { plan, fee });
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
    else if (life.isLeaving) endLine(life);
    life.pausedUntil = null;
  }
  while (life.status === 'active' && life.end <= now) {
    if (life.noticed < life.end) life.noticed = now.getTime() - life.end.getTime() > DAY_MS / 2 ? now : life.end;
    const plan = life.scheduled ?? life.plan;
    if (life.isLeaving) endLine(life);
    else if (life.rewards.credit >= withVat(life, priceOf(life, plan))) {
      const fee = priceOf(life, plan);
      const creditUsed = withVat(life, fee);
      life.rewards.credit -= creditUsed;
      addMonth(life, { plan, fee, creditUsed, byCard: false, surplus: 0 }, now);
    } else if (life.noticed.getTime() + graceDays * DAY_MS <= now.getTime()) {
      Object.assign(life, { status: 'suspended', owed: 0 });
    } else break;
  }
  const isBilled = life.status === 'active' && !life.isLeaving && lagosHour(life.end, -7, 8) <= now;
  if (!isBilled) return;
  const plan = life.scheduled ?? life.plan;
  const billedFee = priceOf(life, plan);
  Object.assign(life, { owed: withVat(life, billedFee), billedPlan: plan, billedFee });
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
