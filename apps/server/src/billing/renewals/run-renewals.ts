import { addLagosMonth, formatLagosDay, lagosDate } from '@portal/kernel/calendar';
import { addKobo, formatNaira, type Kobo, minKobo, negateKobo, toKobo } from '@portal/kernel/money';
import { type Transaction, unhurried } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { nameChargedMethods, scheduleCharges } from '../auto-pay/schedule-charges.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { renewFromCredit } from '../credit/pay-with-credit.ts';
import { subscriptionsChanged } from '../events.ts';
import { wakeCompany } from '../invoices/company-billing.repository.ts';
import { ensureInvoices } from '../invoices/issue-invoices.ts';
import type { MonthSupply } from '../invoices/supply.ts';
import { voidInvoices } from '../invoices/void-invoices.ts';
import { blockedUntil } from '../payment-promises/payment-promise.policy.ts';
import { breakPromises, listBrokenAt, withdrawPromises } from '../payment-promises/payment-promise.repository.ts';
import { priceMonth } from '../pricing/price-month.ts';
import { graceEndsAt, nextRenewalStep, type RenewalStep } from './renewal.policy.ts';
import {
  claimDueSubscriptions,
  type DueSubscription,
  listUnpaidWithCredit,
  moveSubscriptions,
  setNextSteps,
  wakeSubscriptions,
} from './renewal.repository.ts';

/**
 * Small enough that a customer's own page does not wait for the mails of a batch.
 */
const BATCH = 50;
/**
 * The lease of the worker that takes a subscription's credit; after a crash another run finds it.
 */
const LEASE_MS = 60_000;
const LATE_MS = 3_600_000;
/**
 * How long to wait until the next check for something under way elsewhere: a charge, a refund.
 */
const WAIT_MS = 3_600_000;

type Notice = Parameters<BillingDependencies['notify']>[1];

type Look = DueSubscription & {
  readonly step: RenewalStep;
  /** The upcoming month, as on its invoice. */
  readonly month: MonthSupply & { readonly planId: string };
  readonly dueKobo: Kobo;
  /** The label of the card or account that is charged first for the month; null where it is paid manually. */
  readonly card: string | null;
};

/**
 * Nothing is billed, charged or taken from credit automatically for a disabled account, whose owner
 * could not object, or while a month is being refunded.
 */
function isHeld({ isDisabled, isBeingRefunded }: DueSubscription): boolean {
  return isDisabled || isBeingRefunded;
}

function stepOf(deps: BillingDependencies, due: DueSubscription, card: string | null, now: Date): RenewalStep {
  const step = nextRenewalStep({ ...due.subscription, autoPay: card !== null }, now, deps.rules);
  if (due.isCompany) return stepOfCompanyLine(due, step, now);
  if (!isHeld(due)) return step;
  const { nextStepAt } = step;
  return {
    ...step,
    invoice: false,
    reminder: null,
    promise: step.promise === 'over' ? 'over' : 'none',
    collect: false,
    charge: null,
    nextStepAt: nextStepAt && due.isBeingRefunded ? earlier(nextStepAt, now) : nextStepAt,
  };
}

/**
 * A line of a company ends and returns from a pause as any other; its invoices, reminders and
 * suspension are those of all its lines.
 */
function stepOfCompanyLine({ subscription }: DueSubscription, step: RenewalStep, now: Date): RenewalStep {
  const { nextRenewal, cancelRequestedAt } = subscription;
  const isActive = subscription.status === 'active';
  const move = step.move === 'suspend' ? 'none' : step.move;
  return {
    ...step,
    move,
    invoice: false,
    reminder: null,
    promise: 'none',
    collect: false,
    charge: null,
    graceSince: isActive ? subscription.graceSince : step.graceSince,
    nextStepAt:
      isActive && move === 'none' ? (cancelRequestedAt && nextRenewal > now ? nextRenewal : null) : step.nextStepAt,
  };
}

const earlier = (at: Date, now: Date) => new Date(Math.min(at.getTime(), now.getTime() + WAIT_MS));

function look(deps: BillingDependencies, due: DueSubscription, cards: ReadonlyMap<string, string>, now: Date): Look {
  const { subscription, accountId, upcoming, creditKobo } = due;
  const card = cards.get(subscription.id) ?? null;
  const step = stepOf(deps, due, card, now);
  // A customer whom auto-pay could not save from suspension pays manually, without its saving.
  const autoPay = card !== null && step.move !== 'suspend';
  const { lines, totalKobo, vatRate } = priceMonth(deps, { ...upcoming, autoPay });
  const month = {
    userId: accountId,
    subscriptionId: subscription.id,
    periodNumber: subscription.paidPeriods + 1,
    kind: 'period' as const,
    planId: upcoming.id,
    startsAt: subscription.nextRenewal,
    endsAt: addLagosMonth(subscription.nextRenewal, subscription.anchorDay),
    lines,
    totalKobo,
    vatRate,
    dueAt: subscription.nextRenewal,
  };
  const dueKobo = addKobo(totalKobo, negateKobo(minKobo(creditKobo, totalKobo)));
  return { ...due, month, dueKobo, step, card };
}

/** Credit that covers the whole month pays for it automatically. */
function paysFromCredit({ step, dueKobo, month }: Look): boolean {
  return step.collect && dueKobo === 0 && month.totalKobo > 0;
}

/**
 * A customer on auto-pay is notified from three days before of the upcoming charge, once unless it
 * changes, and is not asked to pay.
 */
function announcementOf({ subscription, accountId, upcoming, step, dueKobo }: Look, card: string): Notice[] {
  if (step.reminder === null || step.reminder > 3 || step.reminder === 0) return [];
  const key = `auto-pay-upcoming:${subscription.id}:${lagosDate(subscription.nextRenewal)}:${dueKobo}`;
  const values = {
    amount: formatNaira(dueKobo),
    plan: upcoming.name,
    card,
    date: formatLagosDay(subscription.nextRenewal),
  };
  return [{ key, kind: 'auto-pay-upcoming', customerId: accountId, lineId: subscription.lineId, values }];
}

function reminderOf(deps: BillingDependencies, looked: Look): Notice[] {
  const { subscription, accountId, upcoming, step, dueKobo, card } = looked;
  if (step.reminder === null || dueKobo === 0) return [];
  if (card !== null) return announcementOf(looked, card);
  const key = `bill:${subscription.id}:${lagosDate(subscription.nextRenewal)}:${step.reminder}`;
  const values = { amount: formatNaira(dueKobo), plan: upcoming.name, date: formatLagosDay(subscription.nextRenewal) };
  if (step.reminder > 0) return [{ key, kind: 'bill-due', customerId: accountId, lineId: subscription.lineId, values }];
  const grace = { nextRenewal: subscription.nextRenewal, graceSince: step.graceSince };
  const until = formatLagosDay(graceEndsAt(grace, deps.rules));
  return [
    { key, kind: 'bill-due-today', customerId: accountId, lineId: subscription.lineId, values: { ...values, until } },
  ];
}

/** The morning of a promised day, on which the bill is still unpaid. */
function promiseReminderOf({ subscription, accountId, upcoming, step, dueKobo }: Look): Notice[] {
  const { id, lineId, promisedUntil } = subscription;
  if (step.promise !== 'remind' || promisedUntil === null || dueKobo === 0) return [];
  const date = formatLagosDay(new Date(promisedUntil.getTime() - 1));
  const values = { amount: formatNaira(dueKobo), plan: upcoming.name, date };
  const key = `promise-due:${id}:${lagosDate(promisedUntil)}`;
  return [{ key, kind: 'promise-due', customerId: accountId, lineId, values }];
}

/**
 * Ends the promises whose day is over: broken where the bill is still due, and withdrawn where the paid
 * time ends later by now. Returns the subscriptions whose customers have learned of a broken one.
 */
async function endPromises(
  deps: BillingDependencies,
  tx: Transaction,
  looks: readonly Look[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const over = looks.filter(({ step }) => step.promise === 'over');
  const isDue = ({ subscription: { nextRenewal, promisedUntil } }: Look) =>
    nextRenewal < (promisedUntil ?? nextRenewal);
  const idsOf = (ended: readonly Look[]) => ended.map(({ subscription }) => subscription.id);
  await withdrawPromises(tx, idsOf(over.filter((each) => !isDue(each))), now);
  const broken = new Map(
    (await breakPromises(tx, idsOf(over.filter(isDue)), now)).map((each) => [each.subscriptionId, each]),
  );
  const notices = over.flatMap(({ subscription, accountId, isDisabled, upcoming, dueKobo }): Notice[] => {
    const promise = broken.get(subscription.id);
    if (!promise || isDisabled) return [];
    const values = {
      amount: formatNaira(dueKobo),
      plan: upcoming.name,
      date: formatLagosDay(new Date(promise.endsAt.getTime() - 1)),
      next: formatLagosDay(blockedUntil(promise.endsAt, deps.paymentTime())),
    };
    const key = `promise-broken:${promise.id}`;
    return [{ key, kind: 'promise-broken', customerId: accountId, lineId: subscription.lineId, values }];
  });
  await deps.notify(tx, ...notices);
  return new Set(broken.keys());
}

/** Whose notice of the suspension says that a promise brings the line back. */
async function findMayPromise(
  deps: BillingDependencies,
  tx: Transaction,
  looks: readonly Look[],
  now: Date,
): Promise<(look: Look) => boolean> {
  const rules = deps.paymentTime();
  if (rules.customerPromiseDays === 0) return () => false;
  const brokenAt = await listBrokenAt(
    tx,
    looks.map(({ accountId }) => accountId),
  );
  return ({ accountId, subscription }) => {
    const broken = brokenAt.get(accountId);
    return subscription.promisedUntil === null && (broken === undefined || blockedUntil(broken, rules) <= now);
  };
}

async function suspend(
  deps: BillingDependencies,
  tx: Transaction,
  looks: readonly Look[],
  told: ReadonlySet<string>,
  now: Date,
): Promise<void> {
  if (looks.length === 0) return;
  const ids = looks.map(({ subscription }) => subscription.id);
  await moveSubscriptions(tx, ids, { status: 'suspended' }, now);
  await voidInvoices(tx, ids, 'suspended', now);
  await deps.publish(tx, subscriptionsChanged, { ids, change: 'suspended' });
  // Who has just read that their promise was not kept knows that the line is off.
  const notified = looks.filter(({ subscription, isDisabled }) => !isDisabled && !told.has(subscription.id));
  const mayPromise = await findMayPromise(deps, tx, notified, now);
  const notices = notified.map((suspended): Notice => {
    const { subscription, accountId, upcoming, dueKobo } = suspended;
    const values = { amount: formatNaira(dueKobo), plan: upcoming.name };
    const key = `suspended:${subscription.id}:${lagosDate(subscription.nextRenewal)}`;
    const kind = mayPromise(suspended) ? 'line-off-may-promise' : 'line-suspended';
    return { key, kind, customerId: accountId, lineId: subscription.lineId, values };
  });
  await deps.notify(tx, ...notices);
}

async function cancel(deps: BillingDependencies, tx: Transaction, looks: readonly Look[], now: Date): Promise<void> {
  if (looks.length === 0) return;
  const ids = looks.map(({ subscription }) => subscription.id);
  await moveSubscriptions(
    tx,
    ids,
    { status: 'cancelled', cancelledAt: now, pausedUntil: null, scheduledPlanId: null },
    now,
  );
  await voidInvoices(tx, ids, 'cancelled', now);
  await withdrawPromises(tx, ids, now);
  await deps.publish(tx, subscriptionsChanged, { ids, change: 'cancelled' });
}

/** The month of a subscription to be charged automatically now, if any. */
function dueCharge({ upcoming: plan, creditKobo, month, step }: Look) {
  if (step.charge === null) return [];
  const { userId, subscriptionId, periodNumber } = month;
  return [{ userId, subscriptionId, periodNumber, plan, creditKobo, since: step.charge }];
}

async function claimLooks(deps: BillingDependencies, tx: Transaction, now: Date): Promise<Look[]> {
  const claimed = await claimDueSubscriptions(tx, now, BATCH);
  const onAutoPay = claimed
    .filter(({ subscription }) => subscription.autoPay)
    .map(({ subscription }) => subscription.id);
  const cards = onAutoPay.length > 0 ? await nameChargedMethods(deps, tx, onAutoPay) : new Map<string, string>();
  // Several lines of one account come due together: no credit is used for two of them.
  const used = new Map<number, Kobo>();
  return claimed.map((due) => {
    const usedKobo = used.get(due.accountId) ?? toKobo(0);
    const creditKobo = addKobo(due.creditKobo, negateKobo(minKobo(usedKobo, due.creditKobo)));
    const looked = look(deps, { ...due, creditKobo }, cards, now);
    if (paysFromCredit(looked) || looked.step.charge !== null)
      used.set(due.accountId, addKobo(usedKobo, addKobo(looked.month.totalKobo, negateKobo(looked.dueKobo))));
    return looked;
  });
}

/**
 * No subscription is suspended before the last attempt to charge its card is made and decided: one
 * that awaits it is checked again soon.
 */
function waitFor(looked: Look, awaited: ReadonlySet<string>, now: Date): Look {
  const { step, subscription } = looked;
  if (step.move !== 'suspend' || !awaited.has(subscription.id)) return looked;
  return { ...looked, step: { ...step, move: 'none', promise: 'none', nextStepAt: new Date(now.getTime() + WAIT_MS) } };
}

/**
 * One batch, all or nothing: after a kill its subscriptions are as before, for the next run.
 */
async function stepBatch(deps: BillingDependencies, tx: Transaction, now: Date): Promise<Look[]> {
  const claimed = await claimLooks(deps, tx, now);
  if (claimed.length === 0) return [];
  const charging = claimed.filter((each) => !paysFromCredit(each)).flatMap(dueCharge);
  const awaited = await scheduleCharges(deps, tx, charging, now);
  const looks = claimed.map((each) => waitFor(each, awaited, now));
  const others = looks.filter((each) => !paysFromCredit(each));
  const moving = (move: RenewalStep['move']) => others.filter(({ step }) => step.move === move);
  const idsOf = (moved: readonly Look[]) => moved.map(({ subscription }) => subscription.id);
  const told = await endPromises(deps, tx, others, now);
  await suspend(deps, tx, moving('suspend'), told, now);
  await cancel(deps, tx, moving('cancel'), now);
  const resumed = idsOf(moving('resume'));
  await moveSubscriptions(tx, resumed, { status: 'active', pausedUntil: null }, now);
  if (resumed.length > 0) await deps.publish(tx, subscriptionsChanged, { ids: resumed, change: 'resumed' });
  await moveSubscriptions(tx, idsOf(moving('rest')), { pausedUntil: null }, now);
  // A company's line has more time after its pause, or is off with the others while an invoice is overdue.
  for (const { accountId, isCompany } of [...moving('rest'), ...moving('resume')])
    if (isCompany) await wakeCompany(tx, accountId, now);
  await deps.notify(tx, ...others.flatMap((each) => [...reminderOf(deps, each), ...promiseReminderOf(each)]));
  const lease = new Date(now.getTime() + LEASE_MS);
  await setNextSteps(
    tx,
    looks.map((each) => ({
      id: each.subscription.id,
      nextStepAt: paysFromCredit(each) ? lease : each.step.nextStepAt,
      graceSince: each.step.graceSince,
    })),
  );
  const invoiced = others.filter(({ step }) => step.invoice);
  await ensureInvoices(
    deps,
    tx,
    invoiced.map(({ month }) => month),
    now,
  );
  return looks;
}

async function collect(deps: BillingDependencies, looks: readonly Look[]): Promise<void> {
  for (const { month, subscription, card } of looks.filter(paysFromCredit)) {
    try {
      await renewFromCredit(deps, { ...month, lineId: subscription.lineId, autoPay: card !== null });
    } catch (error) {
      deps.log.error({ err: error, subscriptionId: subscription.id }, 'a month could not be paid from credit');
    }
  }
}

/**
 * Schedules unpaid subscriptions whose customers' credit covers the upcoming month by now, whatever
 * has added to it; the manual price is the highest, so the credit is enough for either.
 */
async function wakeCoveredSubscriptions(deps: BillingDependencies, now: Date): Promise<void> {
  const soon = new Date(now.getTime() + LEASE_MS);
  const unpaid = await listUnpaidWithCredit(deps.database, now, soon);
  const covered = unpaid.filter(
    ({ creditKobo, ...plan }) => creditKobo >= priceMonth(deps, { ...plan, autoPay: false }).totalKobo,
  );
  const ids = covered.map(({ id }) => id);
  await wakeSubscriptions(deps.database, ids, now, soon);
}

/**
 * Processes the due steps of subscriptions: invoices, reminders, payment from credit, suspension
 * after the grace period, the end of cancelled ones and of pauses. Returns how many subscriptions
 * were processed. Safe to repeat and to run concurrently: a subscription is locked meanwhile, and
 * its changes are in the same transaction as the time of its next check. Starts no further batch
 * after the signal.
 */
export async function runRenewals(deps: BillingDependencies, signal?: AbortSignal): Promise<number> {
  let count = 0;
  const startedAt = deps.clock();
  await wakeCoveredSubscriptions(deps, startedAt);
  while (!signal?.aborted) {
    const now = deps.clock();
    const looks = await runTransaction(unhurried(deps.database), (tx) => stepBatch(deps, tx, now));
    await collect(deps, looks);
    for (const { accountId, step } of looks)
      if (step.move !== 'none') deps.publishLiveUpdate(accountId, 'subscription');
    const since = looks[0]?.subscription.nextStepAt;
    const lateMs = since ? now.getTime() - since.getTime() : 0;
    if (lateMs > LATE_MS) deps.log.error({ lateMs }, 'renewals are late');
    count += looks.length;
    if (looks.length < BATCH) break;
  }
  return count;
}
