import type { MoneyMonth, MoneyPlace, MoneyWarning } from '@portal/contract/billing/bank/money-month';
import { endOfLagosMonth, lagosDate } from '@portal/kernel/calendar';
import { addKobo, formatNaira, toKobo } from '@portal/kernel/money';
import { type Queryable, unhurried } from '../../../platform/database/connection.ts';
import type { BillingDependencies } from '../../billing-dependencies.ts';
import { inWords } from '../matching/match.policy.ts';
import { listItems } from '../matching/open-item.repository.ts';
import {
  describeMatches,
  listAccountMonths,
  listAccountSums,
  listAgentNames,
  listGatewayRemainders,
  listMatchedLines,
  listPaidElsewhere,
  listRemainders,
  listStatementFindings,
  listTills,
  listWaitingLines,
  type Month,
  takeMemory,
} from './money-month.repository.ts';
import {
  betweenAtAgent,
  betweenAtGateway,
  betweenInBank,
  betweenInTill,
  betweenOnTheWay,
  gatewayName,
  placeOf,
  type Sums,
  withinReason,
} from './places.policy.ts';
import { warningsOf } from './warnings.policy.ts';

/** Of hand-overs before the month, by which a trend is seen. */
const TREND_DAYS = 31;

const daysEarlier = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);

async function load(queryable: Queryable, month: Month) {
  await takeMemory(queryable);
  const firstDay = lagosDate(month.from);
  const accounts = await listAccountMonths(queryable, month);
  const openingDay = accounts.map((account) => account.openingDay).toSorted()[0] ?? null;
  const itemsSince = openingDay === null ? firstDay : daysEarlier(openingDay < firstDay ? openingDay : firstDay, 14);
  const sums = await listAccountSums(queryable, month);
  const remainders = await listRemainders(queryable, month);
  const matchIds = remainders.flatMap(({ matchId }) => matchId ?? []);
  const items = (await listItems(queryable, itemsSince, daysEarlier(firstDay, TREND_DAYS))).filter(
    ({ day }) => day <= month.lastDay,
  );
  const tills = sums.map(({ account }) => account).filter((account) => account.startsWith('till:'));
  return {
    accounts,
    openingDay,
    sums,
    remainders,
    atGateways: await listGatewayRemainders(queryable, month),
    tills: await listTills(queryable, month, tills),
    agents: await listAgentNames(queryable, month),
    lines: await listWaitingLines(queryable, month),
    items,
    itemOf: new Map(items.map((item) => [item.key, item])),
    matches: new Map((await describeMatches(queryable, matchIds)).map((match) => [match.id, match])),
    matched: await listMatchedLines(queryable, month, daysEarlier(firstDay, TREND_DAYS)),
    findings: await listStatementFindings(queryable, month),
    elsewhere: await listPaidElsewhere(queryable, month),
  };
}
type Loaded = Awaited<ReturnType<typeof load>>;

const ON_THE_WAY: Readonly<Record<string, string>> = {
  bank: 'Cash and transfers on the way to the bank',
  'gateway:deposit': 'Deposits on the way',
  'gateway:pos': 'Card payments at the counter on the way',
};

function presentPlace(sums: Sums, loaded: Loaded, today: string): MoneyPlace {
  const { account } = sums;
  const { itemOf, matches, openingDay } = loaded;
  const [kind = '', id = ''] = account.split(':');
  const onTheWay = () => {
    const rows = loaded.remainders.filter((row) => row.account === account);
    const named = betweenOnTheWay(rows, { items: itemOf, matches, openingDay, today });
    return withinReason(named, 'items');
  };
  if (account === 'suspense')
    return placeOf(sums, { name: 'Not explained yet', kind: 'suspense', holdsKobo: null, holdsBy: null }, onTheWay());
  const way = kind === 'payouts' ? `Payouts of ${gatewayName(account)} on the way` : ON_THE_WAY[account];
  if (way !== undefined)
    return placeOf(sums, { name: way, kind: 'on-the-way', holdsKobo: null, holdsBy: null }, onTheWay());
  if (kind === 'gateway') {
    const rows = loaded.atGateways.filter((row) => row.account === account);
    return placeOf(
      sums,
      { name: gatewayName(account), kind: 'gateway', holdsKobo: null, holdsBy: null },
      betweenAtGateway(rows, today),
    );
  }
  if (kind === 'agent') {
    const agent = loaded.agents.find((each) => each.account === account);
    if (!agent) throw new Error(`the ledger has ${account}, which is no agent`);
    const owedKobo = addKobo(sums.opening, sums.moneyIn, toKobo(-sums.moneyOut));
    const name = agent.isOwnStock ? 'Own stock of vouchers' : `Agent ${agent.name}`;
    return placeOf(
      sums,
      { name, kind: 'agent', holdsKobo: null, holdsBy: null },
      betweenAtAgent(agent, owedKobo, today),
    );
  }
  if (kind === 'till') {
    const till = loaded.tills.tills.find((each) => each.account === account) ?? {
      account,
      name: account,
      closedAt: null,
      countedKobo: toKobo(0),
    };
    const moves = loaded.tills.moves.filter((move) => move.account === account);
    const holdsBy = till.closedAt === null ? 'Never counted' : `Counted on ${inWords(till.closedAt)}`;
    return placeOf(
      sums,
      { name: `Till of ${till.name}`, kind: 'till', holdsKobo: till.countedKobo, holdsBy },
      betweenInTill(moves, till, today),
    );
  }
  const bank = loaded.accounts.find((each) => each.id === Number(id));
  if (!bank) throw new Error(`the ledger has ${account}, which is no bank account`);
  const lines = loaded.lines.filter(({ accountId }) => accountId === bank.id);
  const holdsKobo = bank.closingKobo ?? addKobo(bank.openingKobo, bank.linesKobo);
  const holdsBy =
    bank.closingDay === null
      ? 'The opening balance: no statement yet'
      : `The statement up to ${inWords(bank.closingDay)}`;
  return placeOf(
    sums,
    { name: bank.name, kind: 'bank', holdsKobo, holdsBy },
    withinReason(betweenInBank(bank, lines, today), 'lines'),
  );
}

const ORDER: readonly MoneyPlace['kind'][] = ['bank', 'on-the-way', 'gateway', 'till', 'agent', 'suspense'];

/** An account that nobody has opened a line in yet still holds its opening balance. */
function withEmptyBanks(sums: readonly Sums[], loaded: Loaded): Sums[] {
  const zero = toKobo(0);
  const known = new Set(sums.map(({ account }) => account));
  const empty = loaded.accounts.map(({ id }) => `bank:${id}`).filter((account) => !known.has(account));
  return [...sums, ...empty.map((account) => ({ account, opening: zero, moneyIn: zero, moneyOut: zero }))];
}

/**
 * What each gateway, till and bank account should hold at the end of a month in Lagos, what it holds, and every
 * naira between the two by its name; and what should be looked into. A month that runs is as of now.
 */
export async function readMoneyMonth(
  deps: Pick<BillingDependencies, 'database' | 'clock'>,
  name: string,
): Promise<MoneyMonth> {
  const from = new Date(`${name}-01T00:00:00+01:00`);
  const until = new Date(endOfLagosMonth(from).getTime() + 1);
  const lastDay = lagosDate(new Date(until.getTime() - 1));
  const now = lagosDate(deps.clock());
  const today = now < lastDay ? now : lastDay;
  // In one snapshot, so that the sums agree.
  const loaded = await unhurried(deps.database).transaction((tx) => load(tx, { from, until, lastDay }), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
  const places = withEmptyBanks(loaded.sums, loaded)
    .filter(
      ({ opening, moneyIn, moneyOut, account }) =>
        opening !== 0 || moneyIn !== 0 || moneyOut !== 0 || account.startsWith('bank:'),
    )
    .map((sums) => presentPlace(sums, loaded, today))
    .toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || a.account.localeCompare(b.account));
  const coveredUntil =
    loaded.accounts
      .flatMap(({ closingDay }) => closingDay ?? [])
      .toSorted()
      .at(-1) ?? null;
  const { items, lines, matched } = loaded;
  const warnings: MoneyWarning[] = [
    ...warningsOf({ items, lines, matched, today, coveredUntil }),
    ...loaded.elsewhere.map(({ gateway, settlementId, account, bank, netKobo, day }) => ({
      kind: 'payout-account' as const,
      text: `${gatewayName(`payouts:${gateway}`)} sent payout ${settlementId} of ${formatNaira(netKobo)} on ${inWords(day)} to account ${account}${bank ? ` at ${bank}` : ''}, which is none of yours here`,
      who: null,
    })),
    ...loaded.findings.map(({ name: accountName, fileName, line, text }) => ({
      kind: 'statement' as const,
      text: `${accountName}, ${fileName}${line === null ? '' : `, line ${line}`}: ${text}`,
      who: null,
    })),
  ];
  return { month: name, until: today, places, warnings };
}
