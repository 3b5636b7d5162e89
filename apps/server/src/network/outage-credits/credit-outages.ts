import type { Changeable } from '@portal/contract/platform/live-updates';
import { formatLagosDay } from '@portal/kernel/calendar';
import type { Clock } from '@portal/kernel/clock';
import type { Notice } from '@portal/kernel/messaging/notices/notice';
import { extendForOutage } from '../../billing/index.ts';
import { type Database, type Transaction, unhurried } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import type { Publish } from '../../platform/events/domain-events.ts';
import { EVERYWHERE, liesWithin } from '../areas/service-area.policy.ts';
import { listAreas } from '../areas/service-area.repository.ts';
import {
  claimPaidOn,
  insertLineCredits,
  LEAST_MS,
  type LineCredit,
  listLineCredits,
  listPaidOn,
  lockLines,
} from './downtime.repository.ts';
import { formatDuration, outageOf, REVIEW_MS } from './outage.policy.ts';
import {
  changeOutage,
  claimApplying,
  claimListing,
  insertOutage,
  listLinesWithin,
  listUnlisted,
  listWaiting,
  moveLine,
  type Outage,
  queueUpForLists,
} from './outage.repository.ts';

/** The state of a line after it was credited. */
type OutageCredit = { readonly subscriptionId: string; readonly planName: string; readonly paidUntil: Date };

type Keyed = Notice & { readonly key: string };

export type OutageCreditDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly notify: (tx: Transaction, ...notices: readonly Keyed[]) => Promise<void>;
  /** Has the customer's open pages refetch. Called after the commit; must not throw. */
  readonly publish: Publish;
  readonly publishLiveUpdate: (userId: number, what: Changeable) => void;
};

const NEW_OUTAGES = 20;
const LISTED_AT_ONCE = 1000;
/** Small enough that no one waits long for a locked line. */
const GIVEN_AT_ONCE = 100;

async function recordNewOutages({ database, clock }: OutageCreditDependencies): Promise<void> {
  const now = clock();
  for (const incident of await listUnlisted(database, NEW_OUTAGES)) {
    const time = outageOf(incident);
    if (!time) continue;
    const applyAt = new Date(now.getTime() + REVIEW_MS);
    await insertOutage(database, { incidentId: incident.id, area: incident.area, ...time, applyAt, createdAt: now });
  }
}

/**
 * Lists the next lines of an outage, and where to continue, in one transaction; false when no list
 * is due.
 */
async function listBatch(tx: Transaction, now: Date): Promise<boolean> {
  await queueUpForLists(tx);
  const outage = await claimListing(tx);
  if (!outage) return false;
  const { incidentId, area, listedUntil: after } = outage;
  const areas =
    area.toLowerCase() === EVERYWHERE.toLowerCase()
      ? null
      : (await listAreas(tx)).filter((name) => liesWithin(name, area));
  const ids = areas?.length === 0 ? [] : await listLinesWithin(tx, { areas, after, limit: LISTED_AT_ONCE });
  if (ids.length > 0) await insertLineCredits(tx, outage, ids, now);
  const isWhole = ids.length < LISTED_AT_ONCE;
  await changeOutage(tx, incidentId, {
    listedUntil: ids.at(-1) ?? after,
    // Staff have a whole day for the list, however long making it took.
    ...(isWhole ? { state: 'listed', applyAt: new Date(now.getTime() + REVIEW_MS) } : {}),
  });
  return true;
}

/** The total credit of a line, in milliseconds, once it gets what it has lost. */
function totalOf({ line, creditMs }: LineCredit): number {
  return line.state === 'credited' ? line.creditMs + creditMs : creditMs;
}

function noticeOf(credit: LineCredit, given: OutageCredit): Keyed {
  const { incidentId, subscriptionId, state } = credit.line;
  const key = `outage:${incidentId}:${subscriptionId}`;
  return {
    // A customer who pays afterwards is notified again.
    key: state === 'credited' ? `${key}:${totalOf(credit)}` : key,
    kind: 'outage-credited',
    customerId: credit.accountId,
    lineId: credit.line.lineId,
    values: {
      duration: formatDuration(totalOf(credit)),
      plan: given.planName,
      until: formatLagosDay(given.paidUntil),
    },
  };
}

/**
 * Credits locked lines of an outage with what they have lost by the present subscription records,
 * marks them and notifies their customers. Returns those with a credit.
 */
async function giveLost(
  deps: OutageCreditDependencies,
  tx: Transaction,
  { incidentId }: Outage,
  ids: readonly string[],
  now: Date,
): Promise<LineCredit[]> {
  await lockLines(tx, ids);
  const credits = await listLineCredits(tx, incidentId, ids);
  const due = credits.filter(({ creditMs }) => creditMs >= LEAST_MS);
  const owed = due.map(({ line: { subscriptionId }, creditMs }) => ({ subscriptionId, creditMs }));
  const given = new Map((await extendForOutage(deps, tx, owed, now)).map((each) => [each.subscriptionId, each]));
  const notices: Keyed[] = [];
  for (const credit of credits) {
    const { line, paidUntil } = credit;
    const got = given.get(line.subscriptionId);
    const hasEnded = !got && line.state === 'waiting' && due.includes(credit);
    const creditMs = got ? totalOf(credit) : line.state === 'credited' ? line.creditMs : 0;
    const change = hasEnded
      ? { state: 'ended' as const }
      : { state: 'credited' as const, creditMs, paidUntil: got?.paidUntil ?? paidUntil };
    await moveLine(tx, line, line.state, { ...change, changedAt: now });
    if (got) notices.push(noticeOf(credit, got));
  }
  await deps.notify(tx, ...notices);
  return due;
}

/** Credits the next lines of an outage in one transaction; null when nothing is due. */
async function giveBatch(deps: OutageCreditDependencies, tx: Transaction, now: Date): Promise<LineCredit[] | null> {
  const outage = await claimApplying(tx, now);
  if (!outage) return null;
  const waiting = await listWaiting(tx, outage.incidentId, GIVEN_AT_ONCE);
  const decided = await giveLost(deps, tx, outage, waiting, now);
  const isDone = waiting.length < GIVEN_AT_ONCE;
  await changeOutage(tx, outage.incidentId, isDone ? { state: 'done', doneAt: now } : { state: 'applying' });
  return decided;
}

/** The same for the hours of an outage that were paid for only after it was credited. */
async function giveRest(deps: OutageCreditDependencies, tx: Transaction, now: Date): Promise<LineCredit[] | null> {
  const outage = await claimPaidOn(tx, now);
  if (!outage) return null;
  return giveLost(deps, tx, outage, await listPaidOn(tx, outage.incidentId, GIVEN_AT_ONCE), now);
}

/**
 * Finds major outages of more than a day that are over, lists the paid time that each line lost,
 * and, once staff have had a day to review the list or have applied it, credits that time: each
 * line once, with a notice. A customer who later pays a month that reaches back into the outage is
 * credited for its hours as well. Returns how many lines were decided. Each batch is written
 * completely or not at all: after a kill the next process continues, and several instances do
 * nothing twice. Starts no further batch after the signal.
 */
export async function creditOutages(deps: OutageCreditDependencies, signal?: AbortSignal): Promise<number> {
  await recordNewOutages(deps);
  const { database, clock } = deps;
  while (!signal?.aborted && (await runTransaction(unhurried(database), (tx) => listBatch(tx, clock()))));
  let count = 0;
  for (const give of [giveBatch, giveRest]) {
    while (!signal?.aborted) {
      const decided = await runTransaction(unhurried(database), (tx) => give(deps, tx, clock()));
      // Where nothing was lost after all, the next run is early enough.
      if (decided === null || (give === giveRest && decided.length === 0)) break;
      for (const { accountId } of decided) deps.publishLiveUpdate(accountId, 'subscription');
      count += decided.length;
    }
  }
  return count;
}
