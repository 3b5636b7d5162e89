import type { MatchKind } from '@portal/contract/billing/bank/bank-lines';
import { outsideReferenceKey } from '@portal/kernel/billing/outside-reference';
import { formatLagosDay } from '@portal/kernel/calendar';
import { foldName } from '@portal/kernel/fold-name';
import type { Kobo } from '@portal/kernel/money';

/** A line that is not matched. */
export type OpenLine = {
  readonly id: number;
  readonly accountId: number;
  /** A day in Lagos. */
  readonly bookedOn: string;
  readonly amountKobo: Kobo;
  readonly text: string;
  readonly reference: string | null;
  /** Keys of what somebody has dismissed or undone. */
  readonly dismissed: readonly string[];
};

/** Something in the ledger that a bank line shows; `isMatched` where one has. */
export type OpenItem = {
  /** Of the ledger's transaction. */
  readonly key: string;
  readonly kind: MatchKind;
  /** What is booked against the bank. */
  readonly account: string;
  /** Positive for money that comes in. */
  readonly amountKobo: Kobo;
  readonly day: string;
  /** Every number by which a bank may name it; the first is shown. */
  readonly references: readonly string[];
  /** The customer, the gateway, or whose till it is. */
  readonly who: string;
  readonly recordedBy: string | null;
  readonly staffId: number | null;
  readonly isMatched: boolean;
};

/** Of our own: the number and name of another account, for own transfers. */
export type OwnAccount = {
  readonly id: number;
  readonly name: string;
  readonly accountNumber: string;
  readonly deductsVat: boolean;
};

export type Match = {
  readonly kind: MatchKind;
  readonly lineIds: readonly number[];
  readonly itemKeys: readonly string[];
  /** Where a charge is a part of it, its sum below zero. */
  readonly chargeKobo: Kobo | null;
  readonly reason: string;
};

const DAY_MS = 86_400_000;

/** From the first day to the second, below zero where that is earlier. */
export function daysFrom(first: string, second: string): number {
  return Math.round((Date.parse(second) - Date.parse(first)) / DAY_MS);
}

/** Letters and digits of a reference, as banks keep them. */
export function compact(reference: string): string {
  return outsideReferenceKey(reference).replace(/[^\p{L}\p{N}]/gu, '');
}

/** A day in a sentence: 9 November 2026. */
export const inWords = (day: string): string => formatLagosDay(new Date(`${day}T12:00:00Z`));

const SHORTEST = 4;
const MOST_JOINED = 4;
/** Digits that a bank has glued to a word: REF22487593. */
const GLUED = /^[A-Z]+(\d{5,})$/;

/** Whether a reference is enough to know something by. */
export const isTelling = (key: string): boolean => key.length >= SHORTEST && /\d/.test(key);

/**
 * Every reference that a line may name: its words, up to four of them joined, and digits without the letters
 * before them.
 */
export function referencesIn(line: Pick<OpenLine, 'id' | 'text' | 'reference'>): ReadonlySet<string> {
  // By which a deposit is recorded that the line alone shows.
  const found = new Set([`BANKLINE${line.id}`]);
  for (const part of [line.reference ?? '', line.text]) {
    const words = part
      .normalize('NFKC')
      .toUpperCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean);
    for (let first = 0; first < words.length; first++) {
      let joined = '';
      for (const word of words.slice(first, first + MOST_JOINED)) {
        joined += word;
        if (isTelling(joined)) found.add(joined);
        const digits = GLUED.exec(joined)?.[1];
        if (digits !== undefined) found.add(digits);
      }
    }
  }
  return found;
}

/** Words of a name that a narration can be looked through for. */
const namesOf = (name: string): string[] =>
  name
    .split(/[\s,.]+/)
    .map(foldName)
    .filter((word) => word.length >= 3);

/** How many words of a name a narration has. */
export function namesIn(text: string, name: string): number {
  const words = new Set(text.split(/[^\p{L}\p{M}'’-]+/u).map(foldName));
  return namesOf(name).filter((word) => words.has(word)).length;
}

export const REVERSES = /\b(?:REV|RVSL|REVERSAL|REVERSED|REVERSE)\b/i;

/** By which a dismissed proposal is known again. */
export function keyOf({ kind, itemKeys, lineIds }: Pick<Match, 'kind' | 'itemKeys' | 'lineIds'>): string {
  return `${kind}:${[...itemKeys].sort().join(',')}:${[...lineIds]
    .sort((a, b) => a - b)
    .slice(0, 2)
    .join(',')}`;
}
