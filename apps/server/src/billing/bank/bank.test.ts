import { lagosPeriod, startOfLagosMonth } from '@portal/kernel/calendar';
import { decimalFromKobo, toKobo } from '@portal/kernel/money';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { matchLines } from './matching/match-lines.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let bed: PaymentTestbed;
let accountant: Customer;
let cashier: Customer;
let customer: Customer;
let bank: { id: number };
let forms = 0;
let numbers = 0;
const newForm = () => `bank-form-${forms++}`;

const DAY_MS = 86_400_000;
/** A day in Lagos, so many before today. */
const dayAgo = (days: number): string =>
  new Date(bed.deps.clock().getTime() + 3_600_000 - days * DAY_MS).toISOString().slice(0, 10);
const month = (): string => dayAgo(0).slice(0, 7);

beforeAll(async () => {
  bed = await startPaymentTestbed();
});
afterAll(() => bed.close());

beforeEach(async () => {
  await bed.pool.query(
    'truncate bank_match_items, bank_matches, bank_lines, bank_statements, bank_accounts restart identity',
  );
  await bed.pool.query("delete from ledger_entries where transaction_key like 'bank-%'");
  [accountant, cashier, customer] = [await bed.createStaff(), await bed.createStaff(), await bed.createCustomer()];
  await bed.pool.query("update users set first_name = 'Ada', last_name = 'Obi' where id = $1", [customer.id]);
  await bed.pool.query("update users set first_name = 'Musa', last_name = 'Bello' where id = $1", [cashier.id]);
  await bed.call(cashier, 'POST', '/api/staff/till/open', {});
  bank = await addAccount();
});

async function addAccount(more: object = {}) {
  const account = {
    name: 'Main',
    bank: 'GTBank',
    accountNumber: `0${100_000_000 + numbers++}`,
    openingBalance: 1000,
    openingDay: dayAgo(3),
    ...more,
  };
  const { status, body } = await bed.call(accountant, 'POST', '/api/staff/bank-accounts', account);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.account;
}

type Written = readonly [day: string, naira: number, text: string];

/** A statement as CSV, its balances from `opening` naira on. */
function csv(lines: readonly Written[], opening = 1000): string {
  let balance = opening;
  const rows = lines.map(([day, naira, text]) => {
    balance += naira;
    return `${day},"${text}",${naira < 0 ? (-naira).toFixed(2) : ''},${naira > 0 ? naira.toFixed(2) : ''},${balance.toFixed(2)}`;
  });
  return ['Date,Narration,Debit,Credit,Balance', ...rows].join('\n');
}

async function send(file: string, { by = accountant, to = bank, path = '?fileName=november.csv' } = {}) {
  const url = `/api/staff/bank-accounts/${to.id}/statements${path}`;
  const answer = await by.browser.send('POST', url, file, { 'content-type': 'text/csv' });
  return { status: answer.statusCode, body: answer.json() };
}
const match = () => matchLines(bed.deps);
async function importLines(lines: readonly Written[], options: Parameters<typeof send>[1] = {}) {
  const answer = await send(csv(lines), options);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  await match();
  return answer.body.statement;
}

const lines = async (query = '') => (await bed.call(accountant, 'GET', `/api/staff/bank-lines${query}`)).body;
const line = async (id: number) => (await bed.call(accountant, 'GET', `/api/staff/bank-lines/${id}`)).body;
const act = (id: number, what: string, body: object = {}, by = accountant) =>
  bed.call(by, 'POST', `/api/staff/bank-lines/${id}/${what}`, body);
const deposit = (amount: number, outsideReference: string, by = cashier) =>
  bed.call(by, 'POST', `/api/staff/customers/${customer.id}/counter-payments`, {
    amount,
    method: 'deposit',
    outsideReference,
    clientRequestId: newForm(),
  });
async function handOver(amount: number, bankReference: string, by = cashier) {
  await bed.call(by, 'POST', `/api/staff/customers/${customer.id}/counter-payments`, {
    amount,
    method: 'cash',
    clientRequestId: newForm(),
  });
  const answer = await bed.call(by, 'POST', '/api/staff/till/hand-overs', {
    amount,
    bankReference,
    clientRequestId: newForm(),
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}
const balanceOf = async (account: string) => {
  const [row] = await bed.rows(
    'select coalesce(sum(amount), 0)::float8 as sum from ledger_entries where account = $1',
    [account],
  );
  return row?.sum;
};
const unused = (): string => `SLIP${700_000 + forms++}`;

describe('a statement of the bank', () => {
  it('is shown as it is read, changes nothing when it is checked or imported again, and books what is exact', async () => {
    const [slip, bag] = [unused(), unused()];
    await deposit(5000, slip);
    await handOver(3000, bag);
    const before = await balanceOf('gateway:deposit');
    const written: Written[] = [
      [dayAgo(1), 5000, `NIP/GTB/ADA OBI/${slip}`],
      [dayAgo(1), 3000, `CASH DEPOSIT ${bag} IKEJA`],
      [dayAgo(1), -53.75, 'NIP CHARGE + VAT'],
      [dayAgo(1), -50, 'STAMP DUTY CHARGE'],
      [dayAgo(0), 777, 'TRF FROM SOMEBODY'],
    ];
    const checked = await send(csv(written), { path: '/check' });
    expect(checked.status, JSON.stringify(checked.body)).toBe(200);
    expect(checked.body).toMatchObject({
      format: 'csv',
      lines: 5,
      added: 5,
      repeated: 0,
      findings: [],
      openingBalance: 1000,
      closingBalance: 9673.25,
    });
    expect(await lines()).toEqual([]);

    expect((await importLines(written)).added).toBe(5);
    expect((await importLines(written)).added).toBe(0);
    expect((await lines()).map(({ status }: { status: string }) => status)).toEqual([
      'open',
      'matched',
      'matched',
      'matched',
      'matched',
    ]);
    expect(await balanceOf(`bank:${bank.id}`)).toBe(1000 + 5000 + 3000 - 53.75 - 50);
    expect(await balanceOf('gateway:deposit')).toBe(Number(before) - 5000);
    expect(
      await bed.rows(
        "select account, amount::float8 from ledger_entries where account in ('bank-charges', 'stamp-duty') order by 1",
      ),
    ).toEqual([
      { account: 'bank-charges', amount: 53.75 },
      { account: 'stamp-duty', amount: 50 },
    ]);
    const [account] = (await bed.call(accountant, 'GET', '/api/staff/bank-accounts')).body;
    expect(account).toMatchObject({
      open: 1,
      proposed: 0,
      statementBalance: 9673.25,
      balance: 8896.25,
      hasColumns: true,
    });
    expect((await bed.call(accountant, 'GET', `/api/staff/bank-accounts/${bank.id}/statements`)).body).toMatchObject([
      { added: 5, fileName: 'november.csv' },
    ]);
    expect(await bed.violations()).toEqual([]);
  });

  it('is refused with a sentence: another account, a day of the future, nothing in it, a retired account', async () => {
    expect((await send(`Account No: 0999999999\n${csv([[dayAgo(1), 5, 'A']])}`)).body.message).toContain(
      'of account 0999999999',
    );
    expect((await send(csv([[dayAgo(-2), 5, 'A']]))).body.message).toContain('in the future');
    expect((await send('')).status).toBe(422);
    expect((await send(csv([[dayAgo(30), 5, 'A']]))).body.message).toContain('before the opening balance');
    expect((await send('Date,Narration,Debit,Credit\n01/13/2026,A,,5')).body).toMatchObject({
      message: expect.stringContaining('Line 2'),
    });
    await bed.call(accountant, 'POST', `/api/staff/bank-accounts/${bank.id}/retire`, {});
    expect((await send(csv([[dayAgo(1), 5, 'A']]))).body.message).toContain('is retired');
  });

  it('of many thousand lines is read beside other requests, and refused with its line like a small one', async () => {
    const many: Written[] = Array.from({ length: 12_000 }, (_, place) => [
      dayAgo(1),
      place + 1,
      `A LONG NARRATION OF NO IMPORTANCE ${place}`,
    ]);
    expect((await send(csv(many), { path: '/check' })).body).toMatchObject({
      lines: 12_000,
      added: 12_000,
      findings: [],
    });
    const wrong = csv(many).replace(
      '"A LONG NARRATION OF NO IMPORTANCE 9000",,9001.00',
      '"A LONG NARRATION OF NO IMPORTANCE 9000",,9O01.00',
    );
    expect((await send(wrong, { path: '/check' })).body.message).toBe('Line 9002: “9O01.00” is no amount');
    const others = `Account No: 0999999999\n${csv(many)}`;
    expect((await send(others, { path: '/check' })).body.message).toContain('of account 0999999999');
  });

  it('is not imported by who took cash or deposits that wait for it', async () => {
    await deposit(100, unused());
    const refused = await send(csv([[dayAgo(1), 5, 'A']]), { by: cashier });
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain('Somebody else imports');
  });
});

describe('a line of the bank', () => {
  it('is proposed with the reason, booked by one press, undone, and then not matched that way again', async () => {
    await deposit(8000, unused());
    await importLines([[dayAgo(0), 8000, 'NIP/KUDA/ADA OBI/FOR INTERNET']]);
    const [{ id }] = await lines('?status=proposed');
    const shown = await line(id);
    expect(shown).toMatchObject({
      status: 'proposed',
      proposal: { kind: 'deposit', items: [{ who: 'Ada Obi', amount: 8000, recordedBy: 'Musa Bello' }] },
    });
    expect(shown.reason).toContain('whose name is in the narration');
    const items = shown.proposal.items.map(({ key }: { key: string }) => key);

    expect((await act(id, 'accept', { items }, cashier)).body.message).toContain('Somebody else matches it');
    const accepted = await act(id, 'accept', { items });
    expect(accepted.status, JSON.stringify(accepted.body)).toBe(200);
    expect(accepted.body.line).toMatchObject({
      status: 'matched',
      match: { kind: 'deposit' },
      items: [{ amount: 8000 }],
    });
    expect((await act(id, 'accept', { items })).status).toBe(409);
    expect(await bed.violations()).toEqual([]);

    const before = await balanceOf('gateway:deposit');
    const undone = await bed.call(accountant, 'POST', `/api/staff/bank-matches/${accepted.body.line.match.id}/undo`, {
      reason: 'Another Ada',
    });
    expect(undone.status, JSON.stringify(undone.body)).toBe(200);
    expect(await balanceOf('gateway:deposit')).toBe(Number(before) + 8000);
    await match();
    expect(await line(id)).toMatchObject({ status: 'open', proposal: null });
    expect(
      (
        await bed.call(accountant, 'POST', `/api/staff/bank-matches/${accepted.body.line.match.id}/undo`, {
          reason: 'Again',
        })
      ).status,
    ).toBe(404);
    expect(await bed.violations()).toEqual([]);
  });

  it('is dismissed for good', async () => {
    await deposit(8100, unused());
    await importLines([[dayAgo(0), 8100, 'NIP/KUDA/ADA OBI/FOR INTERNET']]);
    const [{ id }] = await lines('?status=proposed');
    expect((await act(id, 'dismiss')).body.line).toMatchObject({ status: 'open', proposal: null });
    await match();
    expect(await line(id)).toMatchObject({ status: 'open', proposal: null });
  });

  it('is matched by hand with items that add up to the kobo, and with nothing else', async () => {
    const [one, two] = [unused(), unused()];
    await deposit(1200, one);
    await deposit(800, two);
    await importLines([[dayAgo(0), 2000.5, 'CASH LODGEMENT']]);
    const [{ id }] = await lines();
    const found = (await bed.call(accountant, 'GET', `/api/staff/bank-lines/${id}/open-items?search=ada`)).body;
    const keys = found
      .filter(({ reference }: { reference: string }) => [one, two].includes(reference))
      .map(({ key }: { key: string }) => key);
    expect(keys).toHaveLength(2);
    expect((await act(id, 'match', { items: keys, note: 'Both' })).body.message).toContain('₦0.50 less');
    expect((await act(id, 'match', { items: ['payment:NOBODY'], note: 'No' })).status).toBe(409);
    expect((await act(id, 'match', { as: 'charge', note: 'No' })).status).toBe(422);
    expect((await act(id, 'match', { note: 'No' })).status).toBe(422);
    expect((await act(id, 'match', { as: 'interest', note: 'Interest of November' })).body.line).toMatchObject({
      status: 'matched',
    });
    expect((await act(id, 'match', { items: keys, note: 'Both' })).status).toBe(409);
    expect(await balanceOf('bank-interest')).toBe(-2000.5);
    expect(await bed.violations()).toEqual([]);
  });

  it('goes with others as one: several deposits, a transfer between two accounts, a reversal', async () => {
    const second = await addAccount({ name: 'Savings' });
    await deposit(1300, unused());
    await deposit(900, unused());
    await importLines([
      [dayAgo(2), -400, 'NIP TRANSFER 000013261109091502000123456789'],
      [dayAgo(1), -60, 'NIP/UBA/SOMEBODY/12'],
      [dayAgo(1), 60, 'REV NIP/UBA/SOMEBODY/12'],
      [dayAgo(0), 2200, 'CASH LODGEMENT'],
    ]);
    await importLines([[dayAgo(1), 400, 'NIP CR 000013261109091502000123456789 MAIN']], { to: second });
    expect(
      (await lines('?status=matched')).map(({ match: { kind } }: { match: { kind: string } }) => kind).toSorted(),
    ).toEqual(['own-transfer', 'own-transfer', 'reversal', 'reversal']);
    const [{ id }] = await lines('?status=proposed');
    const { proposal } = await line(id);
    expect(proposal.items).toHaveLength(2);
    await act(id, 'accept', { items: proposal.items.map(({ key }: { key: string }) => key) });
    expect(await balanceOf(`bank:${second.id}`)).toBe(1400);
    expect(await bed.violations()).toEqual([]);
  });

  it('is matched with a deposit of more than the month that it has paid, which is one sum on the way and then none', async () => {
    const [plan] = await bed.rows('select id, price::float8 from service_plans where is_active order by price limit 1');
    expect((await bed.call(customer, 'POST', '/api/user/subscription', { planId: plan?.id })).status).toBe(200);
    const [amount, slip] = [Number(plan?.price) + 4742, unused()];
    const { body } = await deposit(amount, slip);
    const reference: string = body.payment.reference;
    const credit = await bed.rows(
      "select amount::float8 from ledger_entries where transaction_key = 'overpayment:' || $1 and account = 'credit'",
      [reference],
    );
    expect(credit).toEqual([{ amount: -4742 }]);
    const onTheWay = async () => {
      const { places } = (await bed.call(accountant, 'GET', `/api/staff/money-month?month=${month()}`)).body;
      const { between } = places.find((place: { account: string }) => place.account === 'gateway:deposit');
      return between.filter(({ what }: { what: string }) => what.includes(slip) || what.includes(reference));
    };
    expect(await onTheWay()).toEqual([
      expect.objectContaining({ amount, what: expect.stringContaining('no line of a bank shows it') }),
    ]);
    await importLines([[dayAgo(0), amount, `NIP/GTB/ADA OBI/${slip}`]]);
    expect((await lines()).map(({ status }: { status: string }) => status)).toEqual(['matched']);
    expect(await onTheWay()).toEqual([]);
    expect(await bed.violations()).toEqual([]);
  });

  it('takes VAT out of charges where the account deducts it, and believes no charge that is too much', async () => {
    const other = await addAccount({ name: 'Deducting', deductsVat: true });
    await importLines(
      [
        [dayAgo(1), -10.75, 'NIP CHARGE + VAT'],
        [dayAgo(0), -12_000, 'NIP CHARGE + VAT'],
      ],
      { to: other },
    );
    const vat = await bed.rows("select amount::float8 from ledger_entries where account = 'input-vat'");
    expect(vat).toEqual([{ amount: 0.75 }]);
    const [waiting] = await lines('?status=waiting');
    expect(waiting.reason).toContain('₦12,000 is more than the ₦53.75');
    expect(await bed.violations()).toEqual([]);
  });

  it('is matched once when two people press at the same moment', async () => {
    await deposit(4100, unused());
    await importLines([
      [dayAgo(0), 4100, 'ADA OBI'],
      [dayAgo(0), 4100, 'ADA  OBI TWICE'],
    ]);
    const ids = (await lines()).map(({ id }: { id: number }) => id);
    const [item] = (await bed.call(accountant, 'GET', `/api/staff/bank-lines/${ids[0]}/open-items?search=4100`)).body;
    const answers = await Promise.all(
      [...ids, ...ids].map((id: number) => act(id, 'match', { items: [item.key], note: 'Mine' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect(await bed.violations()).toEqual([]);
  });
});

describe('the month of the money', () => {
  it('says what each place should hold, what it holds, and names every naira between', async () => {
    const [slip, bag, short] = [unused(), unused(), unused()];
    await deposit(5000, slip);
    await deposit(6000, unused());
    await handOver(3000, bag);
    await handOver(2500, short);
    await importLines([
      [dayAgo(0), 5000, `NIP ${slip}`],
      [dayAgo(0), 2000, `CASH DEPOSIT ${short}`],
      [dayAgo(0), -20_000, 'NIP CHARGE + VAT'],
    ]);
    const { status, body } = await bed.call(accountant, 'GET', `/api/staff/money-month?month=${month()}`);
    expect(status, JSON.stringify(body)).toBe(200);
    for (const place of body.places) {
      const between = place.between.reduce(
        (sum: number, { amount }: { amount: number }) => sum + Math.round(amount * 100),
        0,
      );
      expect(between, place.account).toBe(Math.round(place.should * 100) - Math.round((place.holds ?? 0) * 100));
      expect(Math.round((place.opening + place.moneyIn - place.moneyOut) * 100), place.account).toBe(
        Math.round(place.should * 100),
      );
    }
    const place = (account: string) => body.places.find((each: { account: string }) => each.account === account);
    expect(place(`bank:${bank.id}`)).toMatchObject({
      should: 6000,
      holds: -12_000,
      between: [{ amount: -2000 }, { amount: 20_000 }],
    });
    expect(place('gateway:deposit').between.at(-1).what).toContain('no line of a bank shows it');
    expect(body.warnings).toContainEqual(
      expect.objectContaining({
        kind: 'hand-over-short',
        text: expect.stringContaining('the line is ₦500 short'),
        who: 'Musa Bello',
      }),
    );
    const file = await bed.call(accountant, 'GET', `/api/staff/money-month?month=2020-01`);
    expect(file.body.places.filter(({ kind }: { kind: string }) => kind === 'bank')).toEqual([]);
    const exported = await accountant.browser.get(`/api/staff/money-month.csv?month=${month()}`);
    expect(exported.body).toContain(`bank:${bank.id},Main,should hold,${decimalFromKobo(toKobo(600_000))}`);
  });

  it('lists what a gateway holds in no payout, and the payouts that no bank account shows', async () => {
    const [settled, waiting] = [
      await bed.pay(customer, 'paystack', 25_000),
      await bed.pay(await bed.createCustomer(), 'paystack', 25_000),
    ];
    const [row] = await bed.rows(
      'select id, coalesce(received, amount)::float8 as amount from payments where reference = $1',
      [settled],
    );
    const gross = Number(row?.amount);
    const day = dayAgo(0);
    await bed.rows(
      `with s as (
         insert into gateway_settlements (gateway, settlement_id, status, gross, fees, net, settled_on, read_at, booked_at, created_at, paid_to_account)
         values ('paystack', '3090024', 'paid', $1::numeric, 100, $1::numeric - 100, $2::date, now(), now(), now(), '9998887776') returning id)
       insert into gateway_settlement_items (settlement, kind, reference, vendor_reference, payment_id, amount, fee, booked)
       select id, 'payment', $3::text, '1', $4::uuid, $1::numeric, 100, $1::numeric from s`,
      [gross, day, settled, row?.id],
    );
    await bed.rows(
      `insert into ledger_entries (transaction_key, account, amount) values ('settlement:paystack:3090024', 'payouts:paystack', $1::numeric - 100),
         ('settlement:paystack:3090024', 'gateway-fees', 100), ('settlement:paystack:3090024', 'gateway:paystack', -$1::numeric)`,
      [gross],
    );
    const { body } = await bed.call(accountant, 'GET', `/api/staff/money-month?month=${month()}`);
    const place = (account: string) => body.places.find((each: { account: string }) => each.account === account);
    expect(place('gateway:paystack').between).toHaveLength(1);
    expect(place('gateway:paystack').between[0]).toMatchObject({
      amount: 25_000,
      what: expect.stringContaining(waiting),
    });
    expect(place('payouts:paystack').between).toMatchObject([
      { amount: gross - 100, what: expect.stringContaining('payout of Paystack') },
    ]);
    expect(body.warnings).toContainEqual(
      expect.objectContaining({ kind: 'payout-account', text: expect.stringContaining('9998887776') }),
    );

    await importLines([[day, gross - 100, 'PYZ,T,154844262940002,PSTK_3090024, LANG']]);
    const after = (await bed.call(accountant, 'GET', `/api/staff/money-month?month=${month()}`)).body;
    expect(after.places.find((each: { account: string }) => each.account === 'payouts:paystack')).toMatchObject({
      should: 0,
      between: [],
    });
  });

  // The last one: it goes on into the next month.
  it('is closed with a line that waits, which is then booked when it is matched and stays by name in its month', async () => {
    const closing = month();
    await importLines([[dayAgo(0), 700, 'TRF FROM SOMEBODY']]);
    bed.wait(startOfLagosMonth(bed.deps.clock(), 1).getTime() - bed.deps.clock().getTime() + DAY_MS);
    const closed = await bed.call(accountant, 'POST', `/api/staff/accounting-periods/${closing}/closing`, {});
    expect(closed.status, JSON.stringify(closed.body)).toBe(200);
    const [{ id }] = await lines('?status=open');
    const { status } = await act(id, 'match', { as: 'suspense', note: 'Whose is it' });
    expect(status).toBe(200);
    const [entry] = await bed.rows(
      "select created_at from ledger_entries where transaction_key like 'bank-match:%' and account = $1",
      [`bank:${bank.id}`],
    );
    expect(lagosPeriod(entry?.created_at as Date)).not.toBe(closing);
    const { places } = (await bed.call(accountant, 'GET', `/api/staff/money-month?month=${closing}`)).body;
    const place = places.find((each: { account: string }) => each.account === `bank:${bank.id}`);
    expect(place).toMatchObject({ should: 1000, holds: 1700, between: [{ amount: -700 }] });
    expect((await bed.violations()).filter(({ rule }) => rule.startsWith('K'))).toEqual([]);
  });
});
