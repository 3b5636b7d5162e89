import { addLagosMonth, DAY_MS, lagosDay } from '@portal/kernel/calendar';

/** One customer's billing, as simple as it can be said: no database, no gateways, no jobs. Sums in kobo. */
export type LifeModel = {
  status: 'none' | 'pending' | 'active' | 'suspended';
  /** Counts lines: a new one begins after a cancelled one. */
  lineNumber: number;
  end: Date;
  anchorDay: number;
  paidMonths: number;
  price: number;
  credit: number;
  isLeaving: boolean;
  pausedUntil: Date | null;
  pausedYears: number[];
};

/** A payment that is under way: for which month of which line, and what it counted on. */
export type OpenPayment = { line: number; month: number; amount: number; creditUsed: number };

export const newLife = (price: number): LifeModel => ({
  ...{ status: 'none', lineNumber: 0, end: new Date(0), anchorDay: 1, paidMonths: 0, price, credit: 0 },
  ...{ isLeaving: false, pausedUntil: null, pausedYears: [] },
});

function beginLine(life: LifeModel): void {
  if (life.status !== 'none') return;
  life.lineNumber++;
  Object.assign(life, { status: 'pending', paidMonths: 0, isLeaving: false, pausedUntil: null, pausedYears: [] });
}

/** The next month: where the paid time ends, unless the line is off or that month would be over. */
function addMonth(life: LifeModel, now: Date): void {
  const follows = addLagosMonth(life.end, life.anchorDay);
  const isOn = life.status === 'active' || (life.status === 'suspended' && life.end > now);
  if (isOn && follows > now) life.end = follows;
  else {
    life.anchorDay = lagosDay(now).day;
    life.end = addLagosMonth(now, life.anchorDay);
  }
  life.paidMonths++;
  if (life.pausedUntil === null) life.status = 'active';
}

export function openPayment(life: LifeModel): OpenPayment {
  beginLine(life);
  const creditUsed = Math.min(life.credit, life.price);
  return { line: life.lineNumber, month: life.paidMonths + 1, amount: life.price - creditUsed, creditUsed };
}

/** Buys its month, or becomes credit. */
export function receive(life: LifeModel, payment: OpenPayment, now: Date): void {
  const isFor = life.status !== 'none' && payment.line === life.lineNumber && payment.month === life.paidMonths + 1;
  if (!isFor || payment.creditUsed > life.credit) {
    life.credit += payment.amount;
    return;
  }
  life.credit -= payment.creditUsed;
  addMonth(life, now);
}

/** What time alone does until `now`. */
export function pass(life: LifeModel, now: Date, graceDays: number): void {
  if (life.pausedUntil && life.pausedUntil <= now) {
    life.pausedUntil = null;
    life.status = 'active';
  }
  while (life.status === 'active' && life.end <= now) {
    if (life.isLeaving) life.status = 'none';
    else if (life.credit >= life.price) {
      life.credit -= life.price;
      addMonth(life, now);
    } else if (life.end.getTime() + graceDays * DAY_MS <= now.getTime()) life.status = 'suspended';
    else return;
  }
}

export function pause(life: LifeModel, days: number, now: Date): void {
  const { year } = lagosDay(now);
  if (life.status !== 'active' || life.end <= now || life.pausedYears.includes(year)) return;
  life.pausedYears.push(year);
  life.pausedUntil = new Date(now.getTime() + days * DAY_MS);
  life.status = 'suspended';
  moveEnd(life, days * DAY_MS);
}

export function comeBack(life: LifeModel, now: Date): void {
  if (!life.pausedUntil) return;
  moveEnd(life, now.getTime() - life.pausedUntil.getTime());
  life.pausedUntil = null;
  life.status = 'active';
}

function moveEnd(life: LifeModel, byMs: number): void {
  life.end = new Date(life.end.getTime() + byMs);
  life.anchorDay = lagosDay(life.end).day;
}

export function leave(life: LifeModel, now: Date): void {
  if (life.status === 'none') return;
  if (life.status === 'pending' || life.end <= now) life.status = 'none';
  else life.isLeaving = true;
}

export function stay(life: LifeModel): void {
  life.isLeaving = false;
}
