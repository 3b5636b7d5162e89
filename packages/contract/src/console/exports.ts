import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import type { Permission } from '../platform/staff-permissions.ts';

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

/** What staff need for a file besides `exports:read`: the permission to read its subject. */
export const exportNeeds: Readonly<Record<ExportKind, Permission>> = {
  customers: 'customers:read',
  lines: 'lines:read',
  invoices: 'payments:read',
  'credit-notes': 'payments:read',
  payments: 'payments:read',
  ledger: 'ledger:read',
  usage: 'lines:read',
  tickets: 'tickets:read',
  messages: 'operations:read',
  audit: 'audit:read',
};

const fileNames = z.enum(exportKinds.map((kind) => `${kind}.csv` as const));

export const exportRecords = defineEndpoint({
  method: 'GET',
  path: '/api/staff/exports/:file',
  access: 'admin',
  permission: 'exports:read',
  summary:
    'Everything of one kind as CSV, a line each, in the order of their keys: customers.csv, lines.csv, invoices.csv, credit-notes.csv, payments.csv, ledger.csv, usage.csv, tickets.csv, messages.csv, audit.csv; each also needs the permission to read its subject',
  params: z.object({ file: fileNames }),
  answer: null,
  errors: [],
});
