import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';

/** What an operator owns, one file each. */
export const exportKinds = [
  'customers',
  'lines',
  'invoices',
  'credit-notes',
  'charges',
  'payments',
  'receipts',
  'refunds',
  'earlier-payments',
  'ledger',
  'usage',
  'plans',
  'tickets',
  'ticket-replies',
  'messages',
  'audit',
] as const;
export type ExportKind = (typeof exportKinds)[number];

const fileNames = z.enum(exportKinds.map((kind) => `${kind}.csv` as const));

export const exportRecords = defineEndpoint({
  method: 'GET',
  path: '/api/staff/exports/:file',
  access: 'admin',
  permission: 'exports:read',
  summary:
    'Everything of one kind as CSV, a line each, in the order of their keys: customers.csv, lines.csv, invoices.csv, credit-notes.csv, charges.csv, payments.csv, receipts.csv, refunds.csv, earlier-payments.csv, ledger.csv, usage.csv, plans.csv, tickets.csv, ticket-replies.csv, messages.csv, audit.csv',
  params: z.object({ file: fileNames }),
  answer: null,
  errors: [],
});
