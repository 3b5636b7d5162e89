import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';

/** What an operator owns, one file each. */
export const exportKinds = [
  'customers',
  'lines',
  'invoices',
  'credit-notes',
  'payments',
  'ledger',
  'usage',
  'tickets',
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
    'Everything of one kind as CSV, a line each, in the order of their keys: customers.csv, lines.csv, invoices.csv, credit-notes.csv, payments.csv, ledger.csv, usage.csv, tickets.csv, messages.csv, audit.csv',
  params: z.object({ file: fileNames }),
  answer: null,
  errors: [],
});
