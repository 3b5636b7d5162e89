import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { naira } from '../platform/fields.ts';

/** Programs that take the journal as a file (docs/accounting.md). */
export const journalFormats = ['plain', 'erpnext', 'odoo'] as const;
export type JournalFormat = (typeof journalFormats)[number];

export const exportJournal = defineEndpoint({
  method: 'GET',
  path: '/api/staff/journal.csv',
  access: 'admin',
  permission: 'ledger:read',
  summary:
    'The ledger of one month in Lagos as journal entries in CSV, debits equal to credits to the kobo: each transaction, or for erpnext and odoo one entry a day, in the columns that they import',
  query: z.object({
    month: z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'Name a month, such as 2026-11')),
    format: z._default(z.enum(journalFormats, 'There is no such format'), 'plain'),
  }),
  freshProof: true,
  answer: null,
  errors: [],
});

/**
 * The current ledger: each account with its entries, and the figures that must be zero: `remainder`
 * is the sum of all accounts, `unbalanced` counts transactions whose two sides differ,
 * `wrongCredit` customers whose spendable credit differs from the ledger.
 */
const trialBalance = z.object({
  accounts: z.array(z.object({ account: z.string(), entries: z.number(), balance: naira })),
  transactions: z.number(),
  remainder: naira,
  unbalanced: z.number(),
  wrongCredit: z.number(),
});
export type TrialBalance = z.infer<typeof trialBalance>;

export const getTrialBalance = defineEndpoint({
  method: 'GET',
  path: '/api/staff/trial-balance',
  access: 'admin',
  permission: 'ledger:read',
  summary: 'Whether the ledger adds up, account by account',
  answer: trialBalance,
  errors: [],
});

export const api = {
  description: 'The accounting of the provider: trial balance and journal.',
  endpoints: { exportJournal, getTrialBalance },
  schemas: { trialBalance },
};
