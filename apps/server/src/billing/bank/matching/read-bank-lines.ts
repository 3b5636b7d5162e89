import type {
  BankLine,
  BankLineDetail,
  MatchKind,
  OpenItem as ShownItem,
} from '@portal/contract/billing/bank/bank-lines';
import { nairaFromKobo, toKobo } from '@portal/kernel/money';
import type { Database } from '../../../platform/database/connection.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import type { OpenItem } from './match.policy.ts';
import { findLine, findShownLines, listLines, listMatchItems, type ShownLine } from './match.repository.ts';
import { firstItemDay } from './match-lines.ts';
import { findItems, searchItems } from './open-item.repository.ts';

const A_PAGE = 50;
const MOST_ITEMS = 30;

function presentItem(item: OpenItem): ShownItem {
  return {
    key: item.key,
    kind: item.kind,
    amount: nairaFromKobo(item.amountKobo),
    day: item.day,
    reference: item.references[0] ?? null,
    who: item.who,
    recordedBy: item.recordedBy,
  };
}

function presentLine({ line, accountName, match, matchedBy }: ShownLine): BankLine {
  return {
    id: line.id,
    accountId: line.accountId,
    accountName,
    bookedOn: line.bookedOn,
    amount: nairaFromKobo(line.amount),
    balance: line.balance === null ? null : nairaFromKobo(line.balance),
    text: line.text,
    reference: line.reference,
    status: line.status,
    reason: line.reason,
    match: match && {
      id: match.id,
      kind: match.kind as MatchKind,
      reason: match.reason,
      matchedBy: match.matchedBy === null ? null : matchedBy,
      matchedAt: match.matchedAt.toISOString(),
    },
  };
}

const inShort = ({ line, accountName }: ShownLine) => ({
  id: line.id,
  accountName,
  bookedOn: line.bookedOn,
  amount: nairaFromKobo(line.amount),
  text: line.text,
});

/** Lines, the newest fifty first. */
export async function readLines(
  database: Database,
  query: {
    readonly account?: number | undefined;
    readonly status?: 'waiting' | 'open' | 'proposed' | 'matched' | undefined;
    readonly search?: string | undefined;
    readonly before?: number | undefined;
  },
): Promise<BankLine[]> {
  const rows = await listLines(database, {
    account: query.account ?? null,
    status: query.status ?? null,
    search: query.search?.trim() ?? '',
    before: query.before ?? null,
    limit: A_PAGE,
  });
  return rows.map(presentLine);
}

const ENTRY_NAMES: Readonly<Record<string, string>> = {
  'bank-charges': 'Bank charge',
  'input-vat': 'VAT in it',
  'stamp-duty': 'Stamp duty',
  'bank-interest': 'Interest',
  suspense: 'Not explained yet',
};
const KIND_NAMES: Readonly<Record<string, string>> = {
  payout: 'Payout of',
  deposit: 'Deposit of',
  pos: 'Card payment of',
  'hand-over': 'Hand-over of',
  'agent-settlement': 'Transfer of',
  refund: 'Refund to',
};

/** What a match consists of, in words. */
async function partsOf(database: Database, matchId: string, lineId: number) {
  const items = await listMatchItems(database, matchId);
  const known = new Map(
    (
      await findItems(
        database,
        items.flatMap(({ sourceKey }) => sourceKey ?? []),
      )
    ).map((item) => [item.key, item]),
  );
  const others = items.flatMap((item) => (item.lineId === null || item.lineId === lineId ? [] : [item.lineId]));
  return {
    items: items
      .filter((item) => item.lineId === null)
      .map(({ sourceKey, account, amount }) => {
        const item = sourceKey === null ? undefined : known.get(sourceKey);
        const what = item
          ? `${KIND_NAMES[item.kind] ?? item.kind} ${item.who}, ${item.references[0] ?? item.day}`
          : (ENTRY_NAMES[account] ?? account);
        return { what, amount: nairaFromKobo(amount) };
      }),
    otherLines: (await findShownLines(database, others)).map(inShort),
  };
}

/** One line with its proposal or its match. Throws bank.line-not-found. */
export async function readLine(database: Database, id: number): Promise<BankLineDetail> {
  const shown = await findLine(database, id);
  if (!shown) throw new ApiError('bank.line-not-found');
  const { proposal } = shown.line;
  const parts = shown.match ? await partsOf(database, shown.match.id, id) : { items: [], otherLines: [] };
  if (!proposal) return { ...presentLine(shown), proposal: null, ...parts };
  const items = await findItems(database, proposal.items);
  const [other] = await findShownLines(database, proposal.lineId === undefined ? [] : [proposal.lineId]);
  return {
    ...presentLine(shown),
    proposal: {
      kind: proposal.kind as MatchKind,
      items: items.map(presentItem),
      otherLine: other ? inShort(other) : null,
      charge: proposal.charge === undefined ? null : nairaFromKobo(toKobo(Number(proposal.charge))),
    },
    ...parts,
  };
}

/** Open items that a line may be. Throws bank.line-not-found. */
export async function searchOpenItems(database: Database, lineId: number, search: string): Promise<ShownItem[]> {
  const shown = await findLine(database, lineId);
  const since = await firstItemDay(database);
  if (!shown || since === null) throw new ApiError('bank.line-not-found');
  const { bookedOn: day, amount } = shown.line;
  const items = await searchItems(database, { isIn: amount > 0, day, since, search, limit: MOST_ITEMS });
  return items.map(presentItem);
}
