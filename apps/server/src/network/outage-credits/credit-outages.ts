import type { Changeable } from '@portal/contract/platform/live-updates';
import { formatLagosDay } from '@portal/kernel/calendar';
import type { Clock } from '@portal/kernel/clock';
import type { Notice } from '@portal/kernel/notice';
import { extendForOutage } from '../../billing/index.ts';
import { type Database, type Transaction, unhurried } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { EVERYWHERE, liesWithin } from '../areas/service-area.policy.ts';
import { listAreas } from '../areas/service-area.repository.ts';
import {
  claimPaidOn,
  holdLines,
  insertLosses,
  LEAST_MS,
  type Loss,
  listLosses,
  listPaidOn,
} from './downtime.repository.ts';
import { durationInWords, outageOf, REVIEW_MS } from './outage.policy.ts';
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
  type OutageLine,
  queueUpForLists,
} from './outage.repository.ts';

/** What is known of a line after it was credited. */
type OutageCredit = { readonly subscriptionId: string; readonly planName: string; readonly paidUntil: Date };

type Keyed = Notice & { readonly key: string };

export type OutageCreditDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly notify: (tx: Transaction, ...notices: readonly Keyed[]) => Promise<void>;
  /** Has the open pages of a customer ask again. Called after the commit; must not throw. */
  readonly publishLiveUpdate: (userId: number, what: Changeable) => void;
};

const NEW_OUTAGES = 20;
const LISTED_AT_ONCE = 1000;
/** Few enough that nobody waits long for a line that is held meanwhile. */
const GIVEN_AT_ONCE = 100;

async function noteNewOutages({ database, clock }: OutageCreditDependencies): Promise<void> {
  const now = clock();
  for (const incident of await listUnlisted(database, NEW_OUTAGES)) {
    const time = outageOf(incident);
    if (!time) continue;
    const applyAt = new Date(now.getTime() + REVIEW_MS);
    await insertOutage(database, { incidentId: incident.id, area: incident.area, ...time, applyAt, createdAt: now });
  }
}

/** Lists the next lines of an outage, and where to go on, in one transaction; false when no list is to be made. */
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
  if (ids.length > 0) await insertLosses(tx, outage, ids, now);
  const isWhole = ids.length < LISTED_AT_ONCE;
  await changeOutage(tx, incidentId, {
    listedUntil: ids.at(-1) ?? after,
    // Whoever looks at the list has a whole day for it, however long making it took.
    ...(isWhole ? { state: 'listed', applyAt: new Date(now.getTime() + REVIEW_MS) } : {}),
  });
  return true;
}

/** What has been given to a line altogether, in milliseconds, once it gets what it has lost. */
function totalOf({ line, lostMs }: Loss): number {
  return line.state === 'credited' ? line.lostMs + lostMs : lostMs;
}

function noticeOf(loss: Loss, given: OutageCredit): Keyed {
  const { incidentId, subscriptionId, userId, state } = loss.line;
  const key = `outage:${incidentId}:${subscriptionId}`;
  return {
    // Who pays on afterwards is told a second time.
    key: state === 'credited' ? `${key}:${totalOf(loss)}` : key,
    kind: 'outage-credited',
    customerId: userId,
    values: {
      duration: durationInWords(totalOf(loss)),
      plan: given.planName,
      until: formatLagosDay(given.paidUntil),
    },
  };
}

/** Gives lines of an outage that the caller holds what they have lost by the subscription records as they stand, marks and tells them. Answers with those that had lost something. */
async function giveLost(
  deps: OutageCreditDependencies,
  tx: Transaction,
  { incidentId }: Outage,
  ids: readonly string[],
  now: Date,
): Promise<OutageLine[]> {
  await holdLines(tx, ids);
  const losses = await listLosses(tx, incidentId, ids);
  const due = losses.filter(({ lostMs }) => lostMs >= LEAST_MS);
  const owed = due.map(({ line: { subscriptionId }, lostMs }) => ({ subscriptionId, lostMs }));
  const given = new Map((await extendForOutage(tx, owed, now)).map((each) => [each.subscriptionId, each]));
  const notices: Keyed[] = [];
  for (const loss of losses) {
    const { line, paidUntil } = loss;
    const got = given.get(line.subscriptionId);
    const hasEnded = !got && line.state === 'waiting' && due.includes(loss);
    const lostMs = got ? totalOf(loss) : line.state === 'credited' ? line.lostMs : 0;
    const change = hasEnded
      ? { state: 'ended' as const }
      : { state: 'credited' as const, lostMs, paidUntil: got?.paidUntil ?? paidUntil };
    await moveLine(tx, line, line.state, { ...change, changedAt: now });
    if (got) notices.push(noticeOf(loss, got));
  }
  await deps.notify(tx, ...notices);
  return due.map(({ line }) => line);
}

/** Gives the next lines of an outage their time in one transaction; null when nothing is due. */
async function giveBatch(deps: OutageCreditDependencies, tx: Transaction, now: Date): Promise<OutageLine[] | null> {
  const outage = await claimApplying(tx, now);
  if (!outage) return null;
  const waiting = await listWaiting(tx, outage.incidentId, GIVEN_AT_ONCE);
  const decided = await giveLost(deps, tx, outage, waiting, now);
  const isDone = waiting.length < GIVEN_AT_ONCE;
  await changeOutage(tx, outage.incidentId, isDone ? { state: 'done', doneAt: now } : { state: 'applying' });
  return decided;
}

/** The same for the hours of an outage that were paid for only after it had given its time. */
async function giveRest(deps: OutageCreditDependencies, tx: Transaction, now: Date): Promise<OutageLine[] | null> {
  const outage = await claimPaidOn(tx, now);
  if (!outage) return null;
  return giveLost(deps, tx, outage, await listPaidOn(tx, outage.incidentId, GIVEN_AT_ONCE), now);
}

/**
 * Finds major outages of more than a day that are over, lists whose paid time they took, and, once staff have had a day to look at the list or have said so, gives that time
 * back: each line once, with a notice. Who pays, after that, a month that reaches back into the outage gets its hours as well. Answers how many lines were decided. Everything goes in batches of which each is whole or did not happen: whoever is killed leaves
 * the rest to the next, and several instances do nothing twice. After the signal no more are begun.
 */
export async function creditOutages(deps: OutageCreditDependencies, signal?: AbortSignal): Promise<number> {
  await noteNewOutages(deps);
  const { database, clock } = deps;
  while (!signal?.aborted && (await runTransaction(unhurried(database), (tx) => listBatch(tx, clock()))));
  let count = 0;
  for (const give of [giveBatch, giveRest]) {
    while (!signal?.aborted) {
      const decided = await runTransaction(unhurried(database), (tx) => give(deps, tx, clock()));
      // Where nothing was lost after all, the next look is early enough.
      if (decided === null || (give === giveRest && decided.length === 0)) break;
      for (const { userId } of decided) deps.publishLiveUpdate(userId, 'subscription');
      count += decided.length;
    }
  }
  return count;
}
