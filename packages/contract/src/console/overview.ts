import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { naira, timestamp } from '../platform/fields.ts';

/** In the order of urgency. */
export const attentionKinds = [
  'incidents-open',
  'chats-waiting',
  'identity-approvals',
  'call-backs-due',
  'tickets-overdue',
  'payments-review',
  'money-unmatched',
  'e-invoices-refused',
  'e-invoices-late',
  'logins-shared',
  'refunds-approval',
  'refunds-to-pay-out',
  'settlement-findings',
  'bank-lines-waiting',
  'webhooks-failed',
  'messages-failed',
  'endpoints-failing',
  'grievances-overdue',
  'incident-duties-due',
] as const;
export type AttentionKind = (typeof attentionKinds)[number];

const attention = z.object({
  kind: z.enum(attentionKinds),
  count: z.number(),
  /** Since when the oldest waits, is overdue or lasts. */
  since: z.nullable(timestamp),
  /** What it sums up to, where it is money. */
  amount: z.optional(naira),
});
export type Attention = z.infer<typeof attention>;

const count = z.number();
const computed = { computedAt: timestamp };

/** Everybody who registered, each in one state: the best of their lines', unless the account is disabled. */
const customers = z.object({
  ...computed,
  active: count,
  suspended: count,
  awaitingPayment: count,
  /** All their lines are cancelled. */
  former: count,
  /** They have not chosen a plan. */
  registered: count,
  disabled: count,
});

const lines = z.object({
  ...computed,
  active: count,
  suspended: count,
  awaitingPayment: count,
  /** The monthly fees of the active lines, and the average of them; null without one. */
  recurring: naira,
  average: z.nullable(naira),
});

/** By Lagos month ("2026-11"), the oldest first: lines that were paid for the first time, and paid lines that were cancelled. */
const movement = z.object({
  ...computed,
  months: z.array(z.object({ month: z.string(), begun: count, lost: count })),
  /** Why the lines of these months were lost, as customers wrote it; null where nobody said. */
  reasons: z.array(z.object({ reason: z.nullable(z.string()), lost: count })),
});

const money = z.object({
  ...computed,
  /** The Lagos month. */
  month: z.string(),
  /** Payments that arrived in it. */
  collected: naira,
  /** Invoices that were issued in it, and what is paid of them. */
  invoiced: naira,
  invoicedPaid: naira,
});

export const receivableAges = ['not-due', '1-30', '31-60', 'over-60'] as const;

/** Open invoices by the days since they were due. */
const receivables = z.object({
  ...computed,
  ages: z.array(z.object({ age: z.enum(receivableAges), invoices: count, amount: naira })),
});

/** Areas as staff have set them, each for itself. What the network has there is null where staff have not said. */
const areas = z.object({
  ...computed,
  month: z.string(),
  areas: z.array(
    z.object({
      /** Null for lines without one. */
      area: z.nullable(z.string()),
      lines: count,
      soldMbps: count,
      usedGigabytes: count,
      /** Lines that are connected there, paid or suspended, and how many could be. Absent in figures that the release before computed, as all that follows. */
      connected: z.optional(count),
      linePorts: z.optional(z.nullable(count)),
      /** The average of the hour with most traffic, down or up, of the last seven days; null before one is counted. */
      busyHourMbps: z.optional(z.nullable(count)),
      /** When that hour began. */
      busyHourAt: z.optional(z.nullable(timestamp)),
      uplinkMbps: z.optional(z.nullable(count)),
    }),
  ),
});

/** The groups of figures that are computed ahead, each with the time at which it was. */
export const overviewFigures = z.object({
  customers: z.nullable(customers),
  lines: z.nullable(lines),
  movement: z.nullable(movement),
  money: z.nullable(money),
  receivables: z.nullable(receivables),
  areas: z.nullable(areas),
});
export type OverviewFigures = z.infer<typeof overviewFigures>;
export type FigureKind = keyof OverviewFigures;
export const figureKinds = Object.keys(overviewFigures.shape) as FigureKind[];

export const getOverview = defineEndpoint({
  method: 'GET',
  path: '/api/staff/overview',
  access: 'admin',
  permission: 'overview:read',
  summary:
    'What needs attention now, and the business in figures as they were last computed (null before the first time)',
  answer: z.object({ at: timestamp, attention: z.array(attention), figures: overviewFigures }),
  errors: [],
});
export type Overview = z.infer<typeof getOverview.answer>;

export const exportFigures = defineEndpoint({
  method: 'GET',
  path: '/api/staff/overview/:file',
  access: 'admin',
  permission: 'overview:read',
  summary:
    'One group of figures as CSV, empty before they are computed: customers.csv, lines.csv, movement.csv, money.csv, receivables.csv, areas.csv; or what needs attention now: attention.csv',
  params: z.object({ file: z.enum([...figureKinds, 'attention' as const].map((kind) => `${kind}.csv` as const)) }),
  answer: null,
  errors: [],
});

export const api = {
  description: 'The figures of the provider today and over time.',
  endpoints: { getOverview, exportFigures },
  schemas: {
    overviewAttention: attention,
    overviewCustomers: customers,
    overviewLines: lines,
    overviewMovement: movement,
    overviewMoney: money,
    overviewReceivables: receivables,
    overviewAreas: areas,
    overviewFigures,
  },
};
