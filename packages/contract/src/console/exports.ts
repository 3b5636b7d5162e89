import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import type { Permission } from '../platform/staff-permissions.ts';

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
  'chats',
  'chat-messages',
  'chat-notes',
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
  charges: 'payments:read',
  payments: 'payments:read',
  receipts: 'payments:read',
  refunds: 'payments:read',
  'earlier-payments': 'payments:read',
  ledger: 'ledger:read',
  usage: 'lines:read',
  plans: 'plans:read',
  tickets: 'tickets:read',
  'ticket-replies': 'tickets:read',
  chats: 'chats:read',
  'chat-messages': 'chats:read',
  'chat-notes': 'chats:read',
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
    'Everything of one kind as CSV, a line each, in the order of their keys: customers.csv, lines.csv, invoices.csv, credit-notes.csv, charges.csv, payments.csv, receipts.csv, refunds.csv, earlier-payments.csv, ledger.csv, usage.csv, plans.csv, tickets.csv, ticket-replies.csv, chats.csv, chat-messages.csv, chat-notes.csv, messages.csv, audit.csv; each also needs the permission to read its subject',
  params: z.object({ file: fileNames }),
  freshProof: true,
  answer: null,
  errors: [],
});
