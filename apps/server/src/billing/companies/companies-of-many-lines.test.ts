import { DAY_MS, daysBefore, lagosDate, lagosPeriod, startOfLagosMonth } from '@portal/kernel/calendar';
import { nairaFromKobo, toKobo } from '@portal/kernel/money';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { acts, type Customer } from '../../testing/billing/simulation/billing-simulation-actions.ts';
import {
  type BillingTestbed,
  startBillingTestbed,
} from '../../testing/billing/simulation/billing-simulation-testbed.ts';
import { takeCounterPayment } from '../counter/take-counter-payment.ts';
import { openShift } from '../counter/tills/open-shift.ts';
import { wakeCompany } from '../invoices/company-billing.repository.ts';
import { listJournalDays } from '../ledger/journal.repository.ts';
import { openLine } from '../lines/open-line.ts';
import { initializePayment } from '../payments/initialize-payment.ts';
import { findPaymentByReference } from '../payments/payment.repository.ts';
import { settlePayment } from '../payments/settlement/settle-payment.ts';
import { payOut } from '../refunds/payouts/pay-out.ts';
import { listToPayOut } from '../refunds/payouts/payout.repository.ts';
import { buildAccountStatement } from '../statements/build-account-statement.ts';
import { extendForOutage } from '../subscriptions/extend-for-outage.ts';
import { changeCompany } from './change-company.ts';
import { runCompanyBilling } from './run-company-billing.ts';

/** Fixed by default, so that every run tries the same sequences. */
const SEED = Number(process.env.HISTORIES_SEED ?? 20_261_126);
const COMPANIES = process.env.FULL_TESTS ? 60 : 3;
const MOST_LINES = 20;
const GRACE_DAYS = 3;

vi.setConfig({ testTimeout: COMPANIES * 60_000, hookTimeout: 60_000 });

let bed: BillingTestbed;
beforeAll(async () => {
  bed = await startBillingTestbed(GRACE_DAYS);
  await openShift(bed.worker(), bed.staffId);
});
afterAll(() => bed.close());

/** In percent of what is owed: mostly less, so that several invoices are open at once. */
const part = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 30 }) }, fc.integer({ min: 90, max: 120 }));
const step = fc.oneof(
  fc.record({ kind: fc.constant('add line' as const) }),
  fc.record({ kind: fc.constantFrom('pause', 'come back', 'leave', 'stay'), line: fc.nat() }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('counter' as const), part, withheld: fc.constant(0) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('counter' as const), part, withheld: fc.constantFrom(5, 10) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('gateway' as const), overpaid: fc.nat({ max: 9000 }) }) },
  fc.record({ kind: fc.constant('refund' as const) }),
  fc.record({ kind: fc.constantFrom('disable' as const, 'enable' as const, 'enable' as const) }),
  fc.record({ kind: fc.constant('outage' as const), line: fc.nat(), hours: fc.integer({ min: 24, max: 90 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const scenario = fc.record({
  lines: fc.integer({ min: 1, max: MOST_LINES }),
  billingDay: fc.integer({ min: 1, max: 28 }),
  // Long ones, so that several invoices are open at once.
  terms: fc.constantFrom(0, 75, 90),
  months: fc.array(
    fc.record({
      steps: fc.array(step, { maxLength: 4 }),
      days: fc.integer({ min: 1, max: 40 }),
      vatRate: fc.constantFrom(0, 500, 750, 1000, 2000),
    }),
    {
      minLength: 6,
      maxLength: 6,
    },
  ),
});

type Paid = { readonly reference: string; readonly kobo: number; readonly credited: number; readonly withheld: number };

/** A company as a bookkeeper with a notebook would keep it; in kobo. */
class Notebook {
  credit = 0;
  withheld = 0;
  /** Nothing is billed or taken by itself meanwhile. */
  isDisabled = false;
  readonly invoices: { readonly number: string; left: number }[] = [];
  readonly payments: Paid[] = [];

  get owed(): number {
    return this.invoices.reduce((sum, { left }) => sum + left, 0);
  }

  /** Pays the oldest first; returns what is left over. */
  private settle(kobo: number): number {
    let left = kobo;
    for (const invoice of this.invoices) {
      const paid = Math.min(left, invoice.left);
      invoice.left -= paid;
      left -= paid;
    }
    return left;
  }

  pay(reference: string, kobo: number, withheld = 0): void {
    this.settle(withheld);
    this.withheld += withheld;
    const credited = this.settle(kobo);
    this.credit += credited;
    this.payments.push({ reference, kobo, credited, withheld });
  }

  useCredit(): void {
    if (!this.isDisabled) this.credit = this.settle(this.credit);
  }

  /** The money goes back, and what it had paid is corrected: it is owed no more. */
  refund({ credited, withheld }: Paid): boolean {
    if (credited > this.credit) return false;
    this.credit -= credited;
    this.withheld -= withheld;
    return true;
  }
}

const rows = async <Row extends object>(statement: string, values: unknown[]): Promise<Row[]> =>
  (await bed.pool.query<Row>(statement, values)).rows;

async function openCompany(count: number, billingDay: number, paymentTermsDays: number): Promise<Customer[]> {
  const [first] = await bed.newCustomers([null]);
  if (!first) throw new Error('no customer');
  const people = [];
  for (let line = 0; line < count; line++) people.push(await addLine(first, line));
  const form = { companyName: 'Kano Foods', taxId: '0123456-0001', paymentTermsDays, billingDay };
  await changeCompany(bed.worker(), { accountId: first.id, staffId: bed.staffId, form });
  return people;
}

async function addLine(first: Customer, line: number): Promise<Customer> {
  const planId = bed.plans[line % bed.plans.length]?.id ?? '';
  const { id } = await openLine(bed.worker(), { accountId: first.id, label: `Branch ${line}`, place: null, planId });
  return { ...first, lineId: id };
}

let forms = 0;

async function atCounter(who: Customer, book: Notebook, order: { part: number; withheld: number }): Promise<void> {
  const withheldKobo = Math.round((book.owed / 1.075) * (order.withheld / 100));
  const amountKobo = Math.max(1, Math.round((book.owed * order.part) / 100));
  const method = 'deposit' as const;
  const { payment } = await takeCounterPayment(bed.worker(), {
    userId: who.id,
    lineId: who.lineId,
    staffId: bed.staffId,
    amountKobo: toKobo(amountKobo),
    withheldKobo: toKobo(withheldKobo),
    method,
    outsideReference: `slip-${forms}`,
    planId: null,
    slipId: null,
    clientRequestId: `form-number-${forms++}`,
  });
  book.pay(payment.reference, amountKobo, withheldKobo);
}

/** Pays all that is owed, where credit does not. */
async function atGateway(who: Customer, book: Notebook, overpaid: number): Promise<void> {
  const newest = book.invoices.findLast(({ left }) => left > 0);
  const dueKobo = book.owed - Math.min(book.owed, book.credit);
  if (!newest || dueKobo === 0) return;
  const { reference } = await initializePayment(bed.worker(), {
    lineId: who.lineId,
    gatewayId: 'paystack',
    planId: bed.plans[0]?.id ?? '',
    purpose: 'period',
    chargeId: newest.number,
    amountNaira: nairaFromKobo(toKobo(dueKobo)),
    email: who.email,
    payer: { id: who.id, name: 'Amina' },
  });
  if (overpaid > 0) bed.payTooMuch(reference, overpaid * 100);
  const payment = await findPaymentByReference(bed.worker().database, reference);
  if (!payment) throw new Error('no payment');
  await settlePayment(bed.worker(), payment, 'webhook');
  book.useCredit();
  book.pay(reference, dueKobo + overpaid * 100);
}

async function disable(who: Customer, book: Notebook, isDisabled: boolean): Promise<void> {
  book.isDisabled = isDisabled;
  await bed.pool.query('update users set disabled = $2 where id = $1', [who.id, isDisabled]);
  await wakeCompany(bed.worker().database, who.id, bed.tick(0));
}

async function endOutage({ lineId }: Customer, hours: number): Promise<void> {
  const [line] = await rows<{ id: string }>('select id from user_subscriptions where user_id = $1', [lineId]);
  const { database, publish } = bed.worker();
  const lost = [{ subscriptionId: line?.id ?? '', creditMs: hours * 3_600_000 }];
  await database.transaction((tx) => extendForOutage({ publish }, tx, lost, bed.tick(0)));
}

async function perform(people: Customer[], book: Notebook, act: Step): Promise<void> {
  const worker = bed.worker();
  const [first] = people as [Customer];
  const who = 'line' in act ? (people[act.line % people.length] as Customer) : first;
  if (act.kind === 'disable' || act.kind === 'enable') return disable(first, book, act.kind === 'disable');
  // Nobody signs in, and nobody comes to the counter.
  if (book.isDisabled) return;
  switch (act.kind) {
    case 'outage':
      return endOutage(who, act.hours);
    case 'add line':
      if (people.length < MOST_LINES) people.push(await addLine(first, people.length));
      return;
    case 'pause':
      return acts.pause(worker, who, 10);
    case 'come back':
      return acts.comeBack(worker, who);
    case 'leave':
      return acts.leave(worker, who);
    case 'stay':
      return acts.stay(worker, who);
    case 'counter':
      return atCounter(first, book, act);
    case 'gateway':
      return atGateway(first, book, act.overpaid);
    case 'refund': {
      const paid = book.payments.pop();
      if (!paid || !book.refund(paid)) return;
      await acts.refund(worker, paid.reference, bed.staffId, true);
      return payOutByBank(paid.reference);
    }
  }
}

/** What was deposited goes back by a transfer of staff; a gateway sends its own. */
async function payOutByBank(payment: string): Promise<void> {
  const waiting = await listToPayOut(bed.worker().database, { accountId: null, limit: 100 });
  const found = waiting.find((each) => each.payment === payment);
  const form = `form-number-${forms++}`;
  const transfer = { staffId: bed.staffId, clientRequestId: form, bankReference: form };
  if (found) await payOut(bed.worker(), { ...transfer, reference: found.refund.reference });
}

async function runJobs(): Promise<void> {
  const bill = async () => {
    while ((await runCompanyBilling(bed.worker())) > 0);
  };
  await bed.runJobs(null);
  await Promise.all([bill(), bill()]);
  await bed.runJobs(null);
}

type Invoice = { readonly number: string; readonly total: number; readonly left: number; readonly due: Date };

const readInvoices = (accountId: number) =>
  rows<Invoice>(
    `select i.invoice_number as number, (i.total * 100)::int as total, (m.outstanding * 100)::int as left, i.due_at as due
     from invoices i join monthly_invoices m on m.invoice_id = i.id where m.account_id = $1 order by i.year, i.sequence`,
    [accountId],
  );

async function readBalances(accountId: number) {
  const [row] = await rows<{ credit: number; withheld: number; owed: number }>(
    `select coalesce((select balance * 100 from credit_balances where user_id = $1), 0)::int as credit,
       (coalesce(sum(amount) filter (where account = 'withholding-tax-receivable'), 0) * 100)::int as withheld,
       (coalesce(sum(amount) filter (where account = 'receivable'), 0) * 100)::int as owed
     from ledger_entries where user_id = $1`,
    [accountId],
  );
  return row;
}

/** The VAT in kobo by the export of the ledger, and by invoices and credit notes. */
async function readVat() {
  const always = { from: new Date('2020-01-01'), until: new Date('2100-01-01') };
  const days = await listJournalDays(bed.worker().database, always);
  const booked = days
    .filter(({ account }) => account === 'vat')
    .reduce((sum, { creditKobo, debitKobo }) => sum + creditKobo - debitKobo, 0);
  const [noted] = await rows<{ noted: number; notes: number }>(
    `select ((select coalesce(sum(vat), 0) from invoices where status <> 'void')
       - (select coalesce(sum(vat), 0) from credit_notes))::float8 * 100 as noted,
       (select count(*) from credit_notes)::int as notes`,
    [],
  );
  return { booked, noted: Math.round(noted?.noted ?? 0), notes: noted?.notes ?? 0 };
}

/** What a line's time from one moment to another costs, counted day by day. */
function priceOf(monthlyKobo: number, from: Date, until: Date, billingDay: number): number {
  const monthStart = startOfLagosMonth(until, 0).getTime() + (billingDay - 1) * DAY_MS;
  const before =
    startOfLagosMonth(new Date(until.getTime() - DAY_MS * billingDay), 0).getTime() + (billingDay - 1) * DAY_MS;
  const start = before < until.getTime() ? before : monthStart;
  const all = Math.round((until.getTime() - start) / DAY_MS);
  let days = 0;
  for (let at = until.getTime(); at > from.getTime(); at -= DAY_MS) days++;
  return Math.floor((monthlyKobo * Math.min(days, all)) / all + 0.5);
}

it('bills all lines of a company once a month; whatever comes pays the oldest invoice, the rest is credit, and the ledger says so', async () => {
  let issued = 0;
  await fc.assert(
    fc.asyncProperty(scenario, async ({ lines, billingDay, terms, months }) => {
      const people = await openCompany(lines, billingDay, terms);
      const [{ id }] = people as [Customer];
      const book = new Notebook();
      await runJobs();
      for (const { steps, days, vatRate } of months) {
        bed.setVatRate(vatRate);
        for (const each of steps) {
          bed.tick();
          await perform(people, book, each);
          expect(await readBalances(id)).toEqual({ credit: book.credit, withheld: book.withheld, owed: book.owed });
        }
        for (let day = 0; day < days; day += 2) {
          const now = bed.tick(2 * DAY_MS);
          await runJobs();
          const stored = await readInvoices(id);
          if (book.isDisabled) expect(stored).toHaveLength(book.invoices.length);
          for (const { number, total } of stored.slice(book.invoices.length))
            book.invoices.push({ number, left: total });
          book.useCredit();
          expect(stored.map(({ left }) => left)).toEqual(book.invoices.map(({ left }) => left));
          expect(await readBalances(id)).toEqual({ credit: book.credit, withheld: book.withheld, owed: book.owed });
          const isOverdue = stored.some(
            ({ left, due }) => left > 0 && due.getTime() + GRACE_DAYS * DAY_MS <= now.getTime(),
          );
          const on = await rows<{ on: number; off: number }>(
            `select count(*) filter (where status = 'active')::int as on,
               count(*) filter (where status in ('suspended', 'pending') and paused_until is null and cancel_requested_at is null)::int as off
             from user_subscriptions where user_id = any($1)`,
            [people.map(({ lineId }) => lineId)],
          );
          if (isOverdue) expect(on[0]?.on).toBe(0);
          else if (!book.isDisabled) expect(on[0]?.off).toBe(0);
        }
      }
      issued += book.invoices.length;
      await bed.pool.query("update company_billing set next_step_at = 'infinity' where account_id = $1", [id]);
      await bed.pool.query('update user_subscriptions set next_step_at = null where user_id = any($1)', [
        people.map(({ lineId }) => lineId),
      ]);
      const now = bed.tick(0);
      const year = { accountId: id, from: lagosDate(daysBefore(now, 399)), to: lagosDate(now) };
      const statement = await buildAccountStatement(bed.worker().database, year, now);
      expect(Math.round(statement.closing * 100)).toBe(book.owed - book.credit);
      expect(Math.round(statement.ages.reduce((sum, { amount }) => sum + amount, 0) * 100)).toBe(book.owed);
      expect(await bed.violations()).toEqual([]);
      const { booked, noted, notes } = await readVat();
      // The export rounds what goes back of a payment once, credit notes for each invoice.
      expect(Math.abs(booked - noted)).toBeLessThanOrEqual(notes);
    }),
    { numRuns: COMPANIES, seed: SEED, endOnFailure: true },
  );
  const [{ double }] = (await rows<{ double: number }>(
    'select count(*)::int as double from (select 1 from monthly_invoices group by account_id, month having count(*) > 1) d',
    [],
  )) as [{ double: number }];
  expect(double).toBe(0);
  expect(issued).toBeGreaterThan(COMPANIES);
  const mixed = await rows(
    `select s.payment_id from invoice_settlements s join invoices i on i.id = s.invoice_id
     group by s.payment_id having count(distinct i.vat_rate) > 1`,
    [],
  );
  expect(mixed.length).toBeGreaterThan(0);
});

it('charges a line that was added within the month by the day, and then whole months', async () => {
  const [first] = (await openCompany(1, 15, 30)) as [Customer];
  await runJobs();
  const addedAt = bed.tick(5 * DAY_MS);
  const planId = bed.plans[1]?.id ?? '';
  const price = bed.plans[1]?.price ?? 0;
  const { id: lineId } = await openLine(bed.worker(), { accountId: first.id, label: 'Depot', place: null, planId });
  await runJobs();
  for (let day = 0; day < 70; day++) {
    bed.tick(DAY_MS);
    await runJobs();
  }
  const charged = await rows<{ kobo: number; from: Date; until: Date; month: string }>(
    `select (v.amount * 100)::int as kobo, v.starts_at as "from", v.ends_at as until, m.month
     from invoiced_periods v join user_subscriptions s on s.id = v.subscription_id join monthly_invoices m on m.invoice_id = v.invoice_id
     where s.user_id = $1 order by v.starts_at`,
    [lineId],
  );
  expect(charged.length).toBeGreaterThan(1);
  expect(charged[0]?.from).toEqual(addedAt);
  expect(charged.map(({ kobo }) => kobo)).toEqual(
    charged.map(({ from, until }, index) => (index === 0 ? priceOf(price, from, until, 15) : price)),
  );
  // What was had before the first billing day is on the invoice of that day, beside the month ahead.
  expect(charged[0]?.month).toBe(charged[1]?.month);
  expect(charged[1]?.month).toBe(lagosPeriod(charged[1]?.from ?? addedAt));
});

it('keeps a line off whose pause ends while an invoice of its company is overdue', async () => {
  const [first, second] = (await openCompany(2, 1, 0)) as [Customer, Customer];
  const pass = async () => {
    bed.tick(DAY_MS);
    await runJobs();
  };
  await runJobs();
  while ((await readInvoices(first.id)).length === 0) await pass();
  await acts.pause(bed.worker(), second, 10);
  for (let day = 0; day < 12; day++) await pass();
  const states = await rows(
    'select status, paused_until as paused from user_subscriptions where user_id = any($1) order by user_id',
    [[first.lineId, second.lineId]],
  );
  expect(states).toEqual([
    { status: 'suspended', paused: null },
    { status: 'suspended', paused: null },
  ]);
});
