import { nairaFromKobo, toKobo } from '@portal/kernel/money';
import { expect } from 'vitest';
import type { BankList } from './bank-list.ts';
import { type ExpectedPayment, WAYS, type Way } from './expected-payments.ts';
import type { MonthTestbed } from './month-testbed.ts';
import type { Payer } from './payer.ts';
import type { VoucherStock } from './voucher-stock.ts';

const PROVIDERS = ['paystack', 'flutterwave', 'quickteller', 'monnify'] as const;
/** Whose receipts are read one by one, as they see them. */
const MOST_READ = 60;

const sum = <T>(rows: readonly T[], kobo: (row: T) => number): number =>
  rows.reduce((total, row) => total + kobo(row), 0);
const inKobo = (naira: unknown): number => Math.round(Number(naira) * 100);

/** What Auto-Pay has charged, by the gateway's own list: what is in it and nobody has opened. */
function chargesOf(bed: MonthTestbed, payers: readonly Payer[]): ExpectedPayment[] {
  const byEmail = new Map(payers.map((payer) => [payer.who.email, payer]));
  const ofMandates = new Set(bed.sandbox.mandates().map(({ authorizationCode }) => authorizationCode));
  const codes = new Map(
    bed.sandbox
      .requests({ operation: 'charge' })
      .map(({ reference, body }) => [reference, String(Object(body).authorization_code)]),
  );
  return bed.sandbox.transactions().flatMap(({ reference, gateway, status, chargedKobo, email, finishedAt }) => {
    if (status !== 'success' || bed.expected.opened.has(reference)) return [];
    const payer = byEmail.get(email);
    if (!payer) throw new Error(`${gateway} has a payment of ${email}, who is nobody`);
    const way: Way = ofMandates.has(codes.get(reference) ?? '') ? 'mandate' : 'saved card';
    const at = new Date(finishedAt ?? 0);
    return [{ payer, way, gateway, kobo: chargedKobo, reference, at, isUndone: false }];
  });
}

const balanceOf = async (bed: MonthTestbed, account: string): Promise<number> => {
  const statement = 'select coalesce(sum(amount), 0) as sum from ledger_entries where account = $1';
  return inKobo((await bed.rows(statement, [account]))[0]?.sum);
};

async function expectBalancedLedger(bed: MonthTestbed): Promise<void> {
  expect(await bed.violations()).toEqual([]);
  const trial = await bed.accepted(bed.accountant, 'GET', '/api/staff/trial-balance');
  expect(trial).toMatchObject({ remainder: 0, unbalanced: 0, wrongCredit: 0 });
}

type Total = { readonly count: number; readonly kobo: number };

function totalsBy(paid: readonly ExpectedPayment[], keyOf: (payment: ExpectedPayment) => string): Map<string, Total> {
  const totals = new Map<string, Total>();
  for (const payment of paid) {
    const key = keyOf(payment);
    const { count, kobo } = totals.get(key) ?? { count: 0, kobo: 0 };
    totals.set(key, { count: count + 1, kobo: kobo + payment.kobo });
  }
  return totals;
}

/** Every customer has a receipt of each payment, and what was undone has been given back. */
async function expectReceipts(bed: MonthTestbed, paid: readonly ExpectedPayment[]): Promise<void> {
  const rows = await bed.rows(
    `select p.user_id || ' ' || p.gateway || case when p.status = 'refunded' then ' back' else '' end as key,
       count(*)::int as count, sum(coalesce(p.received, p.amount)) as received, count(r.receipt_number)::int as receipts
     from payments p left join receipts r on r.payment_id = p.id
     where p.gateway <> 'credit' and p.status in ('successful', 'refunded', 'disputed', 'review') group by 1 order by 1`,
  );
  const found = rows.map(({ key, count, received, receipts }) => ({ key, count, receipts, kobo: inKobo(received) }));
  const totals = totalsBy(
    paid,
    ({ payer, gateway, isUndone }) => `${payer.who.id} ${gateway}${isUndone ? ' back' : ''}`,
  );
  const expected = [...totals].map(([key, { count, kobo }]) => ({ key, count, receipts: count, kobo }));
  const inOrder = <T extends { readonly key: unknown }>(all: readonly T[]) =>
    all.toSorted((one, other) => (String(one.key) < String(other.key) ? -1 : 1));
  expect(inOrder(found)).toEqual(inOrder(expected));
}

/** As customers see it: their list of payments, each with its receipt. */
async function expectReceiptsAsShown(bed: MonthTestbed, payers: readonly Payer[], paid: readonly ExpectedPayment[]) {
  for (const { who } of payers.slice(0, MOST_READ)) {
    const listed = await bed.accepted(who, 'GET', '/api/user/payments?limit=100');
    let shown = 0;
    for (const { gateway, receiptNumber } of listed) {
      if (gateway === 'credit' || receiptNumber === null) continue;
      shown += inKobo((await bed.accepted(who, 'GET', `/api/user/receipts/${receiptNumber}`)).total);
    }
    const own = paid.filter(({ payer }) => payer.who.id === who.id);
    expect(shown, `the receipts of ${who.email}`).toBe(sum(own, ({ kobo }) => kobo));
  }
}

/** Each provider's own list is what the ledger has at it and what it has paid out, and the bank's list is the ledger's bank. */
async function expectListsOfOthers(bed: MonthTestbed, bank: BankList, stock: VoucherStock): Promise<void> {
  for (const provider of PROVIDERS) {
    const listed = bed.sandbox
      .transactions()
      .filter(({ gateway, status }) => gateway === provider && status === 'success');
    const listedKobo = sum(listed, ({ chargedKobo }) => chargedKobo);
    const held = await balanceOf(bed, `gateway:${provider}`);
    expect(held + bank.paidOutKobo(provider), `the list of ${provider}`).toBe(listedKobo);
  }
  const open = await bed.rows("select text, amount from bank_lines where status <> 'matched'");
  expect(open, 'lines of the bank that nothing explains').toEqual([]);
  expect(await balanceOf(bed, `bank:${bank.id}`), 'the list of the bank').toBe(bank.balanceKobo());
  const unused = [...stock.inState('on sale'), ...stock.inState('stopped')];
  const owed = 0 - (await balanceOf(bed, 'vouchers'));
  expect(owed, 'vouchers that can still be spent').toBe(sum(unused, ({ kobo }) => kobo));
}

/** The month of money shows what came by each way, where it came to, and nothing that is not explained. */
async function expectMoneyMonth(bed: MonthTestbed, month: string, paid: readonly ExpectedPayment[]): Promise<void> {
  const { places, warnings } = await bed.accepted(bed.accountant, 'GET', `/api/staff/money-month?month=${month}`);
  const inMonth = paid.filter(({ at }) => new Date(at.getTime() + 3_600_000).toISOString().startsWith(month));
  const by = totalsBy(inMonth, ({ gateway }) => gateway);
  const placeOf = (account: string) => places.find((place: { account: string }) => place.account === account);
  for (const gateway of [...PROVIDERS, 'pos', 'deposit']) {
    const expected = by.get(gateway);
    if (!expected) continue;
    expect(inKobo(placeOf(`gateway:${gateway}`)?.moneyIn), `${gateway} in the month of money`).toBe(expected.kobo);
  }
  for (const place of places) {
    const { should, holds, between, account } = place;
    const named = sum(between as { amount: number }[], ({ amount }) => inKobo(amount));
    expect(inKobo(should) - inKobo(holds ?? 0), `${account} has sums without a name`).toBe(named);
    if (place.kind === 'bank') expect(holds, 'what the bank says').toBe(should);
  }
  for (const { agentId } of bed.sellers) {
    const { owes } = await bed.accepted(bed.accountant, 'GET', `/api/staff/sales-agents/${agentId}`);
    expect(placeOf(`agent:${agentId}`)?.should ?? 0, `agent ${agentId}`).toBe(owes);
  }
  expect(placeOf('suspense')?.should ?? 0).toBe(0);
  // A few customers bring nothing to the bank for days, and its list has no line then.
  const unexpected = warnings.filter(({ kind }: { kind: string }) => kind !== 'hand-over-late' && kind !== 'statement');
  expect(unexpected).toEqual([]);
}

export async function proveMonth(
  bed: MonthTestbed,
  month: {
    readonly name: string;
    readonly payers: readonly Payer[];
    readonly bank: BankList;
    readonly stock: VoucherStock;
  },
): Promise<ExpectedPayment[]> {
  const paid = [...bed.expected.paid, ...chargesOf(bed, month.payers)];
  await expectBalancedLedger(bed);
  await expectReceipts(bed, paid);
  await expectReceiptsAsShown(bed, month.payers, paid);
  await expectListsOfOthers(bed, month.bank, month.stock);
  await expectMoneyMonth(bed, month.name, paid);
  return paid;
}

/** The ways of a month with number and sum, as a table to print. */
export function tableOf(paid: readonly ExpectedPayment[]): string {
  const totals = totalsBy(paid, ({ way }) => way);
  const row = (name: string, { count, kobo }: Total) =>
    `${name.padEnd(38)}${String(count).padStart(8)}${nairaFromKobo(toKobo(kobo)).toLocaleString('en', { minimumFractionDigits: 2 }).padStart(20)}`;
  const all = { count: paid.length, kobo: sum(paid, ({ kobo }) => kobo) };
  const rows = (Object.keys(WAYS) as Way[]).map((way) => row(WAYS[way], totals.get(way) ?? { count: 0, kobo: 0 }));
  return ['Way'.padEnd(38) + 'Number'.padStart(8) + 'Naira'.padStart(20), ...rows, row('All', all)].join('\n');
}
