import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { lagosPeriod, startOfLagosMonth } from '@portal/kernel/calendar';
import { toKobo } from '@portal/kernel/money';
import { extract } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { settleRefunds } from '../../testing/billing/settle-refunds.ts';
import { postEntries } from '../ledger/ledger.repository.ts';
import { findBookingTime } from './find-booking-time.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let bed: PaymentTestbed;
let first: Customer;
let second: Customer;
let month: string;

/** The month of today, in which things happen, and then the time goes on into the next one. */
beforeAll(async () => {
  bed = await startPaymentTestbed({ eInvoicing: 'interswitch' });
  [first, second] = [await bed.createStaff(), await bed.createStaff()];
  month = lagosPeriod(bed.deps.clock());
});
afterAll(() => bed.close());

const read = async (of = month) => (await bed.call(first, 'GET', `/api/staff/accounting-periods/${of}`)).body;
const close = (who: Customer, of = month) =>
  bed.call(who, 'POST', `/api/staff/accounting-periods/${of}/closing`, { note: 'November' });
const untilNextMonth = () =>
  bed.wait(startOfLagosMonth(bed.deps.clock(), 1).getTime() - bed.deps.clock().getTime() + 3_600_000);

/** Books a naira from somewhere at a moment. */
const book = (key: string, at: Date) =>
  bed.database.transaction((tx) =>
    postEntries(tx, {
      transactionKey: key,
      userId: null,
      paymentId: null,
      entries: [
        { account: 'bank', amountKobo: toKobo(100) },
        { account: 'opening-balances', amountKobo: toKobo(-100) },
      ],
      now: at,
    }),
  );

async function readTar(bytes: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const reader = extract();
  reader.end(gunzipSync(bytes));
  for await (const entry of reader) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    files.set(entry.header.name, Buffer.concat(chunks));
  }
  return files;
}

describe('the accountant’s month', () => {
  it('has the VAT of its documents, which is that of the ledger, with credit notes by themselves', async () => {
    const [stays, goes] = [await bed.createCustomer(), await bed.createCustomer()];
    await bed.pay(stays);
    const returned = await bed.pay(goes);
    await bed.call(first, 'POST', `/api/staff/payments/${returned}/refund`, { reason: 'Moved away' });
    await settleRefunds(bed);
    const { vatReturn, proof, period } = await read();
    expect(period).toMatchObject({ month, status: 'open', isOver: false });
    expect(vatReturn).toMatchObject({
      invoices: 2,
      creditNotes: 1,
      taxable: [{ percent: 7.5, net: 46_511.62, tax: 3_488.38 }],
      credited: { taxable: [{ percent: 7.5, net: 23_255.81, tax: 1_744.19 }] },
      outputTax: 1_744.19,
      ledgerTax: 1_744.19,
      sales: 23_255.81,
      rounding: 0,
    });
    expect(proof).toMatchObject({
      ledgerRevenue: 25_000,
      documents: 25_000,
      differenceCount: 0,
      differences: [],
      waiting: { count: 3, amount: 25_000 },
      registered: { count: 0 },
    });
  });

  it('names what the ledger has without a document', async () => {
    await bed.pool.query(
      "update ledger_entries set amount = amount - 100 where id = (select max(id) from ledger_entries where account = 'revenue' and amount < 0)",
    );
    const { proof } = await read();
    expect(proof).toMatchObject({ differenceCount: 1, differences: [{ ledger: 25_100, documents: 25_000 }] });
    expect(proof.differences[0].transactions[0]).toMatch(/^payment:/);
    await bed.pool.query(
      "update ledger_entries set amount = amount + 100 where id = (select max(id) from ledger_entries where account = 'revenue' and amount < 0)",
    );
  });

  it('is one file that opens without the portal, each file as its checksum says', async () => {
    const answer = await first.browser.get(`/api/staff/accounting-periods/${month}/audit-file.tar.gz`);
    expect(answer.statusCode).toBe(200);
    const files = await readTar(answer.rawPayload);
    const sums = files.get('SHA256SUMS')?.toString() ?? '';
    const listed = sums
      .trim()
      .split('\n')
      .map((line) => line.split('  '));
    expect(listed.map(([, path]) => path).sort()).toEqual(
      [...files.keys()].filter((name) => name !== 'SHA256SUMS').sort(),
    );
    for (const [sum, path] of listed)
      expect(
        createHash('sha256')
          .update(files.get(path ?? '') ?? '')
          .digest('hex'),
      ).toBe(sum);
    const documents = [...files.keys()].filter((name) => name.startsWith('documents/'));
    expect(documents).toHaveLength(6);
    expect(files.get(documents.find((name) => name.endsWith('.html')) ?? '')?.toString()).not.toContain('href');
    expect(files.get('journal.csv')?.toString()).toContain('gateway:paystack');
    expect(JSON.parse(files.get('month.json')?.toString() ?? '').vatReturn.outputTax).toBe(1_744.19);
  });

  it('has every document of the return as CSV, what goes back below zero', async () => {
    const { body } = await second.browser.get(`/api/staff/accounting-periods/${month}/vat-documents.csv`);
    const vat = body
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => Number(line.split(',')[9]));
    expect(vat.toSorted((a, b) => a - b)).toEqual([-1744.19, 1744.19, 1744.19]);
  });
});

describe('closing a month', () => {
  it('is refused while it is not over, and while an earlier one is open', async () => {
    expect((await close(first)).body.code).toBe('accounting-period.not-over');
    untilNextMonth();
    untilNextMonth();
    expect((await close(first, lagosPeriod(new Date(bed.deps.clock().getTime() - 20 * 86_400_000)))).body.code).toBe(
      'accounting-period.earlier-open',
    );
    expect((await read()).checks.map(({ id }: { id: string }) => id)).toEqual(['documents-waiting']);
  });

  it('keeps every entry out of it from then on, whoever books it, and leaves the present one alone', async () => {
    const inMonth = new Date(`${month}-15T12:00:00Z`);
    await book('before-closing', inMonth);
    const { status, body } = await close(first);
    expect([status, body.period?.status]).toEqual([200, 'closed']);
    expect((await close(second)).body.code).toBe('accounting-period.closed');
    await expect(book('after-closing', inMonth)).rejects.toThrow();
    await book('now', bed.deps.clock());
    expect(await bed.rows("select transaction_key from ledger_entries where transaction_key like '%-closing'")).toEqual(
      [{ transaction_key: 'before-closing' }, { transaction_key: 'before-closing' }],
    );
    expect((await read()).hasChanged).toBe(false);
    const now = bed.deps.clock();
    expect(await bed.database.transaction((tx) => findBookingTime(tx, inMonth, now))).toEqual(now);
  });

  it('waits for a booking that has begun, and does not lose it', async () => {
    const client = await bed.pool.connect();
    const next = lagosPeriod(new Date(Date.parse(`${month}-28T12:00:00Z`) + 10 * 86_400_000));
    await client.query('begin');
    await client.query(
      "insert into ledger_entries (transaction_key, account, amount, created_at) values ('slow', 'bank', 1, $1), ('slow', 'refunds', -1, $1)",
      [`${next}-10T12:00:00Z`],
    );
    const closing = close(first, next);
    await vi.waitFor(async () => {
      const waiting = await bed.rows(
        "select 1 from pg_locks where not granted and relation = 'ledger_entries'::regclass",
      );
      expect(waiting).toHaveLength(1);
    });
    await client.query('commit');
    client.release();
    expect((await closing).status).toBe(200);
    expect((await read(next)).hasChanged).toBe(false);
  });

  it('is undone by two people, the latest month first', async () => {
    const next = lagosPeriod(new Date(Date.parse(`${month}-28T12:00:00Z`) + 10 * 86_400_000));
    const reopen = (who: Customer, of: string, end = '', body: object = { reason: 'A late invoice' }) =>
      bed.call(who, 'POST', `/api/staff/accounting-periods/${of}/reopening${end}`, body);
    expect((await reopen(first, month)).body.period.status).toBe('reopening');
    expect((await reopen(first, month, '/decision', { approve: true })).body.code).toBe(
      'accounting-period.second-person',
    );
    expect((await reopen(second, month, '/decision', { approve: true })).body.code).toBe(
      'accounting-period.later-closed',
    );
    expect((await reopen(first, month, '/decision', { approve: false })).body.period.status).toBe('closed');
    await reopen(first, next);
    await expect(book('while-asked', new Date(`${next}-15T12:00:00Z`))).rejects.toThrow();
    expect((await reopen(second, next, '/decision', { approve: true })).body.period.status).toBe('reopened');
    await book('reopened', new Date(`${next}-15T12:00:00Z`));
    expect((await close(second, next)).body.period.status).toBe('closed');
    await expect(book('closed-again', new Date(`${next}-15T12:00:00Z`))).rejects.toThrow();
  });
});
