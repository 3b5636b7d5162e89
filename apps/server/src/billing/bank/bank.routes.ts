import {
  addBankAccount as addEntry,
  checkBankStatement,
  importBankStatement,
  listBankAccounts,
  listBankStatements,
  retireBankAccount as retireEntry,
  type StatementReading,
} from '@portal/contract/billing/bank/bank-accounts';
import {
  acceptProposal as acceptEntry,
  dismissProposal as dismissEntry,
  getBankLine,
  listBankLines,
  matchBankLine,
  searchOpenItems as searchEntry,
  undoBankMatch,
} from '@portal/contract/billing/bank/bank-lines';
import { exportMoneyMonth, getMoneyMonth } from '@portal/contract/billing/bank/money-month';
import { type Kobo, koboFromNaira, nairaFromKobo } from '@portal/kernel/money';
import type { FastifyInstance } from 'fastify';
import { recordAudit } from '../../identity/index.ts';
import { sendCsv } from '../../platform/http/bodies/send-csv.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { addBankAccount, retireBankAccount } from './accounts/change-bank-accounts.ts';
import { readBankAccounts, readStatements } from './accounts/read-bank-accounts.ts';
import { acceptProposal, dismissProposal, matchByHand, undoMatch } from './matching/match-by-hand.ts';
import { readLine, readLines, searchOpenItems } from './matching/read-bank-lines.ts';
import { csvOfMonth } from './month/csv-of-month.ts';
import { readMoneyMonth } from './month/read-money-month.ts';
import { type CheckedStatement, checkStatement, importStatement, takeFile } from './statements/import-statement.ts';

type BankDependencies = BillingDependencies & {
  /** Accepts a file as body. */
  readonly fileScope: FastifyInstance;
  /** Has lines matched soon. */
  readonly wakeMatching: () => void;
};

const FIRST_LINES = 5;
const orNull = (amount: Kobo | null): number | null => (amount === null ? null : nairaFromKobo(amount));

function presentReading(read: CheckedStatement): StatementReading {
  return {
    format: read.format,
    heads: [...read.heads],
    rows: read.rows.map((cells) => [...cells]),
    columns: read.columns,
    firstLines: read.lines.slice(0, FIRST_LINES).map(({ amountKobo, balanceKobo, ...line }) => ({
      ...line,
      amount: nairaFromKobo(amountKobo),
      balance: orNull(balanceKobo),
    })),
    lines: read.lines.length,
    added: read.added.length,
    repeated: read.repeated,
    leftOut: read.leftOut,
    firstDay: read.firstDay,
    lastDay: read.lastDay,
    openingBalance: orNull(read.openingKobo),
    closingBalance: orNull(read.closingKobo),
    findings: [...read.findings],
  };
}

function serveAccounts(routes: Routes, deps: BankDependencies): void {
  const { database, fileScope: scope } = deps;
  routes.serve(listBankAccounts, async () => readBankAccounts(database));
  routes.serve(addEntry, async ({ viewer, body: { openingBalance, deductsVat = false, ...body } }) => {
    const openingKobo = koboFromNaira(openingBalance);
    if (openingKobo === null) throw new ApiError('request.invalid');
    const id = await addBankAccount(deps, { ...body, openingKobo, deductsVat, staffId: viewer.user.id });
    const account = (await readBankAccounts(database)).find((each) => each.id === id);
    if (!account) throw new ApiError('bank.account-not-found');
    return { success: true as const, message: 'The bank account is added.', account };
  });
  routes.serve(retireEntry, async ({ viewer, params }) => {
    await retireBankAccount(deps, { id: params.id, staffId: viewer.user.id });
    return { success: true as const, message: 'The bank account is retired.' };
  });
  routes.serve(listBankStatements, async ({ params }) => readStatements(database, params.id));
  routes.serve(
    checkBankStatement,
    async ({ params, query, request }) => {
      const file = await takeFile(request.body);
      return presentReading(await checkStatement(deps, { accountId: params.id, file, columns: query.columns ?? null }));
    },
    { scope },
  );
  routes.serve(
    importBankStatement,
    async ({ viewer, params, query, request }) => {
      const order = {
        accountId: params.id,
        staffId: viewer.user.id,
        fileName: query.fileName,
        columns: query.columns ?? null,
      };
      const read = await importStatement(deps, { ...order, file: await takeFile(request.body) });
      deps.wakeMatching();
      const message =
        read.added.length === 0
          ? 'Every line was there already: nothing changed.'
          : `${read.added.length} new lines. They are being matched.`;
      return { success: true as const, message, statement: presentReading(read) };
    },
    { scope },
  );
}

function serveLines(routes: Routes, deps: BankDependencies): void {
  const { database } = deps;
  const booked = async (lineId: number, message: string) => ({
    success: true as const,
    message,
    line: await readLine(database, lineId),
  });
  routes.serve(listBankLines, async ({ query }) => readLines(database, query));
  routes.serve(getBankLine, async ({ params }) => readLine(database, params.id));
  routes.serve(searchEntry, async ({ params, query }) => searchOpenItems(database, params.id, query.search ?? ''));
  routes.serve(acceptEntry, async ({ viewer, params, body }) => {
    await acceptProposal(deps, { lineId: params.id, items: body.items, staffId: viewer.user.id });
    return booked(params.id, 'The line is matched.');
  });
  routes.serve(dismissEntry, async ({ viewer, params }) => {
    await dismissProposal(deps, { lineId: params.id, staffId: viewer.user.id });
    deps.wakeMatching();
    return booked(params.id, 'The proposal is dismissed.');
  });
  routes.serve(matchBankLine, async ({ viewer, params, body }) => {
    const { items = null, as = null, otherLine = null, note } = body;
    await matchByHand(deps, { lineId: params.id, staffId: viewer.user.id, items, as, otherLine, note });
    return booked(params.id, 'The line is matched.');
  });
  routes.serve(undoBankMatch, async ({ viewer, params, body }) => {
    await undoMatch(deps, { matchId: params.id, staffId: viewer.user.id, reason: body.reason });
    deps.wakeMatching();
    return { success: true as const, message: 'The match is undone. Its lines are open again.' };
  });
}

/** Bank accounts, their statements and lines, and where the money is at the end of a month. */
export function registerBank(routes: Routes, deps: BankDependencies): void {
  serveAccounts(routes, deps);
  serveLines(routes, deps);
  routes.serve(getMoneyMonth, async ({ query }) => readMoneyMonth(deps, query.month));
  routes.serve(exportMoneyMonth, async ({ viewer, query: { month }, reply }) => {
    const read = await readMoneyMonth(deps, month);
    await deps.database.transaction((tx) =>
      recordAudit(tx, {
        actorId: viewer.user.id,
        action: 'money-month.export',
        subject: `money-month:${month}`,
        before: null,
        after: null,
      }),
    );
    return sendCsv(reply, { viewer, fileName: `money-${month}.csv`, content: csvOfMonth(read) });
  });
}
