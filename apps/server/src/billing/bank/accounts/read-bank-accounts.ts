import type { BankAccount, BankStatement } from '@portal/contract/billing/bank/bank-accounts';
import { nairaFromKobo } from '@portal/kernel/money';
import type { Database } from '../../../platform/database/connection.ts';
import { listAccountStates, listStatements } from './bank-account.repository.ts';
import { requireBankAccount } from './change-bank-accounts.ts';

const MOST_STATEMENTS = 50;

/** All bank accounts with what waits in each. */
export async function readBankAccounts(database: Database): Promise<BankAccount[]> {
  const rows = await listAccountStates(database);
  return rows.map(({ account, balance, statementBalance, lastDay, open, proposed }) => ({
    id: account.id,
    name: account.name,
    bank: account.bank,
    accountNumber: account.accountNumber,
    openingBalance: nairaFromKobo(account.openingBalance),
    openingDay: account.openingDay,
    deductsVat: account.deductsVat,
    hasColumns: account.columnChoice !== null,
    balance: nairaFromKobo(balance),
    statementBalance: statementBalance === null ? null : nairaFromKobo(statementBalance),
    lastDay,
    open,
    proposed,
    retiredAt: account.retiredAt?.toISOString() ?? null,
  }));
}

/** The last statements of an account. Throws bank.account-not-found. */
export async function readStatements(database: Database, accountId: number): Promise<BankStatement[]> {
  await requireBankAccount(database, accountId);
  const rows = await listStatements(database, accountId, MOST_STATEMENTS);
  return rows.map(({ statement, importedBy }) => ({
    id: statement.id,
    format: statement.format,
    fileName: statement.fileName,
    firstDay: statement.firstDay,
    lastDay: statement.lastDay,
    lines: statement.lines,
    added: statement.added,
    openingBalance: statement.openingBalance === null ? null : nairaFromKobo(statement.openingBalance),
    closingBalance: statement.closingBalance === null ? null : nairaFromKobo(statement.closingBalance),
    findings: statement.findings,
    importedBy,
    importedAt: statement.importedAt.toISOString(),
  }));
}
