import { addLagosMonth, DAY_MS, lagosDay, lagosHour } from '@portal/kernel/calendar';
import { withVat } from '../with-vat.ts';
import { type AddonModel, addonFee, passAddon, payAddon } from './addon-model.ts';
import { endDay, type PromiseModel, settle, staysOnUntil, timeOnPromises, withdraw } from './payment-promise-model.ts';
import { agreeOn, newRewards, payReward, type RewardsModel } from './referral-model.ts';

/** The price of a month in the catalogue, in kobo; staff change it. */
export type ModelPlan = { readonly id: string; price: number; readonly hasLimit: boolean };

/**
 * A paid month. `restMs`: how much of the time between its ends the subscription was paused.
 * `goneFrom`: since when its time is removed because it was refunded.
 */
export type Month = {
  start: Date;
  end: Date;
  plan: ModelPlan;
  /** The month's price when it was paid. */
  fee: number;
  begun: boolean;
  restMs: number;
  readonly creditUsed: number;
  /** Paid by a card, or from credit alone. */
  readonly byCard: boolean;
  /** The overpayment that came with it. */
  readonly overpayment: number;
  isRefunded: boolean;
  goneFrom: Date | null;
  /** Who paid for it, where that was an earlier owner of the line. */
  payer: AccountModel | null;
};

/**
 * One customer's billing, modelled as simply as possible: no database, no gateways, no jobs. Sums
 * in kobo.
 */
export type AccountModel = {
  /** Prices exclude VAT. */
  readonly addsVat: boolean;
  status: 'none' | 'pending' | 'active' | 'suspended';
  /** Counts subscriptions: a new one begins after a cancelled one. */
  lineNumber: number;
  plan: ModelPlan;
  scheduled: ModelPlan | null;
  months: Month[];
  end: Date;
  anchorDay: number;
  /** The anchor day from before the pause. */
  anchorBefore: number;
  /**
   * When the end of the paid time was noticed: a grace period that was noticed late counts from
   * then.
   */
  noticed: Date;
  isLeaving: boolean;
  pausedFrom: Date;
  pausedUntil: Date | null;
  pausedYears: number[];
  /** All promises to pay that there were, oldest first. */
  readonly promises: PromiseModel[];
  /** Courtesy days by year; those of the line, which an account here has one of. */
  readonly courtesyDays: Map<string, number>;
  /** When each pause of the subscription began. */
  pauses: Date[];
  /** What the open invoice asks for; zero when none is open. */
  owed: number;
  /** The payer of that price, and the price. */
  billedPlan: ModelPlan | null;
  billedFee: number;
  /** Sums that could not buy what they were for and became credit, which can still be refunded. */
  becameCredit: number[];
  /** How much credit was used for each of the paid data bundles. */
  readonly data: number[];
  rewards: RewardsModel;
  addon: AddonModel | null;
  /** Open invoices of add-ons for months, or parts of them, that were paid without. */
  charged: number;
  /** The referrer, while this customer has not bought anything. */
  awaitedBy: AccountModel | null;
  /**
   * The referrer once they have, and the month that counted: the numbers of the subscription and of
   * the month.
   */
  broughtBy: { readonly host: AccountModel; readonly month: Month } | null;
};

/** A pending payment: its product, and its quote. `from`: the plan that an upgrade replaces. */
export type OpenPayment = {
  readonly line: number;
  readonly month: number;
  readonly plan: ModelPlan;
  readonly from: ModelPlan | null;
  /** The plan's price in the quote. */
  readonly fee: number;
  readonly amount: number;
  readonly creditUsed: number;
  /** The add-on in the quote. */
  readonly addon: AddonModel | null;
};

const FREE: ModelPlan = { id: '', price: 0, hasLimit: false };

export const newAccount = (host: AccountModel | null, addsVat: boolean): AccountModel => ({
  addsVat,
  status: 'none',
  lineNumber: 0,
  plan: FREE,
  scheduled: null,
  months: [],
  end: new Date(0),
  anchorDay: 1,
  anchorBefore: 1,
  noticed: new Date(0),
  isLeaving: false,
  pausedFrom: new Date(0),
  pausedUntil: null,
  pausedYears: [],
  promises: [],
  courtesyDays: new Map(),
  pauses: [],
  owed: 0,
  billedPlan: null,
  billedFee: 0,
  becameCredit: [],
  data: [],
  rewards: newRewards(),
  addon: null,
  charged: 0,
  awaitedBy: host,
  broughtBy: null,
});

/** The last month whose time is the customer's. */
export const lastMonth = (account: AccountModel): Month | undefined =>
  account.months.findLast(({ goneFrom }) => !goneFrom);

function beginLine(account: AccountModel, plan: ModelPlan): void {
  if (account.status === 'pending') account.plan = plan;
  if (account.status !== 'none') return;
  account.lineNumber++;
  Object.assign(account, { status: 'pending', plan, scheduled: null, months: [], isLeaving: false });
  Object.assign(account, { pausedUntil: null, pausedYears: [], pauses: [], owed: 0 });
}

/**
 * The next month: from the end of the paid time, unless the subscription is suspended or that month
 * would be over; a paused one has it afterwards. Time on a promise that was not kept is part of it.
 */
function addMonth(
  account: AccountModel,
  paid: Pick<Month, 'plan' | 'fee' | 'creditUsed' | 'byCard' | 'overpayment'>,
  now: Date,
): void {
  const { plan } = paid;
  const follows = addLagosMonth(account.end, account.anchorDay);
  const isOn = account.status === 'active' || (account.status === 'suspended' && account.end > now);
  let start = account.end;
  if (isOn && follows > now) account.end = follows;
  else {
    const onPromise = account.status === 'suspended' ? timeOnPromises(account) : 0;
    const soonest = Math.min(now.getTime(), account.end.getTime());
    start = new Date(Math.max(now.getTime() - onPromise, soonest));
    if (addLagosMonth(start, lagosDay(start).day) <= now) start = now;
    if (account.pausedUntil && account.pausedUntil > now) start = account.pausedUntil;
    account.anchorDay = lagosDay(start).day;
    account.end = addLagosMonth(start, account.anchorDay);
  }
  const bought = { ...paid, start, end: account.end, begun: start <= now, restMs: 0 };
  const month: Month = { ...bought, isRefunded: false, goneFrom: null, payer: null };
  settle(account, now);
  account.months.push(month);
  if (month.begun) takePlan(account, plan);
  else if (account.plan !== plan) account.scheduled = plan;
  else if (account.scheduled === plan) account.scheduled = null;
  account.owed = 0;
  if (account.pausedUntil === null) account.status = 'active';
  if (!account.awaitedBy) return;
  payReward(account.awaitedBy.rewards, account, now);
  Object.assign(account, { broughtBy: { host: account.awaitedBy, month }, awaitedBy: null });
}

function takePlan(account: AccountModel, plan: ModelPlan): void {
  account.plan = plan;
  if (account.scheduled === plan) account.scheduled = null;
}

/** The plan of the next payment: the chosen one, or the present one. */
export function nextPlan(account: AccountModel, wanted: ModelPlan): ModelPlan {
  return account.status === 'none' || account.status === 'pending' ? wanted : (account.scheduled ?? account.plan);
}

/** A bill that is issued is not changed by a new catalogue. */
function priceOf(account: AccountModel, plan: ModelPlan): number {
  return account.owed > 0 && account.billedPlan === plan ? Math.min(account.billedFee, plan.price) : plan.price;
}

export function openPayment(account: AccountModel, plan: ModelPlan): OpenPayment {
  beginLine(account, plan);
  const fee = priceOf(account, plan);
  const price = withVat(account, (account.awaitedBy ? (fee * 80) / 100 : fee) + addonFee(account));
  const creditUsed = Math.min(account.rewards.credit, price);
  const month = account.months.length + 1;
  const addon = addonFee(account) > 0 ? account.addon : null;
  return { line: account.lineNumber, month, plan, from: null, fee, amount: price - creditUsed, creditUsed, addon };
}

/** An upgrade for the rest of the month, or null where none is possible. */
export function openUpgrade(account: AccountModel, plan: ModelPlan, now: Date): OpenPayment | null {
  const month = lastMonth(account);
  if (account.status !== 'active' || account.end <= now || !month || month.start > now || plan === account.plan)
    return null;
  const total = Math.max(1, Math.round((month.end.getTime() - month.start.getTime() - month.restMs) / DAY_MS));
  const left = Math.min(total, Math.max(1, Math.ceil((month.end.getTime() - now.getTime()) / DAY_MS)));
  const fee = priceOf(account, plan);
  const net = Math.round(((fee - month.fee) * left) / total);
  if (net <= 0) return null;
  const price = withVat(account, net);
  const creditUsed = Math.min(account.rewards.credit, price);
  const { lineNumber: line, plan: from } = account;
  const bought = { line, month: account.months.indexOf(month) + 1, plan, from, fee };
  return { ...bought, amount: price - creditUsed, creditUsed, addon: null };
}

function buys(account: AccountModel, payment: OpenPayment, now: Date): boolean {
  if (payment.line !== account.lineNumber || payment.creditUsed > account.rewards.credit) return false;
  if (payment.addon?.ended) return false;
  if (!payment.from) return account.status !== 'none' && payment.month === account.months.length + 1;
  const isThere =
    account.status === 'active' &&
    account.end > now &&
    payment.month === account.months.findLastIndex(({ goneFrom }) => !goneFrom) + 1;
  return isThere && account.plan === payment.from;
}

/** Buys its product, or becomes credit, as any overpayment does. */
export function receive(account: AccountModel, payment: OpenPayment, now: Date, overpayment = 0): void {
  const received = payment.amount + overpayment;
  if (!buys(account, payment, now)) {
    account.rewards.credit += received;
    if (!payment.from && received > 0) account.becameCredit.push(received);
    return;
  }
  account.rewards.credit += overpayment - payment.creditUsed;
  const month = lastMonth(account);
  const { plan, fee, creditUsed } = payment;
  if (!payment.from) {
    addMonth(account, { plan, fee, creditUsed, byCard: payment.amount > 0, overpayment }, now);
    payAddon(account, payment.addon);
  } else if (month) {
    Object.assign(month, { plan, fee });
    takePlan(account, payment.plan);
  }
}

/** Months that were paid ahead and have begun. */
function begin(account: AccountModel, now: Date): void {
  for (const month of account.months.filter(({ begun, start }) => !begun && start <= now)) {
    month.begun = true;
    if (account.status !== 'none' && month.end > now && month.plan !== account.plan) takePlan(account, month.plan);
  }
}

/** The effects of time alone until `now`. */
export function pass(account: AccountModel, now: Date, graceDays: number): void {
  begin(account, now);
  if (account.pausedUntil && account.pausedUntil <= now) {
    if (account.end > account.pausedUntil) account.status = 'active';
    else if (account.isLeaving) endLine(account, now);
    account.pausedUntil = null;
  }
  while (account.status === 'active' && account.end <= now) {
    if (account.noticed < account.end)
      account.noticed = now.getTime() - account.end.getTime() > DAY_MS / 2 ? now : account.end;
    const plan = account.scheduled ?? account.plan;
    if (account.isLeaving) endLine(account, now);
    else if (account.rewards.credit >= withVat(account, priceOf(account, plan) + addonFee(account))) {
      const fee = priceOf(account, plan);
      const creditUsed = withVat(account, fee + addonFee(account));
      const addon = addonFee(account) > 0 ? account.addon : null;
      account.rewards.credit -= creditUsed;
      addMonth(account, { plan, fee, creditUsed, byCard: false, overpayment: 0 }, now);
      payAddon(account, addon);
    } else if (staysOnUntil(account, graceDays) <= now) {
      endDay(account, now);
      Object.assign(account, { status: 'suspended', owed: 0 });
    } else break;
  }
  if (account.status === 'active') endDay(account, now);
  passAddon(account, now);
  const isBilled = account.status === 'active' && !account.isLeaving && lagosHour(account.end, -7, 8) <= now;
  if (!isBilled) return;
  const plan = account.scheduled ?? account.plan;
  const billedFee = priceOf(account, plan);
  Object.assign(account, { owed: withVat(account, billedFee + addonFee(account)), billedPlan: plan, billedFee });
}

export function endLine(account: AccountModel, now: Date): void {
  withdraw(account, now);
  Object.assign(account, { status: 'none', scheduled: null, pausedUntil: null, owed: 0 });
}

/** The plan of the last paid month while that is still ahead. */
const planAhead = (account: AccountModel, now: Date): ModelPlan | null => {
  const month = lastMonth(account);
  return month && month.start > now && month.plan !== account.plan ? month.plan : null;
};

export function choose(account: AccountModel, plan: ModelPlan, now: Date): void {
  if (account.status === 'none' || account.status === 'pending') beginLine(account, plan);
  else if (plan !== account.scheduled) {
    const month = lastMonth(account);
    const stays = month && month.start > now ? month.plan : account.plan;
    account.scheduled = plan === stays ? planAhead(account, now) : plan;
  }
}

export function withdrawChange(account: AccountModel, now: Date): void {
  if (account.status === 'active' || account.status === 'suspended') account.scheduled = planAhead(account, now);
}

export function leave(account: AccountModel, now: Date): void {
  if (account.status === 'none') return;
  withdraw(account, now);
  if (account.status === 'pending' || account.end <= now) endLine(account, now);
  else Object.assign(account, { isLeaving: true, owed: 0 });
}

export function stay(account: AccountModel): void {
  account.isLeaving = false;
}

/**
 * Of friends who paid at the same moment the model cannot tell who was the fifth: the ledger
 * decides.
 */
export function agreeOnReward(account: AccountModel, reward: number | null): void {
  if (account.broughtBy && reward !== null) agreeOn(account.broughtBy.host.rewards, account, reward);
}
