import type {
  AccountingMonth,
  ClosingCheck,
  DocumentProof,
  VatReturn,
  WithholdingSummary,
} from '@portal/contract/billing/accounting-periods';
import { vatPercent } from '@portal/kernel/billing/vat';
import { addKobo, type Kobo, nairaFromKobo, toKobo } from '@portal/kernel/money';
import type { Queryable } from '../../platform/database/connection.ts';
import { sumJournalVat } from '../ledger/journal.repository.ts';
import { countEntries, findFirstMonth, findPeriod, listClosedAmong } from './accounting-period.repository.ts';
import {
  compareWithLedger,
  listOtherSums,
  sumRegistrations,
  sumWithheld,
  sumWrittenOff,
} from './document-proof.repository.ts';
import { monthsBetween, rangeOfMonth, returnDueOn } from './month-range.policy.ts';
import { readAccountingPeriod } from './read-periods.ts';
import {
  countDocuments,
  type Range,
  sumBadDebts,
  sumEntries,
  sumVatReturn,
  type VatSum,
} from './vat-return.repository.ts';

const total = (sums: readonly VatSum[], amountOf: (sum: VatSum) => number): Kobo =>
  addKobo(...sums.map((sum) => toKobo(amountOf(sum))));

function sumsOf(sums: readonly VatSum[]) {
  const netOf = (category: VatSum['category']) =>
    nairaFromKobo(
      total(
        sums.filter((sum) => sum.category === category),
        ({ taxableKobo }) => taxableKobo,
      ),
    );
  return {
    taxable: sums
      .filter(({ category }) => category === 'standard')
      .map(({ rate, taxableKobo, vatKobo }) => {
        return { percent: vatPercent(rate), net: nairaFromKobo(taxableKobo), tax: nairaFromKobo(vatKobo) };
      }),
    zeroRated: netOf('zero-rated'),
    exempt: netOf('exempt'),
  };
}

async function readVatReturn(queryable: Queryable, month: string, range: Range): Promise<VatReturn> {
  const sums = await sumVatReturn(queryable, range);
  const invoiced = sums.filter(({ kind }) => kind === 'invoice');
  const credited = sums.filter(({ kind }) => kind === 'credit-note');
  const balance = (amountOf: (sum: VatSum) => number) =>
    nairaFromKobo(toKobo(total(invoiced, amountOf) - total(credited, amountOf)));
  const accounts = await sumEntries(queryable, range);
  const badDebts = await sumBadDebts(queryable, range);
  return {
    dueOn: returnDueOn(month),
    ...(await countDocuments(queryable, range)),
    ...sumsOf(invoiced),
    credited: sumsOf(credited),
    rounding: balance(({ grossKobo, taxableKobo, vatKobo }) => grossKobo - taxableKobo - vatKobo),
    sales: balance(({ taxableKobo }) => taxableKobo),
    outputTax: balance(({ vatKobo }) => vatKobo),
    inputTax: nairaFromKobo(accounts.get('input-vat') ?? toKobo(0)),
    badDebts: {
      count: badDebts.count,
      amount: nairaFromKobo(badDebts.amountKobo),
      tax: nairaFromKobo(badDebts.taxKobo),
    },
    ledgerTax: nairaFromKobo(await sumJournalVat(queryable, range)),
  };
}

async function readProof(queryable: Queryable, range: Range): Promise<DocumentProof> {
  const compared = await compareWithLedger(queryable, range);
  const registrations = await sumRegistrations(queryable, range);
  const inState = (state: (typeof registrations)[number]['state']) => {
    const found = registrations.find((each) => each.state === state);
    return { count: found?.count ?? 0, amount: nairaFromKobo(found?.amountKobo ?? toKobo(0)) };
  };
  return {
    ledgerRevenue: nairaFromKobo(compared.ledgerKobo),
    writtenOff: nairaFromKobo(await sumWrittenOff(queryable, range)),
    documents: nairaFromKobo(compared.documentsKobo),
    differenceCount: compared.count,
    differences: compared.differences.map(
      ({ at, userId: id, customer: name, ledgerKobo, documentsKobo, ...names }) => ({
        at: new Date(at).toISOString(),
        customer: { id, name },
        ledger: nairaFromKobo(ledgerKobo),
        documents: nairaFromKobo(documentsKobo),
        ...names,
      }),
    ),
    registered: inState('registered'),
    waiting: inState('waiting'),
    refused: inState('refused'),
    unregistered: inState('unregistered'),
    otherSum: (await listOtherSums(queryable, range)).map(({ documentNumber, registeredKobo, documentKobo }) => {
      return { documentNumber, registered: nairaFromKobo(registeredKobo), document: nairaFromKobo(documentKobo) };
    }),
  };
}

async function readWithholding(queryable: Queryable, range: Range): Promise<WithholdingSummary> {
  const { received, missing, missingBy } = await sumWithheld(queryable, range);
  const naira = ({ count, amountKobo }: typeof received) => ({ count, amount: nairaFromKobo(amountKobo) });
  return {
    received: naira(received),
    missing: naira(missing),
    missingBy: missingBy.map(({ id, name, count, amountKobo, oldestAt }) => {
      return {
        customer: { id, name },
        count,
        amount: nairaFromKobo(amountKobo),
        oldestAt: new Date(oldestAt).toISOString(),
      };
    }),
  };
}

/** The months before one that are not closed. */
export async function countOpenBefore(queryable: Queryable, month: string): Promise<number> {
  const first = await findFirstMonth(queryable);
  if (first === null || first >= month) return 0;
  const [, ...before] = monthsBetween(first, month);
  return before.length - (await listClosedAmong(queryable, before)).size;
}

type Found = Pick<AccountingMonth, 'period' | 'proof' | 'withholding'>;

async function checksOf(
  queryable: Queryable,
  month: string,
  { period, proof, withholding }: Found,
  unbalanced: number,
) {
  const checks: ClosingCheck[] = [
    { id: 'not-over', blocks: true, count: period.isOver ? 0 : 1 },
    { id: 'earlier-open', blocks: true, count: await countOpenBefore(queryable, month) },
    { id: 'unbalanced', blocks: true, count: unbalanced },
    { id: 'differences', blocks: false, count: proof.differenceCount + proof.otherSum.length },
    { id: 'documents-waiting', blocks: false, count: proof.waiting.count },
    { id: 'documents-refused', blocks: false, count: proof.refused.count },
    { id: 'certificates-missing', blocks: false, count: withholding.missing.count },
  ];
  return checks.filter(({ count }) => count > 0);
}

/** Whether a closed month has other figures than it was closed with. */
async function hasChangedSince(queryable: Queryable, month: string, range: Range): Promise<boolean> {
  const figures = (await findPeriod(queryable, month))?.period.figures;
  if (!figures) return false;
  const now = await sumEntries(queryable, range);
  const accounts = Object.entries(figures.accounts);
  return accounts.length !== now.size || accounts.some(([account, kobo]) => now.get(account) !== kobo);
}

/** A month as the accountant needs it. */
export async function readAccountingMonth(queryable: Queryable, month: string, now: Date): Promise<AccountingMonth> {
  const range = rangeOfMonth(month);
  const period = await readAccountingPeriod(queryable, month, now);
  const vatReturn = await readVatReturn(queryable, month, range);
  const withholding = await readWithholding(queryable, range);
  const proof = await readProof(queryable, range);
  const { unbalanced } = await countEntries(queryable, range);
  const isShut = period.status === 'closed' || period.status === 'reopening';
  return {
    period,
    hasChanged: isShut && (await hasChangedSince(queryable, month, range)),
    checks: isShut ? [] : await checksOf(queryable, month, { period, proof, withholding }, unbalanced),
    vatReturn,
    withholding,
    proof,
  };
}
