import {
  type CollectionAccount,
  type CollectionCall,
  type CollectionCounts,
  type CollectionRow,
  collectionAges,
  collectionViews,
} from '@portal/contract/console/collections';
import { DAY_MS, lagosDate, startOfLagosDay } from '@portal/kernel/calendar';
import type { Database } from '../../platform/database/connection.ts';
import { csvLine } from '../../platform/http/bodies/csv-line.policy.ts';
import { countCallBacks } from '../call-backs/call-back.repository.ts';
import { daysSince } from './collection.policy.ts';
import {
  type CollectionRecord,
  countCollectionRows,
  type Filter,
  findCollectionRow,
  type Look,
  listCollectionRows,
  type Place,
} from './collection.repository.ts';
import { countDay, countEndedPromises, listCalls } from './collection-call.repository.ts';
import type { CollectionDependencies } from './collection-dependencies.ts';
import { listDebts } from './debt.repository.ts';

const PAGE_SIZE = 50;
const EXPORT_PAGE = 500;
const CALLS = 10;

const placeOf = ({ rank, day, owes, accountId }: CollectionRecord): Place => ({
  rank,
  day,
  kobo: Math.round(owes * 100),
  id: accountId,
});

function presentRow(record: CollectionRecord, now: Date): CollectionRow {
  const { rank, day, kobo, id } = placeOf(record);
  const { promiseState, promiseEnds, lastOutcome, lastCallAt, claimedBy, claimedAt, claimedUntil } = record;
  return {
    key: `${rank}.${day}.${kobo}.${id}`,
    customer: { id, accountNumber: record.accountNumber, name: record.name, phone: record.phone },
    company: record.company,
    owes: record.owes,
    since: record.since,
    days: daysSince(new Date(record.since), now),
    off: record.off,
    state: record.state,
    lastPromise:
      promiseState && promiseEnds
        ? { state: promiseState, until: lagosDate(new Date(Date.parse(promiseEnds) - 1)) }
        : null,
    lastCall: lastOutcome && lastCallAt ? { outcome: lastOutcome, at: lastCallAt, by: record.lastCallBy } : null,
    nextCallAt: record.nextCallAt,
    claim:
      claimedBy !== null && claimedAt && claimedUntil
        ? {
            by: { id: claimedBy, name: record.claimedByName ?? '' },
            since: claimedAt,
            until: claimedUntil,
            mine: record.mine,
          }
        : null,
  };
}

function placeAfter(key: string | undefined): Place | null {
  if (key === undefined) return null;
  const [rank = 0, day = 0, kobo = 0, id = 0] = key.split('.').map(Number);
  return { rank, day: Math.min(day, 1_000_000), kobo: Math.min(kobo, 1e14), id: Math.min(id, 2_147_483_647) };
}

/** A page of the accounts that owe, in the order in which they are called. */
export async function readCollections(
  database: Database,
  look: Look,
  {
    after,
    limit = PAGE_SIZE,
    ...filter
  }: Filter & { readonly after?: string | undefined; readonly limit?: number | undefined },
): Promise<CollectionRow[]> {
  const rows = await listCollectionRows(database, look, { ...filter, after: placeAfter(after), limit });
  return rows.map((row) => presentRow(row, look.now));
}

/** What an account owes, invoice by invoice; null where nothing is due. */
export async function readCollection(
  deps: Pick<CollectionDependencies, 'database' | 'findLanguage'>,
  look: Look,
  accountId: number,
): Promise<CollectionAccount | null> {
  const record = await findCollectionRow(deps.database, look, accountId);
  if (!record) return null;
  return {
    ...presentRow(record, look.now),
    language: await deps.findLanguage(deps.database, record.contactId),
    debts: await listDebts(deps.database, accountId, look.now),
  };
}

const sumOf = <Name extends string>(rows: readonly Readonly<Record<Name, number>>[], name: Name) =>
  rows.reduce((total, row) => total + row[name], 0);

/** How much there is to do, and what the calls of today led to. */
export async function readCollectionCounts(database: Database, look: Look): Promise<CollectionCounts> {
  const tomorrow = new Date(startOfLagosDay(look.now).getTime() + DAY_MS);
  const [totals, people, promises, callBacks] = await Promise.all([
    countCollectionRows(database, look, { ages: collectionAges, views: collectionViews }),
    countDay(database, look.now),
    countEndedPromises(database),
    countCallBacks(database, tomorrow),
  ]);
  const today = {
    called: sumOf(people, 'called'),
    promised: sumOf(people, 'promised'),
    promisedSum: sumOf(people, 'promisedSum'),
    paid: sumOf(people, 'paid'),
    paidSum: sumOf(people, 'paidSum'),
    notReached: sumOf(people, 'notReached'),
  };
  return {
    accounts: totals.accounts,
    owes: totals.owes,
    ages: collectionAges.map((age) => ({ age, count: totals[age] ?? 0 })),
    views: collectionViews.map((view) => ({ view, count: totals[view] ?? 0 })),
    accountsOfToday: totals.accounts + Math.max(0, today.called - totals.calledToday),
    today,
    people,
    working: totals.working,
    promises,
    callBacks,
  };
}

function presentCall({ call, by }: Awaited<ReturnType<typeof listCalls>>[number]): CollectionCall {
  return {
    id: call.id,
    outcome: call.outcome,
    at: call.calledAt.toISOString(),
    by,
    until: call.promisedDay,
    nextCallAt: call.nextCallAt?.toISOString() ?? null,
    note: call.note,
    ticketId: call.ticketId,
  };
}

/** One that is there. */
export async function readCall(database: Database, id: string): Promise<CollectionCall> {
  const [call] = await listCalls(database, { id });
  if (!call) throw new Error(`call ${id} is gone`);
  return presentCall(call);
}

/** How the last ten calls about what a customer owes ended, the newest first. */
export async function readCalls(database: Database, accountId: number): Promise<CollectionCall[]> {
  return (await listCalls(database, { accountId, limit: CALLS })).map(presentCall);
}

const COLUMNS = [
  'account_number',
  'name',
  'phone',
  'owes',
  'due_since',
  'days',
  'off',
  'state',
  'last_promise',
  'promised_until',
  'last_call',
  'last_call_at',
  'last_call_by',
  'next_call_at',
];

/** The accounts that owe as CSV, page by page; what changes meanwhile may be in it or not. */
export async function* exportCollections(database: Database, look: Look, filter: Filter): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  for (let after: Place | null = null; ; ) {
    const rows: CollectionRecord[] = await listCollectionRows(database, look, { ...filter, after, limit: EXPORT_PAGE });
    yield rows
      .map((record) => {
        const row = presentRow(record, look.now);
        return csvLine([
          row.customer.accountNumber,
          row.customer.name,
          row.customer.phone ?? '',
          row.owes.toFixed(2),
          row.since,
          String(row.days),
          String(row.off),
          row.state,
          row.lastPromise?.state ?? '',
          row.lastPromise?.until ?? '',
          row.lastCall?.outcome ?? '',
          row.lastCall?.at ?? '',
          row.lastCall?.by ?? '',
          row.nextCallAt ?? '',
        ]);
      })
      .join('');
    const last = rows.at(-1);
    if (!last || rows.length < EXPORT_PAGE) return;
    after = placeOf(last);
  }
}
