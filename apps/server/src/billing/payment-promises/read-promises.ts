import type { PaymentPromise, PromisesOfLine } from '@portal/contract/billing/payment-promises';
import type { StaffPromise, StaffPromisesOfLine } from '@portal/contract/billing/staff-payment-promises';
import { nairaFromKobo, toKobo } from '@portal/kernel/money';
import type { Queryable } from '../../platform/database/connection.ts';
import type { Line } from '../../platform/http/authorisation/session-cookie.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { findCompany } from '../invoices/company-billing.repository.ts';
import { findPlanForSale } from '../pricing/find-plan-for-sale.ts';
import { quotePlan } from '../pricing/quote-payment.ts';
import { staysOnUntil } from '../renewals/renewal.policy.ts';
import { findLastSubscription } from '../subscriptions/last-subscription.repository.ts';
import { wasRefunded } from '../subscriptions/outage-extension.repository.ts';
import type { SubscriptionRow } from '../subscriptions/subscription.repository.ts';
import {
  dayThatEnds,
  longestPromiseDays,
  type PromiseFacts,
  type Promiser,
  promiseWindow,
} from './payment-promise.policy.ts';
import {
  findBrokenAt,
  findPromisesOfPeriod,
  listPromiseRows,
  type NamedPromise,
} from './payment-promise.repository.ts';

const NEWEST = 10;

export type PromiseDependencies = Pick<
  BillingDependencies,
  'database' | 'clock' | 'rules' | 'paymentTime' | 'addedVat' | 'notify' | 'publish' | 'publishLiveUpdate'
>;

export function presentPromise({ promise }: NamedPromise): PaymentPromise {
  const { id, amount, state, staffId, endsAt, madeAt, decidedAt } = promise;
  return {
    id,
    until: dayThatEnds(endsAt),
    endsAt: endsAt.toISOString(),
    amount: nairaFromKobo(amount),
    state,
    by: staffId === null ? 'customer' : 'staff',
    madeAt: madeAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  };
}

export function presentStaffPromise(named: NamedPromise): StaffPromise {
  return { ...presentPromise(named), recordedBy: named.recordedBy, reason: named.promise.reason };
}

/** What a month of this subscription costs now, less the credit. */
export async function quoteDue(
  deps: Pick<BillingDependencies, 'addedVat'>,
  queryable: Queryable,
  accountId: number,
  { lineId, scheduledPlanId, planId }: SubscriptionRow,
) {
  const plan = await findPlanForSale(queryable, { lineId, planId: scheduledPlanId ?? planId });
  return plan && quotePlan(deps, queryable, accountId, plan);
}

/** What decides about a promise for the month that a subscription is to be paid for. */
export async function findPromiseFacts(
  queryable: Queryable,
  accountId: number,
  subscription: SubscriptionRow | null,
): Promise<PromiseFacts & { readonly ofPeriod: number }> {
  const { count, firstMadeAt } = subscription
    ? await findPromisesOfPeriod(queryable, {
        subscriptionId: subscription.id,
        periodNumber: subscription.paidPeriods + 1,
      })
    : { count: 0, firstMadeAt: null };
  return {
    subscription,
    isCompany: (await findCompany(queryable, accountId)) !== null,
    isRefunded: subscription !== null && (await wasRefunded(queryable, subscription.id)),
    brokenAt: await findBrokenAt(queryable, accountId),
    firstMadeAt,
    ofPeriod: count,
  };
}

/** The operator's rules that apply now. */
export const rulesOf = ({ rules, paymentTime }: Pick<PromiseDependencies, 'rules' | 'paymentTime'>) => ({
  ...paymentTime(),
  invoiceDays: rules.invoiceDays,
  graceDays: rules.graceDays,
});

async function readPromises(deps: PromiseDependencies, { accountId, lineId }: Line, promiser: Promiser) {
  const { database } = deps;
  const now = deps.clock();
  const rules = rulesOf(deps);
  const subscription = await findLastSubscription(database, lineId);
  const facts = await findPromiseFacts(database, accountId, subscription);
  const due = subscription && (await quoteDue(deps, database, accountId, subscription));
  const isPaid = subscription !== null && subscription.status !== 'pending';
  const on = isPaid && subscription.status === 'active' ? staysOnUntil(subscription, rules) : null;
  const isOff = subscription?.status === 'suspended' && subscription.pausedUntil === null;
  const rows = await listPromiseRows(database, { lineId, limit: NEWEST });
  return {
    ...promiseWindow(facts, promiser, now, rules),
    amount: nairaFromKobo(due?.totalKobo ?? toKobo(0)),
    dueAt: isPaid ? subscription.nextRenewal.toISOString() : null,
    onUntil: on?.toISOString() ?? null,
    offSince: isOff ? staysOnUntil(subscription, rules).toISOString() : null,
    brokenDays: rules.brokenPromiseDays,
    rows,
    ofPeriod: facts.ofPeriod,
  };
}

/** The newest promises of a customer's line, and what they may promise now. */
export async function readOwnPromises(deps: PromiseDependencies, line: Line): Promise<PromisesOfLine> {
  const days = deps.paymentTime().customerPromiseDays;
  const { rows, ...standing } = await readPromises(deps, line, { by: 'customer', days });
  const history = rows.map(presentPromise);
  return { ...standing, history, running: history.find(({ state }) => state === 'running') ?? null };
}

/** The same as staff see them, who may promise for `limitDays` ahead. */
export async function readPromisesForStaff(
  deps: PromiseDependencies,
  line: Line,
  limitDays: number,
): Promise<StaffPromisesOfLine> {
  const { rows, ...standing } = await readPromises(deps, line, { by: 'staff', days: limitDays });
  const history = rows.map(presentStaffPromise);
  return {
    ...standing,
    history,
    running: history.find(({ state }) => state === 'running') ?? null,
    limitDays,
    longestDays: longestPromiseDays(deps.paymentTime()),
  };
}

/** One that is there, with who recorded it. */
export async function readPromise(queryable: Queryable, id: string): Promise<NamedPromise> {
  const [row] = await listPromiseRows(queryable, { id });
  if (!row) throw new Error(`promise ${id} is gone`);
  return row;
}
