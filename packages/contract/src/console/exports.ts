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
  'vouchers',
  'agent-sales',
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
  vouchers: 'vouchers:read',
  'agent-sales': 'agents:read',
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

/** A text that every program reads, and the workbook of Excel. */
export const exportFormats = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

const fileNames = z.enum(exportKinds.flatMap((kind) => exportFormats.map((format) => `${kind}.${format}` as const)));

export const exportRecords = defineEndpoint({
  method: 'GET',
  path: '/api/staff/exports/:file',
  access: 'admin',
  permission: 'exports:read',
  summary:
    'Everything of one kind, a line each, in the order of their keys: customers, lines, invoices, credit-notes, charges, payments, receipts, refunds, earlier-payments, vouchers, agent-sales, ledger, usage, plans, tickets, ticket-replies, chats, chat-messages, chat-notes, messages, audit; as CSV (customers.csv) or as a workbook of Excel (customers.xlsx); each also needs the permission to read its subject',
  params: z.object({ file: fileNames }),
  freshProof: true,
  answer: null,
  errors: [],
});

export const api = {
  description: 'Everything of one kind as a file.',
  endpoints: { exportRecords },
};
