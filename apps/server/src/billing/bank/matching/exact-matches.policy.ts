import { formatNaira, type Kobo, negateKobo, toKobo } from '@portal/kernel/money';
import { chargeIn } from './charge-rules.policy.ts';
import {
  compact,
  daysFrom,
  inWords,
  isTelling,
  keyOf,
  type Match,
  type OpenItem,
  type OpenLine,
  REVERSES,
  referencesIn,
} from './match.policy.ts';

export type Found = {
  readonly matches: readonly Match[];
  /** Why a line is not matched although something in it is known, by its id. */
  readonly hints: ReadonlyMap<number, string>;
};

const WHAT: Readonly<Record<string, string>> = {
  payout: 'the payout of',
  deposit: 'the deposit of',
  pos: 'the card payment of',
  'hand-over': 'the hand-over of',
  'agent-settlement': 'the transfer of',
  refund: 'the refund to',
};

/** An item in a sentence: "the hand-over of Ada Obi, ₦50,000, 9 November". */
export function nameItem(item: OpenItem): string {
  return `${WHAT[item.kind] ?? 'the item of'} ${item.who}, ${formatNaira(toKobo(Math.abs(item.amountKobo)))}, ${inWords(item.day)}`;
}

/** Items by each of their references, matched ones too. */
function indexReferences(items: readonly OpenItem[]): ReadonlyMap<string, readonly OpenItem[]> {
  const index = new Map<string, OpenItem[]>();
  for (const item of items) {
    for (const key of new Set(item.references.map(compact).filter(isTelling))) {
      const known = index.get(key);
      if (known) known.push(item);
      else index.set(key, [item]);
    }
  }
  return index;
}

/** Items that a line names, each once. */
function namedBy(line: OpenLine, index: ReadonlyMap<string, readonly OpenItem[]>): OpenItem[] {
  return [...new Set([...referencesIn(line)].flatMap((key) => index.get(key) ?? []))];
}

/** A number of four to seven signs can stand in another line by chance. */
const SHORT = 8;
const LONGEST_DELAY = 60;
const isNear = (line: OpenLine, item: OpenItem): boolean =>
  item.references.some((reference) => compact(reference).length >= SHORT) ||
  Math.abs(daysFrom(item.day, line.bookedOn)) <= LONGEST_DELAY;

function hintOf(line: OpenLine, named: readonly OpenItem[]): string | null {
  const sameWay = named.filter((item) => Math.sign(item.amountKobo) === Math.sign(line.amountKobo));
  const claims = sameWay.filter((item) => !item.isMatched && item.amountKobo === line.amountKobo);
  if (claims.length > 1) return `Its number stands in two records: ${claims.slice(0, 3).map(nameItem).join('; ')}`;
  const matched = sameWay.find((item) => item.isMatched && item.amountKobo === line.amountKobo);
  if (matched && claims.length === 0)
    return `Its number is that of ${nameItem(matched)}, with which another line is matched`;
  const other = sameWay.find((item) => !item.isMatched && item.amountKobo !== line.amountKobo);
  if (!other) return null;
  const difference = Math.abs(line.amountKobo) - Math.abs(other.amountKobo);
  return `Its number is that of ${nameItem(other)}: the line is ${formatNaira(toKobo(Math.abs(difference)))} ${difference < 0 ? 'short' : 'more'}`;
}

/** A reference of the bank and the sum, as one text. */
const bySum = (amountKobo: Kobo, word: string | number) => `${amountKobo}|${word}`;
const LONGEST_REVERSAL = 5;
const LONGEST_TRANSFER = 3;

/** What a reversal and its line have in common without the word that says it is one. */
const plainText = ({ text }: OpenLine) => compact(text.replace(REVERSES, ''));

function areOneTransfer(one: OpenLine, other: OpenLine): boolean {
  if (Math.abs(daysFrom(one.bookedOn, other.bookedOn)) > LONGEST_TRANSFER) return false;
  const words = referencesIn(other);
  return [...referencesIn(one)].some(
    (word) => word.length >= 6 && (word.match(/\d/g)?.length ?? 0) >= 4 && words.has(word),
  );
}

function areReversal(one: OpenLine, other: OpenLine): boolean {
  const [first, second] =
    one.bookedOn < other.bookedOn || (one.bookedOn === other.bookedOn && one.id < other.id)
      ? [one, other]
      : [other, one];
  if (daysFrom(first.bookedOn, second.bookedOn) > LONGEST_REVERSAL) return false;
  const isSameReference =
    first.reference !== null && second.reference !== null && compact(first.reference) === compact(second.reference);
  return isSameReference || (REVERSES.test(second.text) && plainText(first) === plainText(second));
}

/** Pairs of open lines that cancel each other: a reversal within one account, a transfer between two. */
function pairLines(lines: readonly OpenLine[]): Match[] {
  const bySums = new Map<string, OpenLine[]>();
  for (const line of lines) {
    const key = bySum(line.amountKobo, '');
    bySums.set(key, [...(bySums.get(key) ?? []), line]);
  }
  const taken = new Set<number>();
  const matches: Match[] = [];
  for (const line of lines) {
    if (taken.has(line.id) || line.amountKobo >= 0) continue;
    const others = (bySums.get(bySum(negateKobo(line.amountKobo), '')) ?? []).filter(({ id }) => !taken.has(id));
    const fits = others.flatMap((other) => {
      const isOne = other.accountId === line.accountId;
      if (!(isOne ? areReversal(line, other) : areOneTransfer(line, other))) return [];
      const kind = isOne ? ('reversal' as const) : ('own-transfer' as const);
      const match = { kind, lineIds: [line.id, other.id], itemKeys: [], chargeKobo: null };
      return line.dismissed.includes(keyOf(match)) ? [] : [match];
    });
    const [only] = fits;
    if (fits.length !== 1 || !only) continue;
    for (const id of only.lineIds) taken.add(id);
    const reason =
      only.kind === 'reversal'
        ? 'The same sum came back within five days under the same reference'
        : 'The same sum under the same reference in both of your accounts';
    matches.push({ ...only, reason });
  }
  return matches;
}

/**
 * What is booked without asking: the reference of one open item with its sum to the kobo, reversals and own
 * transfers under one reference, and charges by their words up to what such a charge can be. The order of the
 * lines does not matter where no two claim one item; else the earlier one gets it.
 */
export function findExactMatches(lines: readonly OpenLine[], items: readonly OpenItem[]): Found {
  const index = indexReferences(items);
  const taken = new Set<string>();
  const hints = new Map<number, string>();
  const matches: Match[] = [];
  const rest: OpenLine[] = [];
  for (const line of lines.toSorted((a, b) => a.bookedOn.localeCompare(b.bookedOn) || a.id - b.id)) {
    const named = namedBy(line, index).map((item) => (taken.has(item.key) ? { ...item, isMatched: true } : item));
    const fits = named.filter((item) => !item.isMatched && item.amountKobo === line.amountKobo && isNear(line, item));
    const [item] = fits;
    const match = item && { kind: item.kind, lineIds: [line.id], itemKeys: [item.key], chargeKobo: null };
    if (fits.length === 1 && item && match && !line.dismissed.includes(keyOf(match))) {
      taken.add(item.key);
      matches.push({ ...match, reason: `The same number and the same sum as ${nameItem(item)}` });
      continue;
    }
    const hint = hintOf(line, named);
    if (hint !== null) hints.set(line.id, hint);
    const charge = hint === null ? chargeIn(line) : null;
    const charged = charge && { kind: charge.kind, lineIds: [line.id], itemKeys: [], chargeKobo: null };
    if (charge?.isBelieved && charged && !line.dismissed.includes(keyOf(charged))) {
      matches.push({ ...charged, reason: charge.reason });
      continue;
    }
    if (charge && !charge.isBelieved) hints.set(line.id, charge.reason);
    rest.push(line);
  }
  const pairs = pairLines(rest);
  for (const { lineIds } of pairs) for (const id of lineIds) hints.delete(id);
  return { matches: [...matches, ...pairs], hints };
}
