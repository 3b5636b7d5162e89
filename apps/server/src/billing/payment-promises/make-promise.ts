import { formatLagosDay } from '@portal/kernel/calendar';
import { formatNaira, toKobo } from '@portal/kernel/money';
import { recordAudit, sharesAccount } from '../../identity/index.ts';
import type { Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import type { Line } from '../../platform/http/authorisation/session-cookie.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { subscriptionsChanged } from '../events.ts';
import { lineInAudit } from '../lines/require-line.ts';
import { lockOpenSubscription } from '../subscriptions/subscription.repository.ts';
import { endOfDay, onByPromiseFrom, type Promiser, promiseWindow } from './payment-promise.policy.ts';
import { findRunningPromise, insertPromise, setPromisedUntil, withdrawPromises } from './payment-promise.repository.ts';
import { findPromiseFacts, type PromiseDependencies, quoteDue, rulesOf } from './read-promises.ts';

export type PromiseOrder = Line & {
  /** The promised day in Lagos. */
  readonly until: string;
  readonly promiser: Promiser;
  /** Who of the staff records it; null for the customer's own. */
  readonly staffId: number | null;
};

const REPLACED = 'Another day was recorded';

/** The same as `makePromise`, in the caller's transaction, who publishes the live update. It refuses before it writes. */
export async function promiseWithin(deps: PromiseDependencies, tx: Transaction, order: PromiseOrder): Promise<string> {
  const { accountId, lineId, until, promiser, staffId } = order;
  const now = deps.clock();
  const rules = rulesOf(deps);
  if (staffId !== null && (await sharesAccount(tx, staffId, accountId))) throw new ApiError('customer.own-account');
  const subscription = await lockOpenSubscription(tx, lineId);
  const facts = await findPromiseFacts(tx, accountId, subscription);
  const { days, obstacle } = promiseWindow(facts, promiser, now, rules);
  const allowed = { from: days?.from ?? null, until: days?.until ?? null };
  if (!subscription || days === null) throw new ApiError(obstacle ?? 'promise.not-possible', { allowed });
  if (until < days.from || until > days.until) throw new ApiError('promise.beyond-limit', { allowed });
  const endsAt = endOfDay(until);
  const running = await findRunningPromise(tx, subscription.id);
  if (running?.endsAt.getTime() === endsAt.getTime()) return running.id;
  const due = await quoteDue(deps, tx, accountId, subscription);
  await withdrawPromises(tx, [subscription.id], now, REPLACED);
  const amount = due?.totalKobo ?? toKobo(0);
  const made = await insertPromise(tx, {
    userId: accountId,
    subscriptionId: subscription.id,
    periodNumber: subscription.paidPeriods + 1,
    amount,
    onFrom: onByPromiseFrom(subscription, now, rules),
    endsAt,
    state: 'running',
    staffId,
    madeAt: now,
  });
  if (!made) throw new ApiError('promise.made-before', { allowed: { from: null, until: null } });
  await setPromisedUntil(tx, subscription.id, { promisedUntil: endsAt, now });
  if (subscription.status === 'suspended')
    await deps.publish(tx, subscriptionsChanged, { ids: [subscription.id], change: 'resumed' });
  await deps.notify(tx, {
    key: `promise-made:${made.id}`,
    kind: 'promise-made',
    customerId: accountId,
    lineId,
    values: {
      amount: formatNaira(amount),
      plan: due?.plan.name ?? '',
      date: formatLagosDay(new Date(endsAt.getTime() - 1)),
    },
  });
  if (staffId !== null)
    await recordAudit(tx, {
      actorId: staffId,
      action: 'promise.make',
      subject: `customer:${accountId}`,
      before: null,
      after: { ...lineInAudit({ accountId, lineId }), promise: made.id, until, amountKobo: amount },
    });
  return made.id;
}

/**
 * Records that a line's bill is paid by the end of a day: until then the line stays on, or comes back
 * on, and the due day stays. Staff's replaces a running one, and is that one for the same day. The customer is told; staff's is audited.
 * Returns its id. Throws the obstacle, or promise.beyond-limit, with the days that are possible;
 * customer.own-account for staff who belong to the account.
 */
export async function makePromise(deps: PromiseDependencies, order: PromiseOrder): Promise<string> {
  const id = await runTransaction(deps.database, (tx) => promiseWithin(deps, tx, order));
  deps.publishLiveUpdate(order.accountId, 'subscription');
  return id;
}
