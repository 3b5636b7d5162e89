import type { JournalFormat } from '@portal/contract/billing/ledger';
import { decimalFromKobo, type Kobo, negateKobo, toKobo } from '@portal/kernel/money';
import { type Database, unhurried } from '../../platform/database/connection.ts';
import { csvLine } from '../../platform/http/bodies/csv-line.policy.ts';
import { type JournalDay, type JournalLine, listJournalDays, listJournalLines } from './journal.repository.ts';

const PAGE = 2000;
const nothing = toKobo(0);

type Range = { readonly from: Date; readonly until: Date };

/** An amount in its column; the other one stays empty. */
const amountCell = (amount: Kobo) => (amount > 0 ? decimalFromKobo(amount) : '');

function plainCells({ day, transaction, account, accountNumber, reference, amountKobo }: JournalLine): string[] {
  const sides = [amountCell(amountKobo), amountCell(negateKobo(amountKobo))];
  return [day, transaction, account, ...sides, 'NGN', accountNumber ?? '', reference ?? ''];
}

/** Page by page, each of a snapshot of its own: entries are never changed. */
async function* writePlain(database: Database, range: Range): AsyncGenerator<string> {
  yield csvLine(['date', 'transaction', 'account', 'debit', 'credit', 'currency', 'customer_account', 'payment']);
  for (let after = '0'; ; ) {
    const page = await unhurried(database).transaction((tx) => listJournalLines(tx, { ...range, after, limit: PAGE }));
    const last = page.at(-1);
    if (!last) return;
    yield page.map((line) => csvLine(plainCells(line))).join('');
    after = last.id;
  }
}

type Line = { readonly account: string; readonly debit: string; readonly credit: string };

/** The lines of a day: an account with debits and credits has both. Throws when they do not balance. */
function linesOf(day: string, accounts: readonly JournalDay[]): Line[] {
  const remainder = accounts.reduce((sum, { debitKobo, creditKobo }) => sum + debitKobo - creditKobo, 0);
  if (remainder !== 0) throw new Error(`the journal of ${day} does not balance: ${remainder} kobo`);
  return accounts.flatMap(({ account, debitKobo, creditKobo }) => [
    ...(debitKobo > nothing ? [{ account, debit: amountCell(debitKobo), credit: '' }] : []),
    ...(creditKobo > nothing ? [{ account, debit: '', credit: amountCell(creditKobo) }] : []),
  ]);
}

type DayFormat = {
  readonly header: readonly string[];
  /** The cells of an entry, which its further lines leave empty, and those of a line. */
  readonly entry: (day: string) => readonly string[];
  readonly line: (line: Line, day: string) => readonly string[];
};

/** Names a day’s entry in the other program. */
const referenceOf = (day: string) => `PORTAL-${day}`;

const DAY_FORMATS: Readonly<Record<Exclude<JournalFormat, 'plain'>, DayFormat>> = {
  erpnext: {
    header: [
      'Entry Type',
      'Posting Date',
      'Reference Number',
      'Reference Date',
      'User Remark',
      'Account (Accounting Entries)',
      'Debit (Accounting Entries)',
      'Credit (Accounting Entries)',
    ],
    entry: (day) => ['Journal Entry', day, referenceOf(day), day, referenceOf(day)],
    line: ({ account, debit, credit }) => [account, debit, credit],
  },
  odoo: {
    header: ['date', 'ref', 'line_ids/account_id', 'line_ids/name', 'line_ids/debit', 'line_ids/credit'],
    entry: (day) => [day, referenceOf(day)],
    line: ({ account, debit, credit }, day) => [account, referenceOf(day), debit || '0', credit || '0'],
  },
};

async function* writeDays(database: Database, range: Range, format: DayFormat): AsyncGenerator<string> {
  yield csvLine(format.header);
  const rows = await unhurried(database).transaction((tx) => listJournalDays(tx, range));
  for (const [day, accounts] of Map.groupBy(rows, (row) => row.day)) {
    const entry = format.entry(day);
    yield linesOf(day, accounts)
      .map((line, place) => csvLine([...entry.map((cell) => (place === 0 ? cell : '')), ...format.line(line, day)]))
      .join('');
  }
}

/**
 * The ledger of a time as journal entries in CSV, debits equal to credits: every transaction, or one
 * entry a day in the columns of another program.
 */
export function exportJournal(database: Database, range: Range, format: JournalFormat): AsyncGenerator<string> {
  return format === 'plain' ? writePlain(database, range) : writeDays(database, range, DAY_FORMATS[format]);
}
