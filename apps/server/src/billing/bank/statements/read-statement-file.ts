import type { ColumnChoice } from '@portal/contract/billing/bank/bank-accounts';
import { compact } from '../matching/match.policy.ts';
import { suggestColumns } from './column-choice.policy.ts';
import { readCamt053 } from './read-camt053.ts';
import { readCsvStatement, readTable } from './read-csv-statement.ts';
import { readMt940 } from './read-mt940.ts';
import {
  formatOf,
  type ReadLine,
  type ReadStatement,
  StatementFault,
  type StatementFormat,
  textOfFile,
} from './statement.policy.ts';

export type ReadFile = Omit<ReadStatement, 'account'> & {
  readonly format: StatementFormat;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Null where nobody has chosen the columns of a CSV file and its heads do not say them: it has no lines then. */
  readonly columns: ColumnChoice | null;
};

/** The statement is of another account. */
export class OtherAccount extends Error {}

const SHOWN_ROWS = 5;
const FEWEST_DIGITS = 6;

/** Leading zeros, an IBAN or a bank's code before the number are no difference. */
function isAccount(named: string, accountNumber: string): boolean {
  const [one, other] = [compact(named).replace(/^0+/, ''), compact(accountNumber).replace(/^0+/, '')];
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return one === other || (short.length >= FEWEST_DIGITS && long.endsWith(short));
}

/** Several statements of one account, as one in the order of their days. */
function joinStatements(statements: readonly ReadStatement[]): ReadStatement {
  const firstDay = ({ lines }: ReadStatement) => lines[0]?.bookedOn ?? '';
  const filled = statements
    .filter(({ lines }) => lines.length > 0)
    .toSorted((a, b) => firstDay(a).localeCompare(firstDay(b)));
  const gaps = filled.slice(1).flatMap((next, place) => {
    const before = filled[place]?.closingKobo ?? null;
    const isGap = before !== null && next.openingKobo !== null && before !== next.openingKobo;
    return isGap
      ? [
          {
            line: next.lines[0]?.line ?? null,
            text: 'The statement does not begin with the balance at which the one before it ends',
          },
        ]
      : [];
  });
  return {
    account: null,
    openingKobo: filled[0]?.openingKobo ?? null,
    closingKobo: filled.at(-1)?.closingKobo ?? null,
    lines: filled.flatMap(({ lines }): readonly ReadLine[] => lines),
    leftOut: statements.reduce((sum, { leftOut }) => sum + leftOut, 0),
    findings: [...statements.flatMap(({ findings }) => findings), ...gaps],
  };
}

/** What is above the heads of a CSV file names the account where it has one: ten digits of which none are ours are another. */
function checkPreamble(text: string, accountNumber: string): void {
  const top = text.slice(0, 3000).split(/\r\n|\n|\r/, 20);
  const named = top.flatMap((line) => /acc(?:oun)?t\.?\s*(?:no|num|number)\b\D{0,12}(\d{10})\b/i.exec(line)?.[1] ?? []);
  if (named.length > 0 && !named.some((number) => isAccount(number, accountNumber))) throw new OtherAccount(named[0]);
}

/**
 * Reads the statement of an account from a file of any of the three formats, recognised by its content.
 * Throws StatementFault, and OtherAccount where the file names another account.
 */
export function readStatementFile(
  file: Buffer,
  account: { readonly accountNumber: string },
  choice: ColumnChoice | null,
): ReadFile {
  const text = textOfFile(file);
  const format = formatOf(text);
  if (format !== 'csv') {
    const statements = format === 'mt940' ? readMt940(text) : readCamt053(text);
    const others = statements.find(
      (statement) => statement.account !== null && !isAccount(statement.account, account.accountNumber),
    );
    if (others) throw new OtherAccount(others.account ?? '');
    const { account: _named, ...statement } = joinStatements(statements);
    if (statement.lines.length === 0) throw new StatementFault('The statement has no booked line');
    return { ...statement, format, heads: [], rows: [], columns: null };
  }
  checkPreamble(text, account.accountNumber);
  const table = readTable(text, choice);
  const rows = table.rows.slice(0, SHOWN_ROWS).map(({ cells }) => cells);
  const columns =
    choice ??
    suggestColumns(
      table.heads,
      table.rows.slice(0, 50).map(({ cells }) => cells),
    );
  const seen = { format, heads: table.heads, rows, columns };
  if (columns === null) return { ...seen, openingKobo: null, closingKobo: null, lines: [], leftOut: 0, findings: [] };
  const { account: _none, ...statement } = readCsvStatement(text, columns);
  if (statement.lines.length === 0)
    throw new StatementFault('The file has no line with a day and an amount in the chosen columns');
  return { ...seen, ...statement };
}
