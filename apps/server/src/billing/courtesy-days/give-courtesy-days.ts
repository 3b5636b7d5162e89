import type { StaffRole } from '@portal/contract/platform/staff-permissions';
import { DAY_MS, formatLagosDay, lagosDay, lagosMidnight } from '@portal/kernel/calendar';
import { recordAudit, sharesAccount } from '../../identity/index.ts';
import type { Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import type { Line } from '../../platform/http/authorisation/session-cookie.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { lineInAudit } from '../lines/require-line.ts';
import { extendForOutage } from '../subscriptions/extend-for-outage.ts';
import { lockOpenSubscription } from '../subscriptions/subscription.repository.ts';
import { courtesyDaysOf, mostCourtesyDays, needsSecondPerson, sayDays } from './courtesy-days.policy.ts';
import {
  type CourtesyRow,
  findCourtesyByRequest,
  insertCourtesyDays,
  sumCourtesyDays,
} from './courtesy-days.repository.ts';

export type CourtesyDependencies = Pick<
  BillingDependencies,
  'database' | 'clock' | 'paymentTime' | 'notify' | 'publish' | 'publishLiveUpdate'
>;

type Grant = Line & {
  readonly staffId: number;
  readonly roles: readonly StaffRole[];
  readonly days: number;
  readonly reason: string;
  readonly clientRequestId: string | null;
};

/** The line's subscription, locked, if days can be added to it. Throws courtesy-days.not-possible. */
async function lockForCourtesy(tx: Transaction, lineId: number): Promise<{ readonly id: string }> {
  const subscription = await lockOpenSubscription(tx, lineId);
  const isPossible =
    subscription !== null &&
    subscription.status !== 'pending' &&
    subscription.pausedUntil === null &&
    subscription.cancelRequestedAt === null;
  if (!isPossible) throw new ApiError('courtesy-days.not-possible');
  return subscription;
}

/**
 * Adds the days to the line's paid time as an outage credit is, and tells the customer, in the
 * transaction that decides it. Throws courtesy-days.not-possible.
 */
export async function bookCourtesyDays(
  deps: Pick<CourtesyDependencies, 'publish' | 'notify'>,
  tx: Transaction,
  { id, userId, lineId, days }: CourtesyRow,
  now: Date,
): Promise<void> {
  const { id: subscriptionId } = await lockForCourtesy(tx, lineId);
  const [given] = await extendForOutage(deps, tx, [{ subscriptionId, creditMs: days * DAY_MS }], now);
  // Its last month was refunded: there is nothing to add to.
  if (!given) throw new ApiError('courtesy-days.not-possible');
  await deps.notify(tx, {
    key: `courtesy-days:${id}`,
    kind: 'courtesy-days-given',
    customerId: userId,
    lineId,
    values: { duration: sayDays(days), plan: given.planName, until: formatLagosDay(given.paidUntil) },
  });
}

async function requireWithinLimit(
  deps: CourtesyDependencies,
  tx: Transaction,
  { lineId, days, roles }: Grant,
  now: Date,
): Promise<void> {
  const rules = deps.paymentTime();
  const { year } = lagosDay(now);
  const given = await sumCourtesyDays(tx, lineId, {
    from: lagosMidnight(`${year}-01-01`),
    before: lagosMidnight(`${year + 1}-01-01`),
  });
  const limitDays = courtesyDaysOf(roles, rules);
  const most = mostCourtesyDays(limitDays, given, rules);
  if (days <= most) return;
  const message = `At most ${sayDays(most)} now: your role may give ${sayDays(limitDays)} at once, and the line has had ${sayDays(given)} of the ${sayDays(rules.courtesyDaysPerYear)} of this year.`;
  throw new ApiError('courtesy-days.beyond-limit', { message, allowed: { days: most } });
}

async function give(deps: CourtesyDependencies, tx: Transaction, grant: Grant): Promise<CourtesyRow | null> {
  const { accountId, lineId, staffId, days, reason, clientRequestId } = grant;
  const now = deps.clock();
  if (await sharesAccount(tx, staffId, accountId)) throw new ApiError('customer.own-account');
  const subscription = await lockForCourtesy(tx, lineId);
  // A repeat is the same grant, and is not counted again.
  if (clientRequestId !== null && (await findCourtesyByRequest(tx, clientRequestId))) return null;
  await requireWithinLimit(deps, tx, grant, now);
  const waits = needsSecondPerson(days, deps.paymentTime());
  const given = await insertCourtesyDays(tx, {
    userId: accountId,
    lineId,
    subscriptionId: subscription.id,
    days,
    reason,
    status: waits ? 'awaiting-approval' : 'booked',
    clientRequestId,
    requestedBy: staffId,
    createdAt: now,
    decidedAt: waits ? null : now,
  });
  if (!given) return null;
  if (!waits) await bookCourtesyDays(deps, tx, given, now);
  await recordAudit(tx, {
    actorId: staffId,
    action: waits ? 'courtesy-days.request' : 'courtesy-days.give',
    subject: `customer:${accountId}`,
    before: null,
    after: { ...lineInAudit({ accountId, lineId }), courtesyDays: given.id, days, reason },
  });
  return given;
}

/**
 * Gives a line free days, once for each request, within the limits of the caller's roles and of the
 * line's year. Above the operator's number they wait for a second person. Audited. Throws
 * customer.own-account, courtesy-days.not-possible, courtesy-days.beyond-limit with the most that is allowed, counter.request-reused.
 */
export async function giveCourtesyDays(deps: CourtesyDependencies, grant: Grant): Promise<CourtesyRow> {
  const given = await runTransaction(deps.database, (tx) => give(deps, tx, grant));
  if (given) {
    deps.publishLiveUpdate(grant.accountId, 'subscription');
    return given;
  }
  const before = await findCourtesyByRequest(deps.database, grant.clientRequestId ?? '');
  if (before?.lineId === grant.lineId && before.days === grant.days && before.requestedBy === grant.staffId) {
    return before;
  }
  throw new ApiError('counter.request-reused');
}
