import type { MatchKind } from '@portal/contract/billing/bank/bank-lines';
import { addKobo, formatNaira, type Kobo, toKobo } from '@portal/kernel/money';
import { recordAudit } from '../../../identity/index.ts';
import type { Transaction } from '../../../platform/database/connection.ts';
import { isUuid } from '../../../platform/database/is-uuid.ts';
import { runTransaction } from '../../../platform/database/run-transaction.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import { findBookingTimes } from '../../accounting-periods/find-booking-time.ts';
import { postAll } from '../../ledger/ledger.repository.ts';
import { bookMatches, TakenMeanwhile } from './book-matches.ts';
import { bookedAt } from './booked-at.policy.ts';
import { keyOf, type Match, type OpenItem } from './match.policy.ts';
import {
  dismissLines,
  findLine,
  type LineRow,
  listOwnAccounts,
  lockLines,
  lockMatch,
  markUndone,
  reopenLines,
} from './match.repository.ts';
import { findEntriesOf } from './match-entries.repository.ts';
import { type MatchingDependencies, openLineOf } from './match-lines.ts';
import { findItems } from './open-item.repository.ts';

/** The line, held with the other one that is named. Throws bank.line-not-found, bank.already-matched, bank.other-line. */
async function lockOpen(
  tx: Transaction,
  id: number,
  otherId: number | null,
): Promise<{ line: LineRow; other: LineRow | null }> {
  const rows = await lockLines(tx, otherId === null ? [id] : [id, otherId]);
  const line = rows.find((row) => row.id === id);
  if (!line) throw new ApiError('bank.line-not-found');
  if (line.status === 'matched') throw new ApiError('bank.already-matched');
  const other = rows.find((row) => row.id === otherId && row.id !== id) ?? null;
  if (otherId !== null && (!other || other.status === 'matched')) throw new ApiError('bank.other-line');
  return { line, other };
}

/** Who took money does not say that it is at the bank. */
function refuseOwn(items: readonly OpenItem[], staffId: number): void {
  if (items.some((item) => item.staffId === staffId)) throw new ApiError('bank.own-item');
}

type Booking = {
  readonly match: Match;
  readonly rows: readonly LineRow[];
  readonly items: readonly OpenItem[];
  readonly staffId: number;
  readonly note: string | null;
};

async function book(
  deps: MatchingDependencies,
  tx: Transaction,
  { match, rows, items, staffId, note }: Booking,
): Promise<void> {
  const known = {
    lines: new Map(rows.map((row) => [row.id, openLineOf(row)])),
    items: new Map(items.map((item) => [item.key, item])),
    accounts: new Map((await listOwnAccounts(tx)).map((account) => [account.id, account])),
  };
  const [matchId = ''] = await bookMatches(tx, [match], known, { staffId, now: deps.clock(), vatRate: deps.vatRate });
  await recordAudit(tx, {
    actorId: staffId,
    action: 'bank-line.match',
    subject: `bank-line:${rows[0]?.id ?? 0}`,
    before: null,
    after: { match: matchId, as: match.kind, items: match.itemKeys.join(' '), lines: match.lineIds.join(' '), note },
  });
}

/** A booking that somebody else was faster with. */
async function runBooking(deps: MatchingDependencies, work: (tx: Transaction) => Promise<void>): Promise<void> {
  try {
    await runTransaction(deps.database, work);
  } catch (error) {
    if (error instanceof TakenMeanwhile) throw new ApiError('bank.item-taken');
    throw error;
  }
}

/**
 * Books a line as it is proposed; `items` are those that the person saw. Audited. Throws bank.line-not-found,
 * bank.already-matched, bank.no-proposal, bank.item-taken, bank.own-item.
 */
export async function acceptProposal(
  deps: MatchingDependencies,
  order: { readonly lineId: number; readonly items: readonly string[]; readonly staffId: number },
): Promise<void> {
  await runBooking(deps, async (tx) => {
    const shown = await findLine(tx, order.lineId);
    const { line, other } = await lockOpen(tx, order.lineId, shown?.line.proposal?.lineId ?? null);
    const { proposal, reason } = line;
    if (!proposal || [...proposal.items].sort().join() !== [...order.items].sort().join())
      throw new ApiError('bank.no-proposal');
    const items = await findItems(tx, proposal.items);
    if (items.length !== proposal.items.length) throw new ApiError('bank.item-taken');
    refuseOwn(items, order.staffId);
    const rows = other ? [line, other] : [line];
    const match: Match = {
      kind: proposal.kind as MatchKind,
      lineIds: rows.map(({ id }) => id),
      itemKeys: proposal.items,
      chargeKobo: proposal.charge === undefined ? null : toKobo(Number(proposal.charge)),
      reason: reason ?? '',
    };
    await book(deps, tx, { match, rows, items, staffId: order.staffId, note: null });
  });
}

/** Dismisses what is proposed for a line, for good. Audited. Throws bank.line-not-found, bank.no-proposal. */
export async function dismissProposal(
  deps: MatchingDependencies,
  { lineId, staffId }: { readonly lineId: number; readonly staffId: number },
): Promise<void> {
  await runTransaction(deps.database, async (tx) => {
    const [line] = await lockLines(tx, [lineId]);
    if (!line) throw new ApiError('bank.line-not-found');
    const { proposal } = line;
    if (line.status === 'matched' || !proposal) throw new ApiError('bank.no-proposal');
    const ids = proposal.lineId === undefined ? [lineId] : [lineId, proposal.lineId];
    const key = keyOf({ kind: proposal.kind as MatchKind, itemKeys: proposal.items, lineIds: ids });
    await dismissLines(tx, ids, key);
    await recordAudit(tx, {
      actorId: staffId,
      action: 'bank-line.dismiss',
      subject: `bank-line:${lineId}`,
      before: { as: proposal.kind, items: proposal.items.join(' ') },
      after: null,
    });
  });
}

type ByHand = {
  readonly lineId: number;
  readonly staffId: number;
  readonly items: readonly string[] | null;
  readonly as: 'own-transfer' | 'reversal' | 'charge' | 'stamp-duty' | 'interest' | 'suspense' | null;
  readonly otherLine: number | null;
  readonly note: string;
};

function kindByHand({ as }: ByHand, line: LineRow, other: LineRow | null, items: readonly OpenItem[]): MatchKind {
  if (as === null) {
    const sum = addKobo(...items.map(({ amountKobo }) => amountKobo));
    if (sum !== line.amount) {
      const difference = formatNaira(toKobo(Math.abs(sum - line.amount)) as Kobo);
      throw new ApiError('bank.sum-differs', {
        message: `What you chose is ${difference} ${sum < line.amount ? 'less' : 'more'} than the line.`,
      });
    }
    return items[0]?.kind ?? 'suspense';
  }
  if (((as === 'charge' || as === 'stamp-duty') && line.amount > 0) || (as === 'interest' && line.amount < 0)) {
    throw new ApiError('bank.wrong-direction');
  }
  const isPair = as === 'own-transfer' || as === 'reversal';
  const isFit =
    other !== null && other.amount === -line.amount && (other.accountId === line.accountId) === (as === 'reversal');
  if (isPair && !isFit) throw new ApiError('bank.other-line');
  return as;
}

/**
 * Matches a line as a person says: with open items that add up to it, with another line, or as something of the
 * bank’s, with a note. Audited. Throws bank.line-not-found, bank.already-matched, bank.item-taken,
 * bank.own-item, bank.sum-differs, bank.other-line, bank.wrong-direction.
 */
export async function matchByHand(deps: MatchingDependencies, order: ByHand): Promise<void> {
  const keys = [...new Set(order.items ?? [])];
  await runBooking(deps, async (tx) => {
    const isPair = order.as === 'own-transfer' || order.as === 'reversal';
    const { line, other } = await lockOpen(tx, order.lineId, isPair ? (order.otherLine ?? 0) : null);
    const items = await findItems(tx, keys);
    if (items.length !== keys.length) throw new ApiError('bank.item-taken');
    refuseOwn(items, order.staffId);
    const kind = kindByHand(order, line, other, items);
    const rows = other ? [line, other] : [line];
    const chargeKobo = kind === 'charge' || kind === 'stamp-duty' ? line.amount : null;
    const match: Match = { kind, lineIds: rows.map(({ id }) => id), itemKeys: keys, chargeKobo, reason: order.note };
    await book(deps, tx, { match, rows, items, staffId: order.staffId, note: order.note });
  });
}

/**
 * Undoes one match: its entries are reversed on the days of its lines, and lines and items are open again. It is
 * not matched that way by itself again. Audited. Throws bank.match-not-found, bank.own-item.
 */
export async function undoMatch(
  deps: MatchingDependencies,
  order: { readonly matchId: string; readonly staffId: number; readonly reason: string },
): Promise<void> {
  if (!isUuid(order.matchId)) throw new ApiError('bank.match-not-found');
  const now = deps.clock();
  await runTransaction(deps.database, async (tx) => {
    const held = await lockMatch(tx, order.matchId);
    if (!held) throw new ApiError('bank.match-not-found');
    const { match, items } = held;
    const keys = items.flatMap(({ sourceKey }) => sourceKey ?? []);
    refuseOwn(await findItems(tx, keys), order.staffId);
    const lineIds = items.flatMap(({ lineId }) => lineId ?? []);
    const rows = await lockLines(tx, lineIds);
    await markUndone(tx, match.id, { undoneBy: order.staffId, undoneAt: now, undoReason: order.reason });
    await reopenLines(tx, lineIds, keyOf({ kind: match.kind as MatchKind, itemKeys: keys, lineIds }));
    const entries = await findEntriesOf(
      tx,
      rows.map(({ id }) => `bank-match:${match.id}:${id}`),
    );
    const timeOf = await findBookingTimes(
      tx,
      rows.map(({ bookedOn }) => bookedAt(bookedOn, now)),
      now,
    );
    await postAll(
      tx,
      rows.map((row) => ({
        transactionKey: `bank-match-undo:${match.id}:${row.id}`,
        userId: null,
        paymentId: null,
        now: timeOf(bookedAt(row.bookedOn, now)),
        entries: entries
          .filter(({ transactionKey }) => transactionKey === `bank-match:${match.id}:${row.id}`)
          .map(({ account, amount }) => ({ account, amountKobo: toKobo(amount === 0 ? 0 : -amount) })),
      })),
    );
    await recordAudit(tx, {
      actorId: order.staffId,
      action: 'bank-match.undo',
      subject: `bank-line:${rows[0]?.id ?? 0}`,
      before: { match: match.id, as: match.kind, items: keys.join(' '), lines: lineIds.join(' ') },
      after: { reason: order.reason },
    });
  });
}
