import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, identifier, naira, requiredText, storable, timestamp } from '../platform/fields.ts';
import { collectingGateway } from './payments/payments.ts';

export const settlementStatuses = ['pending', 'paid', 'failed', 'flagged'] as const;
export type SettlementStatus = (typeof settlementStatuses)[number];

/**
 * What does not agree in a settlement. `sums-differ`: its total is not the sum of its payments;
 * `deduction-unknown`: something was taken off that is no refund or chargeback of ours; `not-ours`: a payment
 * under a reference that we never issued; `unpaid-payment`: one that our ledger has not as paid;
 * `settled-twice`: one that a settlement had before; `other-amount`: one with another sum than ours;
 * `refund-not-taken`: paid out although it went back; `refund-not-booked`: a refund that our ledger does not
 * have; `figures-changed`: the gateway says something else of it since it was booked; `account-changed`: paid
 * to another account than the one before; `not-paid-out`: failed or held back; `not-to-bank`: it stayed in a
 * balance at the gateway.
 */
export const settlementFindingKinds = [
  'sums-differ',
  'deduction-unknown',
  'not-ours',
  'unpaid-payment',
  'settled-twice',
  'other-amount',
  'refund-not-taken',
  'refund-not-booked',
  'figures-changed',
  'account-changed',
  'not-paid-out',
  'not-to-bank',
] as const;
export type SettlementFindingKind = (typeof settlementFindingKinds)[number];

/** How a gateway’s fees hold VAT that can be recovered: `included` in them, `added` beside them. */
export const feeVats = ['none', 'included', 'added'] as const;
export type FeeVat = (typeof feeVats)[number];

/**
 * `settlementId` is the gateway’s. `fees` have their VAT; `feeVat` is the part that is booked as input VAT,
 * `payerFees` the part that payers bore. `unexplained` is missing between gross and net without a name,
 * `suspense` was paid out and is no payment of ours. `bookedAt` is null until it is paid and read.
 * `findings` counts what staff have not resolved.
 */
const settlement = z.object({
  id: z.string(),
  gateway: z.string(),
  settlementId: z.string(),
  status: z.enum(settlementStatuses),
  settledOn: z.string(),
  gross: naira,
  fees: naira,
  feeVat: naira,
  payerFees: naira,
  refunds: naira,
  chargebacks: naira,
  stampDuty: naira,
  unexplained: naira,
  net: naira,
  suspense: naira,
  paidToAccount: z.nullable(z.string()),
  paidToBank: z.nullable(z.string()),
  bankReference: z.nullable(z.string()),
  readAt: timestamp,
  bookedAt: z.nullable(timestamp),
  payments: z.number(),
  findings: z.number(),
});
export type GatewaySettlement = z.infer<typeof settlement>;

/** `subject` is the reference that it is about; numbers in `details` are naira. */
const finding = z.object({
  id: z.string(),
  kind: z.enum(settlementFindingKinds),
  subject: z.nullable(z.string()),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  foundAt: timestamp,
  resolved: z.nullable(z.object({ at: timestamp, by: z.nullable(z.string()), reason: z.nullable(z.string()) })),
});
export type SettlementFinding = z.infer<typeof finding>;

/** `isOurs`: `reference` is a payment of ours that the settlement has taken out of the gateway’s account. */
const item = z.object({
  id: z.string(),
  kind: z.enum(['payment', 'refund', 'chargeback']),
  reference: z.string(),
  vendorReference: z.string(),
  isOurs: z.boolean(),
  amount: naira,
  fee: naira,
});
export type SettlementItem = z.infer<typeof item>;

const columnName = z.nullable(z.string());
/** The heads of a report’s columns; null where it has none. */
const reportColumns = z.object({
  paymentReference: columnName,
  amount: columnName,
  fee: columnName,
  settlementAmount: columnName,
  settlementDate: columnName,
  batchReference: columnName,
  accountNumber: columnName,
});
export type ReportColumns = z.infer<typeof reportColumns>;

/**
 * `by`: whether the portal asks the gateway itself or staff import its report. `readAt`: the last reading or
 * import that went through, `failure` why the last one did not. `unsettled`: successful payments older than
 * `unsettledAfterDays` that no settlement has, since the first one; null before there is one.
 */
const settlementGateway = z.object({
  gateway: collectingGateway,
  name: z.string(),
  by: z.enum(['call', 'report']),
  readAt: z.nullable(timestamp),
  failedAt: z.nullable(timestamp),
  failure: z.nullable(z.string()),
  nextAt: z.nullable(timestamp),
  feeVat: z.enum(feeVats),
  columns: z.nullable(reportColumns),
  unsettledAfterDays: z.number(),
  unsettled: z.nullable(z.object({ count: z.number(), amount: naira, oldestPaidAt: z.nullable(timestamp) })),
});
export type SettlementGateway = z.infer<typeof settlementGateway>;

const unsettledPayment = z.object({
  reference: z.string(),
  customerId: z.number(),
  amount: naira,
  paidAt: timestamp,
  days: z.number(),
});
export type UnsettledPayment = z.infer<typeof unsettledPayment>;

const settlementParams = z.object({ id: identifier });
const limit = z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)));
const gatewayParams = z.object({ gateway: collectingGateway });

export const listSettlements = defineEndpoint({
  method: 'GET',
  path: '/api/staff/settlements',
  access: 'admin',
  permission: 'bank:read',
  summary: 'What gateways paid out, newest day first; `after` is the id of the last one of the page before',
  query: z.object({
    gateway: z.optional(collectingGateway),
    status: z.optional(z.enum(settlementStatuses)),
    findings: z.optional(z.literal('open')),
    after: z.optional(identifier),
    limit,
  }),
  answer: z.array(settlement),
  errors: [],
});

export const getSettlement = defineEndpoint({
  method: 'GET',
  path: '/api/staff/settlements/:id',
  access: 'admin',
  permission: 'bank:read',
  summary: 'One settlement with its findings: the open ones first, 200 at most',
  params: settlementParams,
  answer: z.extend(settlement, { listed: z.array(finding) }),
  errors: ['settlement.not-found'],
});
export type SettlementDetail = z.infer<typeof getSettlement.answer>;

export const listSettlementItems = defineEndpoint({
  method: 'GET',
  path: '/api/staff/settlements/:id/items',
  access: 'admin',
  permission: 'bank:read',
  summary:
    'The payments in a settlement, and what was taken off for refunds and chargebacks; `after` is the id of the last one of the page before',
  params: settlementParams,
  query: z.object({ after: z.optional(identifier), limit }),
  answer: z.array(item),
  errors: [],
});

/** What staff found out about it stays with it; another fact of the same kind is a finding again. */
export const resolveSettlementFinding = defineEndpoint({
  method: 'POST',
  path: '/api/staff/settlement-findings/:id/resolve',
  access: 'admin',
  permission: 'bank:write',
  summary: 'Resolve a finding in a settlement with what was found out; audited',
  params: settlementParams,
  body: z.object({ reason: requiredText(500, 'Say what you found out.') }),
  answer: z.object(acknowledged),
  errors: ['settlement.finding-not-found'],
});

export const listSettlementGateways = defineEndpoint({
  method: 'GET',
  path: '/api/staff/settlement-gateways',
  access: 'admin',
  permission: 'bank:read',
  summary: 'How the settlements of each gateway are read, when they were, and what is not settled yet',
  answer: z.array(settlementGateway),
  errors: [],
});

export const listUnsettledPayments = defineEndpoint({
  method: 'GET',
  path: '/api/staff/settlement-gateways/:gateway/unsettled-payments',
  access: 'admin',
  permission: 'bank:read',
  summary: 'Successful payments that should be in a settlement by now and are in none, the oldest 200 at most',
  params: gatewayParams,
  answer: z.array(unsettledPayment),
  errors: [],
});

/** Applies to settlements that are booked from then on. */
export const setFeeVat = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/settlement-gateways/:gateway/fee-vat',
  access: 'admin',
  permission: 'bank:write',
  summary: 'Say how a gateway’s fees hold VAT that can be recovered; audited',
  params: gatewayParams,
  body: z.object({ feeVat: z.enum(feeVats) }),
  answer: z.object(acknowledged),
  errors: [],
});

/** It goes on after the answer. */
export const readSettlementsNow = defineEndpoint({
  method: 'POST',
  path: '/api/staff/settlement-gateways/:gateway/readings',
  access: 'admin',
  permission: 'bank:write',
  summary: 'Read the settlements of a gateway now instead of at night; audited',
  params: gatewayParams,
  answer: z.object(acknowledged),
  errors: ['settlement.no-list'],
});

const head = z.optional(z.string().check(z.maxLength(200), storable));

/** Of a report that is sent to the portal. */
export const REPORT_BYTES = 8 * 1024 * 1024;

/**
 * `lines` are the first five as they are read. `faults` are rows that cannot be read, the first hundred; a
 * report with one is not imported. `skipped` rows have no payment reference, such as totals. `missing`:
 * columns that have to be chosen first.
 */
const settlementReport = z.object({
  headers: z.array(z.string()),
  columns: reportColumns,
  missing: z.array(z.string()),
  lines: z.array(
    z.object({
      row: z.number(),
      reference: z.string(),
      amount: naira,
      fee: naira,
      settledOn: z.string(),
      batch: z.string(),
      account: z.nullable(z.string()),
    }),
  ),
  faults: z.array(z.object({ row: z.number(), reason: z.string() })),
  rows: z.number(),
  skipped: z.number(),
  settlements: z.number(),
  /** Of these, those that the portal has not booked before. */
  fresh: z.number(),
  gross: naira,
  fees: naira,
});
export type SettlementReport = z.infer<typeof settlementReport>;

export const importSettlementReport = defineEndpoint({
  method: 'POST',
  path: '/api/staff/settlement-reports',
  access: 'admin',
  permission: 'bank:write',
  summary:
    'Import the settlement report of a gateway without a list as CSV, or with dryRun show how it is read; without chosen columns the saved ones apply, and an import saves them; audited',
  query: z.object({
    gateway: collectingGateway,
    dryRun: z.optional(z.enum(['true', 'false'])),
    paymentReference: head,
    amount: head,
    fee: head,
    settlementAmount: head,
    settlementDate: head,
    batchReference: head,
    accountNumber: head,
  }),
  file: ['text/csv'],
  answer: z.object({ ...acknowledged, report: settlementReport }),
  errors: ['settlement.has-list', 'settlement.not-a-report', 'settlement.report-faulty', 'file.too-large'],
});

export const api = {
  description: 'What payment gateways paid out, of which payments, and what does not agree.',
  endpoints: {
    listSettlements,
    getSettlement,
    listSettlementItems,
    resolveSettlementFinding,
    listSettlementGateways,
    listUnsettledPayments,
    setFeeVat,
    readSettlementsNow,
    importSettlementReport,
  },
  schemas: {
    gatewaySettlement: settlement,
    settlementFinding: finding,
    settlementItem: item,
    settlementGateway,
    unsettledPayment,
    settlementReportColumns: reportColumns,
    settlementReport,
  },
};
