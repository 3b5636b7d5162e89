import { randomUUID } from 'node:crypto';
import { vatIncluded } from '@portal/kernel/billing/vat';
import { addKobo, type Kobo, negateKobo, toKobo } from '@portal/kernel/money';
import { constraintOf, type Transaction } from '../../../platform/database/connection.ts';
import { findBookingTimes } from '../../accounting-periods/find-booking-time.ts';
import type { BillingDependencies } from '../../billing-dependencies.ts';
import { type Entry, postAll } from '../../ledger/ledger.repository.ts';
import { bookedAt } from './booked-at.policy.ts';
import type { Match, OpenItem, OpenLine, OwnAccount } from './match.policy.ts';
import { insertMatches, type MatchItemRow, markMatched } from './match.repository.ts';

/** Somebody else has matched a line or an item meanwhile: nothing of it is booked. */
export class TakenMeanwhile extends Error {}

export type Known = {
  readonly lines: ReadonlyMap<number, OpenLine>;
  readonly items: ReadonlyMap<string, OpenItem>;
  readonly accounts: ReadonlyMap<number, OwnAccount>;
};

type Part = Pick<MatchItemRow, 'lineId' | 'sourceKey' | 'account' | 'amount'>;
type VatRate = BillingDependencies['vatRate'];

const part = (account: string, amount: Kobo, sourceKey: string | null = null): Part => ({
  lineId: null,
  sourceKey,
  account,
  amount,
});

/** A charge below zero, with the VAT inside it where the account's owner may deduct that. */
function charged(match: Match, line: OpenLine, sum: Kobo, known: Known, vatRate: VatRate): Part[] {
  if (match.kind === 'stamp-duty') return [part('stamp-duty', sum)];
  if (!known.accounts.get(line.accountId)?.deductsVat) return [part('bank-charges', sum)];
  const isVat = /\b(?:VALUE ADDED TAX|VAT ON|VAT CHARGE)\b/i.test(line.text);
  const at = new Date(`${line.bookedOn}T12:00:00+01:00`);
  const vat = isVat ? sum : negateKobo(vatIncluded(negateKobo(sum), vatRate(at)));
  return [part('bank-charges', toKobo(sum - vat)), part('input-vat', vat)].filter(({ amount }) => amount !== 0);
}

/** What the lines were, as parts whose amounts are those of the lines. */
function partsOf(match: Match, lines: readonly OpenLine[], known: Known, vatRate: VatRate): Part[] {
  const [line] = lines;
  if (!line) throw new Error('a match has no line');
  const items = match.itemKeys.map((key) => {
    const item = known.items.get(key);
    if (!item || item.isMatched) throw new TakenMeanwhile(key);
    return part(item.account, item.amountKobo, key);
  });
  const sum = addKobo(...lines.map(({ amountKobo }) => amountKobo));
  const rest = toKobo(sum - addKobo(...items.map(({ amount }) => amount)));
  switch (match.kind) {
    case 'own-transfer':
    case 'reversal':
      return [];
    case 'charge':
    case 'stamp-duty':
      return charged(match, line, sum, known, vatRate);
    case 'interest':
      return [part('bank-interest', sum)];
    case 'suspense':
      return [part('suspense', sum)];
    default:
      if (rest !== (match.chargeKobo ?? 0))
        throw new Error(`the items of a match differ from its line by ${rest} kobo`);
      return rest === 0 ? items : [...items, ...charged(match, line, rest, known, vatRate)];
  }
}

/** One side after the other through `bank`: two lines of different days are each booked on their own. */
const throughBank = (lines: readonly OpenLine[]): boolean => lines.length > 1;

/**
 * Books matches in the caller's transaction, each once: lines and items are taken, and the ledger has what the
 * bank says on the day of each line. Throws TakenMeanwhile, which leaves nothing, where a line or an item is
 * matched by now.
 */
export async function bookMatches(
  tx: Transaction,
  matches: readonly Match[],
  known: Known,
  by: { readonly staffId: number | null; readonly now: Date; readonly vatRate: VatRate },
): Promise<string[]> {
  if (matches.length === 0) return [];
  const made = matches.map((match) => {
    const lines = match.lineIds.map((id) => {
      const line = known.lines.get(id);
      if (!line) throw new TakenMeanwhile(String(id));
      return line;
    });
    return { id: randomUUID(), match, lines, parts: partsOf(match, lines, known, by.vatRate) };
  });
  const ids = made.flatMap(({ lines }) => lines.map(({ id }) => id));
  if ((await markMatched(tx, ids)) !== ids.length) throw new TakenMeanwhile('lines');
  const items = made.flatMap(({ id, lines, parts }) => [
    ...lines.map((line) => ({
      matchId: id,
      lineId: line.id,
      sourceKey: null,
      account: `bank:${line.accountId}`,
      amount: line.amountKobo,
    })),
    ...parts.map((each) => ({ ...each, matchId: id })),
  ]);
  try {
    const rows = made.map(({ id, match: { kind, reason } }) => ({ id, kind, reason }));
    await insertMatches(tx, rows, items, by);
  } catch (error) {
    if (isTaken(error)) throw new TakenMeanwhile('items');
    throw error;
  }
  const days = made.flatMap(({ lines }) => lines.map(({ bookedOn }) => bookedAt(bookedOn, by.now)));
  const timeOf = await findBookingTimes(tx, days, by.now);
  await postAll(
    tx,
    made.flatMap(({ id, lines, parts }) =>
      lines.map((line) => ({
        transactionKey: `bank-match:${id}:${line.id}`,
        userId: null,
        paymentId: null,
        now: timeOf(bookedAt(line.bookedOn, by.now)),
        entries: entriesOf(line, throughBank(lines) ? null : parts),
      })),
    ),
  );
  return made.map(({ id }) => id);
}

/** The bank against what the line was; sums of one account are one entry. */
function entriesOf(line: OpenLine, parts: readonly Part[] | null): Entry[] {
  const sums = new Map<string, Kobo>();
  for (const { account, amount } of parts ?? [{ account: 'bank', amount: line.amountKobo }]) {
    sums.set(account, addKobo(sums.get(account) ?? toKobo(0), negateKobo(amount)));
  }
  return [
    { account: `bank:${line.accountId}`, amountKobo: line.amountKobo },
    ...[...sums].map(([account, amountKobo]) => ({ account: account as Entry['account'], amountKobo })),
  ];
}

const isTaken = (error: unknown): boolean => constraintOf(error)?.startsWith('bank_match_items_') === true;
