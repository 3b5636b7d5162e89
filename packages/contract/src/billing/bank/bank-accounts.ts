import { formatNaira, LARGEST_SUM_KOBO, nairaFromKobo } from '@portal/kernel/money';
import * as z from 'zod/mini';
import { defineEndpoint } from '../../platform/endpoint.ts';
import {
  acknowledged,
  calendarDay,
  naira,
  requiredText,
  rowNumber,
  storable,
  timestamp,
} from '../../platform/fields.ts';
import { jsonObject } from '../../platform/json-object.ts';

/** Of a statement's file. */
export const STATEMENT_BYTES = 20 * 1024 * 1024;

/** How a bank may write its days, always the day before the month. */
export const dateForms = ['dd/mm/yyyy', 'dd-mmm-yyyy', 'yyyy-mm-dd', 'yyyy mmm dd'] as const;
export type DateForm = (typeof dateForms)[number];

const head = z.string().check(z.minLength(1), z.maxLength(100), storable);
const optionalHead = z.optional(head);

/**
 * The heads of the columns of a bank's CSV file. Amounts are in one column (`amount`, with a sign or with the
 * word debit or credit in `direction`) or in two (`moneyIn`, `moneyOut`).
 */
const columnChoice = z
  .object({
    bookedOn: head,
    valueOn: optionalHead,
    text: z.array(head).check(z.minLength(1, 'Choose the column of the narration'), z.maxLength(5)),
    reference: optionalHead,
    amount: optionalHead,
    direction: optionalHead,
    moneyIn: optionalHead,
    moneyOut: optionalHead,
    balance: optionalHead,
    dateForm: z.enum(dateForms),
    decimal: z.enum(['.', ',']),
  })
  .check(
    z.refine(
      ({ amount, moneyIn, moneyOut }) => (amount === undefined) !== (moneyIn === undefined || moneyOut === undefined),
      'Choose one column of amounts, or one of money in and one of money out',
    ),
  );
export type ColumnChoice = z.infer<typeof columnChoice>;

/**
 * `balance` is what the ledger holds in it: the opening balance and the lines that are matched;
 * `statementBalance` the balance after its last line, null before the first one. `open` lines wait, `proposed`
 * ones among them with a proposal.
 */
const bankAccount = z.object({
  id: z.number(),
  name: z.string(),
  bank: z.string(),
  accountNumber: z.string(),
  openingBalance: naira,
  openingDay: z.string(),
  deductsVat: z.boolean(),
  hasColumns: z.boolean(),
  balance: naira,
  statementBalance: z.nullable(naira),
  lastDay: z.nullable(z.string()),
  open: z.number(),
  proposed: z.number(),
  retiredAt: z.nullable(timestamp),
});
export type BankAccount = z.infer<typeof bankAccount>;

const accountId = z.object({ id: rowNumber });
const largest = nairaFromKobo(LARGEST_SUM_KOBO);
const balance = z.number('Enter the balance in naira').check(
  z.minimum(-largest),
  z.maximum(largest, `Enter at most ${formatNaira(LARGEST_SUM_KOBO)}`),
  z.refine((value) => Math.round(value * 100) / 100 === value, 'Use at most two decimals'),
);

export const listBankAccounts = defineEndpoint({
  method: 'GET',
  path: '/api/staff/bank-accounts',
  access: 'admin',
  permission: 'bank:read',
  summary: 'The provider’s own bank accounts, with what waits in each',
  answer: z.array(bankAccount),
  errors: [],
});

/** The opening balance is booked once, at that day; lines are recorded from the day after. */
export const addBankAccount = defineEndpoint({
  method: 'POST',
  path: '/api/staff/bank-accounts',
  access: 'admin',
  permission: 'bank:write',
  summary: 'Add a bank account with the balance at the end of a day',
  body: z.object({
    name: requiredText(60, 'Name the account'),
    bank: requiredText(60, 'Name the bank'),
    accountNumber: z.string('Enter the account number').check(
      z.overwrite((typed) => typed.replace(/[\s-]/g, '')),
      z.regex(/^[A-Za-z0-9]{6,34}$/, 'Enter the account number, 6 to 34 digits'),
    ),
    openingBalance: balance,
    openingDay: calendarDay(),
    deductsVat: z.optional(z.boolean()),
  }),
  answer: z.object({ ...acknowledged, account: bankAccount }),
  errors: ['bank.account-exists', 'bank.future-day'],
});

export const retireBankAccount = defineEndpoint({
  method: 'POST',
  path: '/api/staff/bank-accounts/:id/retire',
  access: 'admin',
  permission: 'bank:write',
  summary: 'Retire a bank account: nothing is imported into it any more',
  params: accountId,
  body: z.object({}),
  answer: z.object(acknowledged),
  errors: ['bank.account-not-found', 'bank.lines-open'],
});

const statementFinding = z.object({ line: z.nullable(z.number()), text: z.string() });
const readLine = z.object({
  line: z.number(),
  bookedOn: z.string(),
  valueOn: z.nullable(z.string()),
  amount: naira,
  balance: z.nullable(naira),
  text: z.string(),
  reference: z.nullable(z.string()),
});

const statementFormat = z.enum(['csv', 'mt940', 'camt053']);

/**
 * A statement as it was read, and what its import changes or would change. `heads` and `rows` are of a CSV
 * file; `columns` how it is read: the choice that was sent, that of the account, else what the heads suggest,
 * null where they suggest nothing, and then nothing is read. `firstLines` are five.
 */
const statementReading = z.object({
  format: statementFormat,
  heads: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  columns: z.nullable(columnChoice),
  firstLines: z.array(readLine),
  lines: z.number(),
  added: z.number(),
  repeated: z.number(),
  leftOut: z.number(),
  firstDay: z.nullable(z.string()),
  lastDay: z.nullable(z.string()),
  openingBalance: z.nullable(naira),
  closingBalance: z.nullable(naira),
  findings: z.array(statementFinding),
});
export type StatementReading = z.infer<typeof statementReading>;

const chosen = z.optional(jsonObject('columns', columnChoice));
/** CSV, MT940 or XML: which one is recognised from the file. */
const statementFile = ['text/csv'] as const;

export const checkBankStatement = defineEndpoint({
  method: 'POST',
  path: '/api/staff/bank-accounts/:id/statements/check',
  access: 'admin',
  permission: 'bank:write',
  summary: 'Read a statement (CSV, MT940 or CAMT.053) and say what its import would change; nothing is stored',
  params: accountId,
  query: z.object({ columns: chosen }),
  file: statementFile,
  answer: statementReading,
  errors: ['bank.account-not-found', 'bank.account-retired', 'bank.unreadable', 'bank.other-account', 'bank.too-large'],
});

/** The columns that were sent become those of the account. Lines that are there already are not added again. */
export const importBankStatement = defineEndpoint({
  method: 'POST',
  path: '/api/staff/bank-accounts/:id/statements',
  access: 'admin',
  permission: 'bank:write',
  summary: 'Import a statement (CSV, MT940 or CAMT.053); its lines are matched soon after',
  params: accountId,
  query: z.object({ fileName: requiredText(200, 'Name the file'), columns: chosen }),
  file: statementFile,
  answer: z.object({ ...acknowledged, statement: statementReading }),
  errors: [
    'bank.account-not-found',
    'bank.account-retired',
    'bank.unreadable',
    'bank.other-account',
    'bank.too-large',
    'bank.own-till',
  ],
});

const bankStatement = z.object({
  id: z.string(),
  format: statementFormat,
  fileName: z.string(),
  firstDay: z.string(),
  lastDay: z.string(),
  lines: z.number(),
  added: z.number(),
  openingBalance: z.nullable(naira),
  closingBalance: z.nullable(naira),
  findings: z.array(statementFinding),
  importedBy: z.string(),
  importedAt: timestamp,
});
export type BankStatement = z.infer<typeof bankStatement>;

export const listBankStatements = defineEndpoint({
  method: 'GET',
  path: '/api/staff/bank-accounts/:id/statements',
  access: 'admin',
  permission: 'bank:read',
  summary: 'The last fifty statements that were imported into a bank account, newest first',
  params: accountId,
  answer: z.array(bankStatement),
  errors: ['bank.account-not-found'],
});

export const api = {
  description: 'The provider’s own bank accounts and their statements.',
  endpoints: {
    listBankAccounts,
    addBankAccount,
    retireBankAccount,
    checkBankStatement,
    importBankStatement,
    listBankStatements,
  },
  schemas: { columnChoice, bankAccount, statementReading, bankStatement },
};
