import { daysBefore, lagosDate } from '@portal/kernel/calendar';
import { type Database, unhurried } from '../../../platform/database/connection.ts';
import { runTransaction } from '../../../platform/database/run-transaction.ts';
import type { BillingDependencies } from '../../billing-dependencies.ts';
import { bookMatches, type Known, TakenMeanwhile } from './book-matches.ts';
import { findExactMatches } from './exact-matches.policy.ts';
import type { Match, OpenLine } from './match.policy.ts';
import { type LineRow, listOpenLines, listOwnAccounts, type Proposal, setProposals } from './match.repository.ts';
import { findFirstOpeningDay, listItems } from './open-item.repository.ts';
import { propose } from './proposals.policy.ts';

export type MatchingDependencies = Pick<BillingDependencies, 'database' | 'clock' | 'vatRate'>;

/** Of one transaction. */
const BATCH = 250;
/** Of items that a line shows already, by which a second line that names one is known. */
const MATCHED_DAYS = 120;
/** Money that was recorded shortly before an account is added may reach the bank after it. */
const BEFORE_OPENING_DAYS = 14;

/** The day since which items can be matched; null without an account. */
export async function firstItemDay(database: Database): Promise<string | null> {
  const day = await findFirstOpeningDay(database);
  return day === null ? null : lagosDate(daysBefore(new Date(`${day}T12:00:00+01:00`), BEFORE_OPENING_DAYS));
}

export const openLineOf = ({ id, accountId, bookedOn, amount, text, reference, dismissed }: LineRow): OpenLine => ({
  id,
  accountId,
  bookedOn,
  amountKobo: amount,
  text,
  reference,
  dismissed,
});

/** Books what it can: what somebody else has taken meanwhile is left out, and seen by the next pass. */
async function book(deps: MatchingDependencies, matches: readonly Match[], known: Known): Promise<number> {
  const by = { staffId: null, now: deps.clock(), vatRate: deps.vatRate };
  try {
    await runTransaction(unhurried(deps.database), (tx) => bookMatches(tx, matches, known, by));
    return matches.length;
  } catch (error) {
    if (!(error instanceof TakenMeanwhile)) throw error;
    if (matches.length === 1) return 0;
    let booked = 0;
    for (const match of matches) booked += await book(deps, [match], known);
    return booked;
  }
}

const storedOf = ({ kind, itemKeys, lineIds, chargeKobo }: Match, lineId: number): Proposal => ({
  kind,
  items: [...itemKeys],
  ...(lineIds.length > 1 && { lineId: lineIds.find((id) => id !== lineId) }),
  ...(chargeKobo !== null && { charge: String(chargeKobo) }),
});

/** Only what has changed is written: most lines that wait today waited yesterday. */
async function saveProposals(
  database: Database,
  rows: readonly LineRow[],
  proposals: ReadonlyMap<number, Match>,
  hints: ReadonlyMap<number, string>,
) {
  const changes = rows.flatMap(({ id, proposal, reason }) => {
    const match = proposals.get(id);
    const next = { id, proposal: match ? storedOf(match, id) : null, reason: match?.reason ?? hints.get(id) ?? null };
    const isSame = JSON.stringify(sorted(next.proposal)) === JSON.stringify(sorted(proposal)) && next.reason === reason;
    return isSame ? [] : [next];
  });
  for (let first = 0; first < changes.length; first += BATCH) {
    await runTransaction(unhurried(database), (tx) => setProposals(tx, changes.slice(first, first + BATCH)));
  }
}

/** PostgreSQL stores the names of an object in its own order. */
const sorted = (proposal: Proposal | null) =>
  proposal && [proposal.kind, proposal.items, proposal.lineId, proposal.charge];

/**
 * Matches the lines that wait: exact ones are booked, others get a proposal or the reason why they wait. Runs
 * after each import and every few minutes; safe to repeat, to kill and to run twice at once. Returns how many
 * were booked.
 */
export async function matchLines(deps: MatchingDependencies, signal?: AbortSignal): Promise<number> {
  const database = unhurried(deps.database);
  const since = await firstItemDay(deps.database);
  if (since === null) return 0;
  const rows = await listOpenLines(database);
  if (rows.length === 0) return 0;
  const matchedSince = lagosDate(daysBefore(deps.clock(), MATCHED_DAYS));
  const [items, accounts] = await Promise.all([listItems(database, since, matchedSince), listOwnAccounts(database)]);
  const lines = rows.map(openLineOf);
  const known: Known = {
    lines: new Map(lines.map((line) => [line.id, line])),
    items: new Map(items.map((item) => [item.key, item])),
    accounts: new Map(accounts.map((account) => [account.id, account])),
  };
  const { matches, hints } = findExactMatches(lines, items);
  let booked = 0;
  for (let first = 0; first < matches.length && signal?.aborted !== true; first += BATCH) {
    booked += await book(deps, matches.slice(first, first + BATCH), known);
  }
  if (signal?.aborted === true) return booked;
  const done = new Set(matches.flatMap(({ lineIds }) => lineIds));
  const taken = new Set(matches.flatMap(({ itemKeys }) => itemKeys));
  // What its own number explains otherwise is not proposed to be something else.
  const free = lines.filter(({ id }) => !done.has(id) && !hints.has(id));
  const proposals = propose(
    free,
    items.filter(({ key }) => !taken.has(key)),
    accounts,
  );
  await saveProposals(
    deps.database,
    rows.filter(({ id }) => !done.has(id)),
    proposals,
    hints,
  );
  return booked;
}
