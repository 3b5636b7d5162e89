import { formatNaira, negateKobo, toKobo } from '@portal/kernel/money';
import { nameItem } from './exact-matches.policy.ts';
import {
  daysFrom,
  inWords,
  keyOf,
  type Match,
  namesIn,
  type OpenItem,
  type OpenLine,
  type OwnAccount,
  REVERSES,
} from './match.policy.ts';
import { prepareSums } from './sums.policy.ts';

const GATEWAY_WORDS: Readonly<Record<string, RegExp>> = {
  'payouts:paystack': /PAYSTACK|PSTK/i,
  'payouts:flutterwave': /FLUTTERWAVE|\bFLW\b|\bRAVE\b/i,
  'payouts:quickteller': /INTERSWITCH|QUICKTELLER/i,
  'payouts:monnify': /MONNIFY|MONIEPOINT|TEAMAPT/i,
};
const POS = /\bPOS\b|TERMINAL|MERCHANT/i;
const INTEREST = /\bINT(?:EREST)?\.?\s+(?:PAID|EARNED|CREDIT|ON|CAP)|\bCREDIT INTEREST\b|\bINTEREST\b/i;
/** The most of a day's card payments that a POS provider keeps, in basis points. */
const MOST_POS_FEE = 150;
/** Days between an item and its line for which the sum alone is worth a proposal. */
const NEAR = 3;
const NEAR_BY_NAME = 14;
const PAYOUT_FROM = -1;
const PAYOUT_TO = 6;
const TRANSFER = 3;
const REVERSAL = 5;

type Draft = Omit<Match, 'lineIds' | 'chargeKobo'> & {
  readonly chargeKobo?: Match['chargeKobo'];
  readonly otherLine?: number;
};

function groupBy<T>(values: readonly T[], keyOfValue: (value: T) => string | number): Map<string | number, T[]> {
  const groups = new Map<string | number, T[]>();
  for (const value of values) {
    const key = keyOfValue(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

/** A day some days later. */
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/**
 * What lines may be, each with a sentence that says why: nothing of it is booked without a press. An item, and
 * the other side of a transfer, is proposed for one line. What was dismissed is left out.
 */
export function propose(
  lines: readonly OpenLine[],
  items: readonly OpenItem[],
  accounts: readonly OwnAccount[],
): Map<number, Match> {
  const open = items.filter(({ isMatched }) => !isMatched);
  const bySum = groupBy(open, ({ amountKobo }) => amountKobo);
  const linesBySum = groupBy(lines, ({ amountKobo }) => amountKobo);
  const posByDay = groupBy(
    open.filter(({ kind, amountKobo }) => kind === 'pos' && amountKobo > 0),
    ({ day }) => day,
  );
  const byGroup = groupBy(
    open,
    ({ kind, staffId, account, day }) => `${kind}|${kind === 'payout' ? account : (staffId ?? '')}|${day}`,
  );
  const groups = [...new Set([...byGroup.keys()].map((key) => String(key).split('|').slice(0, 2).join('|')))];
  const taken = new Set<string>();
  const takenLines = new Set<number>();
  const isFree = ({ key }: OpenItem): boolean => !taken.has(key);

  function bySameSum(line: OpenLine): Draft[] {
    const same = (bySum.get(line.amountKobo) ?? []).filter(isFree).flatMap((item) => {
      const days = daysFrom(item.day, line.bookedOn);
      const names =
        item.kind === 'payout' ? (GATEWAY_WORDS[item.account]?.test(line.text) ? 2 : 0) : namesIn(line.text, item.who);
      const isClose =
        item.kind === 'payout'
          ? days >= PAYOUT_FROM && days <= PAYOUT_TO
          : Math.abs(days) <= (names > 0 ? NEAR_BY_NAME : NEAR);
      return isClose ? [{ item, names, days: Math.abs(days) }] : [];
    });
    same.sort((a, b) => b.names - a.names || a.days - b.days || a.item.key.localeCompare(b.item.key));
    const many = same.filter(({ names }) => names === (same[0]?.names ?? 0)).length;
    return same.map(({ item, names, days }) => ({
      kind: item.kind,
      itemKeys: [item.key],
      reason: `The sum of ${nameItem(item)}${names > 0 ? ', whose name is in the narration' : `, ${days === 0 ? 'on that day' : `within ${days} ${days === 1 ? 'day' : 'days'}`}`}${many > 1 ? `. ${many} have this sum: look which it is` : ''}`,
    }));
  }

  function byPosDay(line: OpenLine): Draft[] {
    if (line.amountKobo <= 0 || !POS.test(line.text)) return [];
    return [0, 1, 2, 3].flatMap((before) => {
      const day = dayAfter(line.bookedOn, -before);
      const payments = (posByDay.get(day) ?? []).filter(isFree);
      const total = payments.reduce((sum, { amountKobo }) => sum + amountKobo, 0);
      const fee = total - line.amountKobo;
      if (payments.length === 0 || payments.length > 200 || fee < 0 || fee * 10_000 > total * MOST_POS_FEE) return [];
      const count = payments.length === 1 ? 'the card payment' : `${payments.length} card payments`;
      const kept = fee === 0 ? '' : `, less ${formatNaira(toKobo(fee))} that the provider keeps`;
      const reason = `${formatNaira(toKobo(total))} of ${count} of ${inWords(day)}${kept}`;
      return [
        {
          kind: 'pos' as const,
          itemKeys: payments.map(({ key }) => key),
          reason,
          chargeKobo: fee === 0 ? null : negateKobo(toKobo(fee)),
        },
      ];
    });
  }

  const prepared = new Map<string, { candidates: OpenItem[]; find: (sum: number) => readonly number[] | null }>();
  function sumsOf(group: string, day: string) {
    const key = `${group}|${day}`;
    const known = prepared.get(key);
    if (known) return known;
    const candidates = Array.from(
      { length: 2 * NEAR + 1 },
      (_, at) => byGroup.get(`${group}|${dayAfter(day, at - NEAR)}`) ?? [],
    ).flat();
    const made = { candidates, find: prepareSums(candidates) };
    prepared.set(key, made);
    return made;
  }

  function bySeveral(line: OpenLine): Draft[] {
    return groups.flatMap((group) => {
      const { candidates, find } = sumsOf(group, line.bookedOn);
      const chosen = find(line.amountKobo)?.map((place) => candidates[place] as OpenItem);
      if (!chosen?.every(isFree)) return [];
      const reason = `Together they are the line: ${chosen.map(nameItem).join('; ')}`;
      return [{ kind: chosen[0]?.kind ?? 'suspense', itemKeys: chosen.map(({ key }) => key), reason }];
    });
  }

  function byOtherLine(line: OpenLine): Draft[] {
    const others = (linesBySum.get(-line.amountKobo) ?? []).filter(({ id }) => !takenLines.has(id));
    return others.flatMap((other): Draft[] => {
      const days = Math.abs(daysFrom(line.bookedOn, other.bookedOn));
      if (other.accountId !== line.accountId) {
        const name = accounts.find(({ id }) => id === other.accountId)?.name ?? 'another account';
        if (days > TRANSFER) return [];
        return [
          {
            kind: 'own-transfer',
            itemKeys: [],
            otherLine: other.id,
            reason: `The same sum is on ${name} within ${TRANSFER} days, the other way`,
          },
        ];
      }
      const says = REVERSES.test(line.text) || REVERSES.test(other.text);
      if (days > REVERSAL || !says) return [];
      return [
        {
          kind: 'reversal',
          itemKeys: [],
          otherLine: other.id,
          reason: 'The same sum the other way, and the narration says that it was reversed',
        },
      ];
    });
  }

  const byInterest = (line: OpenLine): Draft[] =>
    line.amountKobo > 0 && INTEREST.test(line.text)
      ? [{ kind: 'interest', itemKeys: [], reason: 'The narration says interest' }]
      : [];

  const ways = [bySameSum, byPosDay, byOtherLine, bySeveral, byInterest];
  const proposals = new Map<number, Match>();
  for (const line of lines.toSorted((a, b) => a.bookedOn.localeCompare(b.bookedOn) || a.id - b.id)) {
    if (takenLines.has(line.id)) continue;
    for (const way of ways) {
      const found = way(line)
        .map(({ otherLine, ...draft }) => ({
          chargeKobo: null,
          ...draft,
          lineIds: otherLine === undefined ? [line.id] : [line.id, otherLine],
        }))
        .find((match) => !line.dismissed.includes(keyOf(match)));
      if (!found) continue;
      for (const key of found.itemKeys) taken.add(key);
      for (const id of found.lineIds) {
        takenLines.add(id);
        proposals.set(id, found);
      }
      break;
    }
  }
  return proposals;
}
