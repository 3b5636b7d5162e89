import type { MoneyPlace, NamedSum } from '@portal/contract/billing/bank/money-month';
import { addKobo, type Kobo, nairaFromKobo, negateKobo, toKobo } from '@portal/kernel/money';
import { nameItem } from '../matching/exact-matches.policy.ts';
import { daysFrom, inWords, type OpenItem } from '../matching/match.policy.ts';
import type {
  AccountMonth,
  AgentName,
  GatewayRemainder,
  Remainder,
  TillMove,
  TillState,
  WaitingLine,
} from './money-rows.policy.ts';
import { LATE_DAYS, LATE_PAYOUT_DAYS, workingDays } from './warnings.policy.ts';

export type Sums = {
  readonly account: string;
  readonly opening: Kobo;
  readonly moneyIn: Kobo;
  readonly moneyOut: Kobo;
};
type Between = Omit<NamedSum, 'amount'> & { readonly amountKobo: Kobo };

/** More of one place would be no list that somebody reads: older ones are one sum for each day. */
const MOST_NAMED = 300;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The oldest beyond 300 by their day: each still has its sum, its count and its age. */
export function withinReason(sums: readonly Between[], what: string): Between[] {
  if (sums.length <= MOST_NAMED) return [...sums];
  const newest = sums.toSorted((a, b) => (b.day ?? '').localeCompare(a.day ?? ''));
  const byDay = Map.groupBy(newest.slice(MOST_NAMED), ({ day }) => day ?? '');
  const older = [...byDay].map(([day, rows]) => ({
    amountKobo: addKobo(...rows.map(({ amountKobo }) => amountKobo)),
    what: `${rows.length} ${what} of ${inWords(day)}`,
    who: null,
    day,
    days: rows[0]?.days ?? null,
    isLate: rows.some(({ isLate }) => isLate),
  }));
  return [...newest.slice(0, MOST_NAMED), ...older];
}

export function placeOf(
  sums: Sums,
  place: Pick<MoneyPlace, 'name' | 'kind' | 'holdsBy'> & { readonly holdsKobo: Kobo | null },
  between: readonly Between[],
): MoneyPlace {
  const should = addKobo(sums.opening, sums.moneyIn, negateKobo(sums.moneyOut));
  const { holdsKobo, ...rest } = place;
  return {
    account: sums.account,
    ...rest,
    opening: nairaFromKobo(sums.opening),
    moneyIn: nairaFromKobo(sums.moneyIn),
    moneyOut: nairaFromKobo(sums.moneyOut),
    should: nairaFromKobo(should),
    holds: holdsKobo === null ? null : nairaFromKobo(holdsKobo),
    between: between
      .toSorted((a, b) => (a.day ?? '').localeCompare(b.day ?? '') || a.what.localeCompare(b.what))
      .map(({ amountKobo, ...sum }) => ({ amount: nairaFromKobo(amountKobo), ...sum })),
  };
}

const GATEWAYS: Readonly<Record<string, string>> = {
  paystack: 'Paystack',
  flutterwave: 'Flutterwave',
  quickteller: 'Quickteller',
};
export const gatewayName = (account: string): string => {
  const id = account.split(':')[1] ?? '';
  return GATEWAYS[id] ?? capital(id);
};

/** Payments and refunds at a gateway that no payout has. */
export function betweenAtGateway(rows: readonly GatewayRemainder[], today: string): Between[] {
  return rows.map(({ settlementId, day, isBack, count, references, amountKobo }) => {
    const days = daysFrom(day, today);
    const noun = isBack ? 'refund' : 'payment';
    const what =
      settlementId !== null
        ? `Payout ${settlementId}: its payments and what it paid out with its fees differ`
        : `${count} ${noun}${count === 1 ? '' : 's'} of ${inWords(day)}, in no payout yet${count <= 3 ? ` (${references})` : ''}`;
    return {
      amountKobo,
      what,
      who: null,
      day,
      days,
      isLate: settlementId !== null || workingDays(day, today) > LATE_PAYOUT_DAYS + 1,
    };
  });
}

type MatchText = {
  readonly id: string;
  readonly kind: string;
  readonly reason: string;
  readonly text: string;
  readonly day: string;
  readonly by: string | null;
};

/** What the accounts on the way to a bank still have, each by its name. */
export function betweenOnTheWay(
  rows: readonly Remainder[],
  known: {
    readonly items: ReadonlyMap<string, OpenItem>;
    readonly matches: ReadonlyMap<string, MatchText>;
    readonly openingDay: string | null;
    readonly today: string;
  },
): Between[] {
  const { items, matches, openingDay, today } = known;
  const isEarlier = ({ day, matchId }: Remainder) => matchId === null && (openingDay === null || day <= openingDay);
  const earlier = rows.filter(isEarlier);
  const named = rows
    .filter((row) => !isEarlier(row))
    .map((row): Between => {
      const days = daysFrom(row.day, today);
      const item = items.get(row.key);
      const match = row.matchId === null ? undefined : matches.get(row.matchId);
      const base = { amountKobo: row.amountKobo, day: row.day, days };
      if (match && (match.kind === 'own-transfer' || match.kind === 'reversal')) {
        return {
          ...base,
          what: `The other side of “${match.text.slice(0, 80)}” is of a later month`,
          who: match.by,
          isLate: false,
        };
      }
      if (match?.kind === 'suspense') {
        return { ...base, what: `“${match.text.slice(0, 80)}”: ${match.reason}`, who: match.by, isLate: true };
      }
      if (match)
        return {
          ...base,
          what: `The match of “${match.text.slice(0, 80)}” has only one side in this month`,
          who: match.by,
          isLate: false,
        };
      if (!item) return { ...base, what: nameKey(row.key), who: null, isLate: days > LATE_DAYS };
      const isLate = item.kind === 'payout' ? workingDays(item.day, today) > LATE_PAYOUT_DAYS : days > LATE_DAYS;
      const slip = item.references[0] ? ` (${item.references[0]})` : '';
      return {
        ...base,
        what: `${capital(nameItem(item))}${slip}: no line of a bank shows it`,
        who: item.recordedBy,
        isLate,
      };
    });
  if (earlier.length === 0) return named;
  const what =
    openingDay === null
      ? 'Recorded before a bank account was added here'
      : `Recorded until ${inWords(openingDay)}, before the statements of the bank accounts here`;
  const amountKobo = addKobo(...earlier.map((row) => row.amountKobo));
  return amountKobo === 0
    ? named
    : [{ amountKobo, what, who: null, day: openingDay, days: null, isLate: false }, ...named];
}

/** A transaction of the ledger that is no open item. */
function nameKey(key: string): string {
  const [kind = '', id = ''] = key.split(':');
  const names: Readonly<Record<string, string>> = {
    chargeback: `Payment ${id} was charged back`,
    'external-refund': `Part of payment ${id} was refunded elsewhere`,
    refund: `The refund of payment ${id}`,
    payment: `Payment ${id}`,
    settlement: `Payout ${key.split(':')[2] ?? ''} of ${GATEWAYS[id] ?? id} has money that is no payment of ours`,
  };
  return names[kind] ?? `Transaction ${key}`;
}

const MOVES: Readonly<Record<string, (count: number) => string>> = {
  payment: (count) => `${count} cash payment${count === 1 ? '' : 's'} taken since the count`,
  refund: (count) => `${count} refund${count === 1 ? '' : 's'} paid out in cash since the count`,
  'till-hand-over': () => 'Handed over to the bank since the count',
  'agent-settlement': (count) => `${count} payment${count === 1 ? '' : 's'} of agents since the count`,
};

export function betweenInTill(moves: readonly TillMove[], till: TillState, today: string): Between[] {
  return moves.map(({ kind, count, day, amountKobo }) => ({
    amountKobo,
    what: MOVES[kind]?.(count) ?? `${count} of ${kind} since the count`,
    who: till.name,
    day,
    days: daysFrom(day, today),
    isLate: false,
  }));
}

/** What an agent owes, which the agent's own statement has day by day; or what own vouchers have not been paid for. */
export function betweenAtAgent(agent: AgentName, owedKobo: Kobo, today: string): Between[] {
  if (owedKobo === 0) return [];
  const { name, isOwnStock, settledOn } = agent;
  const days = settledOn === null ? null : daysFrom(settledOn, today);
  const since = settledOn === null ? 'nothing was handed over yet' : `handed over last on ${inWords(settledOn)}`;
  const what = isOwnStock ? 'Vouchers made for own sale' : 'Taken and bought, less what was kept and handed over';
  return [
    {
      amountKobo: owedKobo,
      what: `${what}: ${since}`,
      who: isOwnStock ? null : name,
      day: settledOn,
      days,
      isLate: false,
    },
  ];
}

/** Lines that are in no account of the ledger, and what the statement’s balances and its lines differ by. */
export function betweenInBank(account: AccountMonth, lines: readonly WaitingLine[], today: string): Between[] {
  const waiting = lines.map(({ bookedOn, amountKobo, text, reason }) => ({
    amountKobo: negateKobo(amountKobo),
    what: `Line “${text.slice(0, 100)}” is not matched${reason ? `. ${reason}` : ''}`,
    who: null,
    day: bookedOn,
    days: daysFrom(bookedOn, today),
    isLate: daysFrom(bookedOn, today) > LATE_DAYS,
  }));
  const differs =
    account.closingKobo === null
      ? toKobo(0)
      : addKobo(account.openingKobo, account.linesKobo, negateKobo(account.closingKobo));
  if (differs === 0) return waiting;
  const what =
    'The last balance of the statement and its lines since the opening balance differ: lines are missing or were changed';
  return [...waiting, { amountKobo: differs, what, who: null, day: account.closingDay, days: null, isLate: true }];
}
