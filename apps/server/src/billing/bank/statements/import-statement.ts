import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type ColumnChoice, STATEMENT_BYTES } from '@portal/contract/billing/bank/bank-accounts';
import { lagosDate } from '@portal/kernel/calendar';
import { recordAudit } from '../../../identity/index.ts';
import type { Queryable } from '../../../platform/database/connection.ts';
import { unhurried } from '../../../platform/database/connection.ts';
import { runTransaction } from '../../../platform/database/run-transaction.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../../billing-dependencies.ts';
import { type BankAccountRow, lockBankAccount, setColumns } from '../accounts/bank-account.repository.ts';
import { requireBankAccount } from '../accounts/change-bank-accounts.ts';
import { inWords } from '../matching/match.policy.ts';
import { findFirstOpeningDay, hasOwnOpenItems } from '../matching/open-item.repository.ts';
import {
  findBalanceBefore,
  insertLines,
  insertStatement,
  listLinesOfDays,
  listStatementDays,
} from './bank-line.repository.ts';
import { distinguishLines, type KeyedLine, keyLines } from './distinguish-lines.policy.ts';
import { readInThread } from './read-in-thread.ts';
import { OtherAccount, type ReadFile } from './read-statement-file.ts';
import { StatementFault } from './statement.policy.ts';

export type CheckedStatement = ReadFile & {
  readonly added: readonly KeyedLine[];
  readonly repeated: number;
  readonly firstDay: string | null;
  readonly lastDay: string | null;
};

const MOST_FINDINGS = 100;
const DAY_MS = 86_400_000;
/** Banks are closed at weekends and on holidays: a gap within them is none. */
const LONGEST_GAP_DAYS = 5;

/** The whole file, up to 20 MB. Throws bank.too-large, bank.unreadable. */
export async function takeFile(body: unknown): Promise<Buffer> {
  if (!(body instanceof Readable)) throw new ApiError('bank.unreadable');
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > STATEMENT_BYTES) throw new ApiError('bank.too-large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function read(file: Buffer, account: BankAccountRow, choice: ColumnChoice | null): Promise<ReadFile> {
  try {
    return await readInThread(file, account, choice);
  } catch (error) {
    if (error instanceof StatementFault) throw new ApiError('bank.unreadable', { message: error.message });
    if (!(error instanceof OtherAccount)) throw error;
    const message = `The statement is of account ${error.message}, and this one is ${account.accountNumber}.`;
    throw new ApiError('bank.other-account', { message });
  }
}

/** A file beside what the account has: what is new of it, and what does not fit. */
async function compare(
  queryable: Queryable,
  account: BankAccountRow,
  file: ReadFile,
  now: Date,
): Promise<CheckedStatement> {
  const afterOpening = file.lines.filter(({ bookedOn }) => bookedOn > account.openingDay);
  const future = afterOpening.find(({ bookedOn }) => bookedOn > lagosDate(now));
  if (future)
    throw new ApiError('bank.unreadable', {
      message: `Line ${future.line}: ${inWords(future.bookedOn)} is in the future.`,
    });
  const [firstDay = null] = afterOpening.map(({ bookedOn }) => bookedOn).toSorted();
  const lastDay =
    afterOpening
      .map(({ bookedOn }) => bookedOn)
      .toSorted()
      .at(-1) ?? null;
  const leftOut = file.leftOut + file.lines.length - afterOpening.length;
  if (firstDay === null || lastDay === null) {
    return { ...file, lines: afterOpening, leftOut, added: [], repeated: 0, firstDay, lastDay };
  }
  const [known, earlier, before] = await Promise.all([
    listLinesOfDays(queryable, { accountId: account.id, from: firstDay, until: lastDay }),
    listStatementDays(queryable, account.id),
    findBalanceBefore(queryable, account.id, firstDay),
  ]);
  const { added, repeated, findings } = distinguishLines(keyLines(afterOpening), known, earlier);
  return {
    ...file,
    lines: afterOpening,
    leftOut,
    added,
    repeated,
    firstDay,
    lastDay,
    findings: [...file.findings, ...fromBefore(account, afterOpening, before, known), ...findings].slice(
      0,
      MOST_FINDINGS,
    ),
  };
}

/** Whether the statement goes on where the account was: with its balance, and without days between. */
function fromBefore(
  account: BankAccountRow,
  lines: ReadFile['lines'],
  before: Awaited<ReturnType<typeof findBalanceBefore>>,
  known: Awaited<ReturnType<typeof listLinesOfDays>>,
): { line: number | null; text: string }[] {
  const [first] = lines;
  if (!first) return [];
  const [balance, day] = before ? [before.balanceKobo, before.day] : [account.openingBalance, account.openingDay];
  const found: { line: number | null; text: string }[] = [];
  const begins = first.balanceKobo === null ? null : first.balanceKobo - first.amountKobo;
  // The earlier statement may have ended within that day.
  const isKnown = known.some((line) => line.bookedOn === first.bookedOn && line.balance === begins);
  if (balance !== null && begins !== null && begins !== balance && !isKnown) {
    found.push({
      line: first.line,
      text: `The statement does not begin with the balance that the account had on ${inWords(day)}: lines are missing or were changed`,
    });
  }
  const days = Math.round((Date.parse(first.bookedOn) - Date.parse(day)) / DAY_MS) - 1;
  if (days >= LONGEST_GAP_DAYS)
    found.push({
      line: first.line,
      text: `${days} days between ${inWords(day)} and ${inWords(first.bookedOn)} are in no statement`,
    });
  return found;
}

type Order = { readonly accountId: number; readonly file: Buffer; readonly columns: ColumnChoice | null };

async function readFor(
  database: BillingDependencies['database'],
  order: Order,
): Promise<{ account: BankAccountRow; read: ReadFile }> {
  const account = await requireBankAccount(database, order.accountId);
  if (account.retiredAt !== null) throw new ApiError('bank.account-retired');
  const choice = order.columns ?? (account.columnChoice as ColumnChoice | null);
  return { account, read: await readOrSuggest(order.file, account, choice, order.columns !== null) };
}

/**
 * Reads a statement and says what its import would change; stores nothing. Throws bank.account-not-found,
 * bank.account-retired, bank.unreadable with the line, bank.other-account.
 */
export async function checkStatement(
  { database, clock }: Pick<BillingDependencies, 'database' | 'clock'>,
  order: Order,
): Promise<CheckedStatement> {
  const { account, read: file } = await readFor(database, order);
  return compare(database, account, file, clock());
}

/** Columns that the account's choice no longer finds are suggested again. */
async function readOrSuggest(
  file: Buffer,
  account: BankAccountRow,
  choice: ColumnChoice | null,
  isSent: boolean,
): Promise<ReadFile> {
  if (choice === null || isSent) return read(file, account, choice);
  try {
    return await read(file, account, choice);
  } catch (error) {
    const suggested = await read(file, account, null);
    if (suggested.columns === null) throw error;
    return suggested;
  }
}

/**
 * Imports a statement: its new lines, and the columns by which a CSV file was read as those of the account. A
 * file that was imported before changes nothing. Audited. Throws as checkStatement, and bank.own-till where
 * money that the person took waits for a bank.
 */
export async function importStatement(
  { database, clock }: Pick<BillingDependencies, 'database' | 'clock'>,
  order: Order & { readonly staffId: number; readonly fileName: string },
): Promise<CheckedStatement> {
  const { accountId, staffId, fileName, file } = order;
  const since = await findFirstOpeningDay(database);
  if (since !== null && (await hasOwnOpenItems(database, staffId, since))) throw new ApiError('bank.own-till');
  const { read: readOnce } = await readFor(database, order);
  if (readOnce.columns === null && readOnce.format === 'csv') {
    throw new ApiError('bank.unreadable', { message: 'Choose the columns of the file first.' });
  }
  return runTransaction(unhurried(database), async (tx) => {
    const account = await lockBankAccount(tx, accountId);
    if (!account || account.retiredAt !== null) throw new ApiError('bank.account-retired');
    const checked = await compare(tx, account, readOnce, clock());
    if (checked.firstDay === null || checked.lastDay === null) {
      throw new ApiError('bank.unreadable', {
        message: `Every line is of ${inWords(account.openingDay)} or earlier, before the opening balance.`,
      });
    }
    const fileHash = createHash('sha256').update(file).digest('hex');
    const statementId = await insertStatement(tx, {
      accountId,
      format: checked.format,
      fileName,
      fileHash,
      firstDay: checked.firstDay,
      lastDay: checked.lastDay,
      openingBalance: checked.openingKobo,
      closingBalance: checked.closingKobo,
      lines: checked.lines.length,
      added: checked.added.length,
      findings: [...checked.findings],
      importedBy: staffId,
      importedAt: clock(),
    });
    if (statementId === null) return checked;
    await insertLines(
      tx,
      checked.added.map(({ bookedOn, valueOn, amountKobo, balanceKobo, text, reference, contentKey, ordinal }) => ({
        accountId,
        statementId,
        bookedOn,
        valueOn,
        amount: amountKobo,
        balance: balanceKobo,
        text,
        reference,
        contentKey,
        ordinal,
      })),
    );
    if (checked.columns !== null) await setColumns(tx, accountId, checked.columns);
    await recordAudit(tx, {
      actorId: staffId,
      action: 'bank-statement.import',
      subject: `bank-account:${accountId}`,
      before: null,
      after: {
        fileName,
        fileHash,
        lines: checked.lines.length,
        added: checked.added.length,
        from: checked.firstDay,
        until: checked.lastDay,
      },
    });
    return checked;
  });
}
