import type { Changeable } from '@portal/contract/live';
import { lagosDayInWords } from '@portal/kernel/calendar';
import type { Clock } from '@portal/kernel/clock';
import type { Notice } from '@portal/kernel/notice';
import type { Database, Transaction } from '../../database/connection.ts';
import { runTransaction } from '../../database/run-transaction.ts';
import { durationInWords, outageOf, REVIEW_MS } from './outage.policy.ts';
import {
  changeOutage,
  claimApplying,
  claimListing,
  insertLosses,
  insertOutage,
  listLinesWithin,
  listUnlisted,
  listWaiting,
  moveLine,
  type OutageLine,
  queueUpForLists,
} from './outage.repository.ts';
import { EVERYWHERE, liesWithin } from './service-area.policy.ts';
import { listAreas } from './service-area.repository.ts';

/** What is known of a line after time was given back to it. */
export type GivenBack = { readonly subscriptionId: string; readonly planName: string; readonly paidUntil: Date };

type Keyed = Notice & { readonly key: string };

export type CompensationParts = {
  readonly database: Database;
  readonly clock: Clock;
  /** Adds lost time to lines in the caller's transaction; answers for those that have not ended. */
  readonly giveTimeBack: (
    tx: Transaction,
    losses: readonly { readonly subscriptionId: string; readonly lostMs: number }[],
    now: Date,
  ) => Promise<readonly GivenBack[]>;
  readonly notify: (tx: Transaction, ...notices: readonly Keyed[]) => Promise<void>;
  /** Has the open pages of a customer ask again. Called after the commit; must not throw. */
  readonly announceChange: (userId: number, what: Changeable) => void;
};

const NEW_OUTAGES = 20;
const LISTED_AT_ONCE = 1000;
/** Few enough that nobody waits long for a line that is held meanwhile. */
const GIVEN_AT_ONCE = 100;

async function noteNewOutages({ database, clock }: CompensationParts): Promise<void> {
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

function noticeOf(line: OutageLine, given: GivenBack): Keyed {
  return {
    key: `outage:${line.incidentId}:${line.subscriptionId}`,
    kind: 'outage-compensated',
    customerId: line.userId,
    values: {
      duration: durationInWords(line.lostMs),
      plan: given.planName,
      until: lagosDayInWords(given.paidUntil),
    },
  };
}

/** Gives the next lines of an outage their time, marks and tells them, in one transaction; null when nothing is due. */
async function giveBatch(parts: CompensationParts, tx: Transaction, now: Date): Promise<OutageLine[] | null> {
  const outage = await claimApplying(tx, now);
  if (!outage) return null;
  const { incidentId } = outage;
  const waiting = await listWaiting(tx, incidentId, GIVEN_AT_ONCE);
  const given = new Map((await parts.giveTimeBack(tx, waiting, now)).map((each) => [each.subscriptionId, each]));
  const notices: Keyed[] = [];
  for (const line of waiting) {
    const got = given.get(line.subscriptionId);
    const change = got ? { state: 'given' as const, paidUntil: got.paidUntil } : { state: 'ended' as const };
    await moveLine(tx, line, 'waiting', { ...change, changedAt: now });
    if (got) notices.push(noticeOf(line, got));
  }
  await parts.notify(tx, ...notices);
  const isDone = waiting.length < GIVEN_AT_ONCE;
  await changeOutage(tx, incidentId, isDone ? { state: 'done', doneAt: now } : { state: 'applying' });
  return waiting;
}

/**
 * Finds major outages of more than a day that are over, lists whose paid time they took, and, once staff have had a day to look at the list or have said so, gives that time
 * back: each line once, with a notice. Answers how many lines were decided. Everything goes in batches of which each is whole or did not happen: whoever is killed leaves
 * the rest to the next, and several instances do nothing twice. After the signal no more are begun.
 */
export async function compensateOutages(parts: CompensationParts, signal?: AbortSignal): Promise<number> {
  await noteNewOutages(parts);
  const { database, clock } = parts;
  while (!signal?.aborted && (await runTransaction(database, (tx) => listBatch(tx, clock()))));
  let count = 0;
  while (!signal?.aborted) {
    const decided = await runTransaction(database, (tx) => giveBatch(parts, tx, clock()));
    if (decided === null) break;
    for (const { userId } of decided) parts.announceChange(userId, 'subscription');
    count += decided.length;
  }
  return count;
}
