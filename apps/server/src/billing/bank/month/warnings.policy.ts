import type { MoneyWarning } from '@portal/contract/billing/bank/money-month';
import { formatNaira, type Kobo, toKobo } from '@portal/kernel/money';
import { compact, daysFrom, inWords, isTelling, namesIn, type OpenItem } from '../matching/match.policy.ts';
import type { WaitingLine } from './money-rows.policy.ts';

/** Days that money from a till or a slip may take to reach the bank. */
export const LATE_DAYS = 3;
/** Working days that a payout may take. */
export const LATE_PAYOUT_DAYS = 2;
const MOST_OF_A_KIND = 50;
const FEWEST_FOR_A_TREND = 4;

const sumOf = (amountKobo: Kobo): string => formatNaira(toKobo(Math.abs(amountKobo)));

/** Days from Monday to Friday up to and with a day, since 29 December 1969, a Monday. */
function weekdaysUntil(day: string): number {
  const days = Date.parse(day) / 86_400_000 + 4;
  return Math.floor(days / 7) * 5 + Math.min(days % 7, 5);
}

/** Days from Monday to Friday after the first up to and with the second. */
export const workingDays = (first: string, second: string): number =>
  Math.max(0, weekdaysUntil(second) - weekdaysUntil(first));

export type MatchedLine = { readonly key: string; readonly bookedOn: string; readonly text: string };

type Seen = {
  /** Every item up to the end of the month, matched by then or not. */
  readonly items: readonly OpenItem[];
  readonly lines: readonly WaitingLine[];
  readonly matched: readonly MatchedLine[];
  /** The end of the month, or today while it runs. */
  readonly today: string;
  /** The last day of any statement: what is later can be in no line yet. */
  readonly coveredUntil: string | null;
};

function lateItems({ items, matched, today, coveredUntil }: Seen): MoneyWarning[] {
  const seen = new Set(matched.map(({ key }) => key));
  const waiting = items.filter(({ key, isMatched }) => !isMatched && !seen.has(key));
  const isCovered = (day: string) => coveredUntil !== null && daysFrom(day, coveredUntil) >= LATE_DAYS;
  return waiting.flatMap((item): MoneyWarning[] => {
    const days = daysFrom(item.day, today);
    const slip = item.references[0] ? ` under ${item.references[0]}` : '';
    if (item.kind === 'payout') {
      if (workingDays(item.day, today) <= LATE_PAYOUT_DAYS) return [];
      const text = `${item.who} paid out ${sumOf(item.amountKobo)} on ${inWords(item.day)} (${item.references.at(-1)}), and no bank account shows it after ${days} days`;
      return [{ kind: 'payout-late', text, who: item.who }];
    }
    if (days <= LATE_DAYS || !isCovered(item.day)) return [];
    if (item.kind === 'hand-over') {
      const text = `${item.who} handed over ${sumOf(item.amountKobo)} on ${inWords(item.day)}${slip}, and no bank account shows it after ${days} days`;
      return [{ kind: 'hand-over-late', text, who: item.who }];
    }
    if (item.kind !== 'deposit') return [];
    const text = `A deposit of ${sumOf(item.amountKobo)} for ${item.who}${slip} was recorded on ${inWords(item.day)} by ${item.recordedBy}, and no bank account shows it after ${days} days`;
    return [{ kind: 'deposit-without-line', text, who: item.recordedBy }];
  });
}

/** Two records that name one slip, however it is written. */
function slipsUsedTwice({ items }: Seen): MoneyWarning[] {
  const bySlip = new Map<string, OpenItem[]>();
  for (const item of items) {
    const slip = compact(item.references[0] ?? '');
    if (!isTelling(slip) || (item.kind !== 'deposit' && item.kind !== 'hand-over')) continue;
    bySlip.set(slip, [...(bySlip.get(slip) ?? []), item]);
  }
  return [...bySlip.values()]
    .filter((records) => records.length > 1)
    .map((records) => ({
      kind: 'slip-twice' as const,
      text: `Slip ${records[0]?.references[0]} stands in ${records.length} records: ${records
        .map(
          (item) => `${sumOf(item.amountKobo)} for ${item.who} on ${inWords(item.day)}, recorded by ${item.recordedBy}`,
        )
        .join('; ')}`,
      who: records.at(-1)?.recordedBy ?? null,
    }));
}

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

/** Cash of today that is banked as yesterday’s: each hand-over reaches the bank later than the one before. */
function lapping({ items, matched, today }: Seen): MoneyWarning[] {
  const dayOf = new Map(matched.map(({ key, bookedOn }) => [key, bookedOn]));
  const people = Map.groupBy(
    items.filter(({ kind }) => kind === 'hand-over'),
    ({ who }) => who,
  );
  return [...people].flatMap(([who, handOvers]) => {
    const delays = handOvers
      .toSorted((a, b) => a.day.localeCompare(b.day) || a.key.localeCompare(b.key))
      .map((item) => Math.max(0, daysFrom(item.day, dayOf.get(item.key) ?? today)));
    if (delays.length < FEWEST_FOR_A_TREND) return [];
    const half = Math.floor(delays.length / 2);
    const [before, after] = [mean(delays.slice(0, half)), mean(delays.slice(-half))];
    if (after < before + 1.5 || (delays.at(-1) ?? 0) < 2) return [];
    const text = `The hand-overs of ${who} reach the bank later and later: after ${before.toFixed(1)} days at first, after ${after.toFixed(1)} at the end. Count the till, and compare each slip with the bank`;
    return [{ kind: 'lapping' as const, text, who }];
  });
}

function ofRefunds({ items, matched, lines }: Seen): MoneyWarning[] {
  const refunds = new Map(items.filter(({ kind }) => kind === 'refund').map((item) => [item.key, item]));
  const otherNames = matched.flatMap(({ key, bookedOn, text }): MoneyWarning[] => {
    const refund = refunds.get(key);
    if (!refund || namesIn(text, refund.who) > 0) return [];
    const said = `The refund of ${sumOf(refund.amountKobo)} to ${refund.who} went out on ${inWords(bookedOn)} with the narration “${text.slice(0, 100)}”, which does not name them`;
    return [{ kind: 'refund-name', text: said, who: refund.recordedBy }];
  });
  const twice = lines
    .filter(({ amountKobo, reason }) => amountKobo < 0 && reason?.includes('with which another line is matched'))
    .map(({ bookedOn, amountKobo, reason }) => ({
      kind: 'refund-twice' as const,
      text: `${sumOf(amountKobo)} went out on ${inWords(bookedOn)}. ${reason}`,
      who: null,
    }));
  return [...otherNames, ...twice];
}

const shortLines = ({ lines }: Seen): MoneyWarning[] =>
  lines
    .filter(
      ({ amountKobo, reason }) =>
        amountKobo > 0 && reason?.startsWith('Its number is that of the hand-over') && reason.endsWith(' short'),
    )
    .map(({ bookedOn, amountKobo, reason }) => ({
      kind: 'hand-over-short' as const,
      text: `${sumOf(amountKobo)} came in on ${inWords(bookedOn)}. ${reason}`,
      who: /hand-over of ([^,]+),/.exec(reason ?? '')?.[1] ?? null,
    }));

/** What should be looked into at the end of a month, the first fifty of each kind. */
export function warningsOf(seen: Seen): MoneyWarning[] {
  const kinds = [shortLines, lapping, slipsUsedTwice, lateItems, ofRefunds];
  const all = kinds.flatMap((kind) => kind(seen));
  const counts = new Map<string, number>();
  return all.filter(({ kind }) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= MOST_OF_A_KIND;
  });
}
