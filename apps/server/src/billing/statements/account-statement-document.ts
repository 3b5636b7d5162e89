import { brand } from '@portal/brand';
import type { AccountStatement, StatementEntry } from '@portal/contract/billing/companies';
import { lagosDateTime } from '@portal/kernel/calendar';
import { toKobo } from '@portal/kernel/money';
import { csvLine } from '../../platform/http/bodies/csv-line.policy.ts';
import { dayFormat, type InvoiceDocument, inNaira, partyLines } from '../invoices/documents/invoice-document.ts';
import type { InvoiceParty } from '../invoices/supply.ts';

/** What a document of the statement is called on it, in English as all documents are (decision 021). */
const NAMES: Readonly<Record<StatementEntry['kind'], string>> = {
  invoice: 'Invoice',
  payment: 'Payment',
  withheld: 'Tax withheld',
  'withheld-reversed': 'Tax withheld, taken back',
  'write-off': 'Written off',
  'write-off-reversed': 'Written off, taken back',
  'credit-note': 'Credit note',
  refund: 'Refund',
  chargeback: 'Taken back by the bank',
  credit: 'Account credit',
};

const AGES: Readonly<Record<AccountStatement['ages'][number]['age'], string>> = {
  current: 'Not due yet',
  '1-30': '1 to 30 days overdue',
  '31-60': '31 to 60 days overdue',
  '61-90': '61 to 90 days overdue',
  'over-90': 'More than 90 days overdue',
};

const nairaOf = (naira: number) => inNaira(toKobo(Math.round(naira * 100)));
const dayOf = (at: string) => dayFormat.format(new Date(at));
const nameOf = ({ kind, document }: StatementEntry) => [NAMES[kind], document].filter(Boolean).join(' ');

/** The statement as a document to be printed. */
export function describeAccountStatement(statement: AccountStatement, seller: InvoiceParty): InvoiceDocument {
  const { from, to, customer, opening, closing, entries, ages } = statement;
  const name = (day: string) => dayOf(`${day}T12:00:00+01:00`);
  return {
    brandName: brand.name,
    colour: brand.colours.primary.light,
    logo: brand.logo,
    title: 'Statement of account',
    number: customer.accountNumber,
    stamp: null,
    sum: { label: closing < 0 ? 'Credit' : 'Balance', value: nairaOf(Math.abs(closing)) },
    seller: partyLines(seller),
    buyer: [customer.name, `Account number ${customer.accountNumber}`],
    facts: [
      { label: 'From', value: name(from) },
      { label: 'To', value: name(to) },
      { label: 'Opening balance', value: nairaOf(opening) },
    ],
    lines: entries.map((entry) => ({
      label: `${dayOf(entry.at)}: ${nameOf(entry)}`,
      value: nairaOf(entry.amount),
      balance: nairaOf(entry.balance),
    })),
    totals: [
      ...ages
        .filter(({ amount }) => amount > 0)
        .map(({ age, amount }) => ({ label: AGES[age], value: nairaOf(amount) })),
      { label: 'Closing balance', value: nairaOf(closing) },
    ],
    notes: ['A balance below zero is your credit.'],
  };
}

const decimal = (naira: number) => naira.toFixed(2);

/**
 * The statement as CSV, the opening and closing balances in lines of their own. `date` is exact, or a day
 * in Lagos for the balances; `date_lagos` is on the clock of Lagos.
 */
export function writeAccountStatement({ from, to, opening, closing, entries }: AccountStatement): string {
  return [
    csvLine(['date', 'date_lagos', 'kind', 'document', 'amount_ngn', 'balance_ngn']),
    csvLine([from, from, 'Opening balance', '', '', decimal(opening)]),
    ...entries.map((entry) =>
      csvLine([
        entry.at,
        lagosDateTime(new Date(entry.at)),
        NAMES[entry.kind],
        entry.document,
        decimal(entry.amount),
        decimal(entry.balance),
      ]),
    ),
    csvLine([to, to, 'Closing balance', '', '', decimal(closing)]),
  ].join('');
}
