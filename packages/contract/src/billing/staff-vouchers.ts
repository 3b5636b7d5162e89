import * as z from 'zod/mini';
import { nairaAmount } from '../platform/amounts.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import {
  acknowledged,
  calendarDay,
  identifier,
  naira,
  requiredText,
  rowNumber,
  rowNumberInJson,
  timestamp,
} from '../platform/fields.ts';
import { lineInBody } from '../platform/line-of-call.ts';
import { clientRequestId } from './staff-counter.ts';
import { typedPin, usedVoucher, voucherErrors } from './vouchers.ts';

/** The most vouchers in one batch. */
const MOST_VOUCHERS = 10_000;
/** The largest face value of one voucher, in kobo: a million naira. */
const LARGEST_VOUCHER_KOBO = 100_000_000 as Parameters<typeof nairaAmount>[1];

const person = z.object({ id: z.number(), name: z.string() });
const named = z.nullable(person);

/** How many vouchers of a batch are in each state, and their face value. */
const counted = z.object({ count: z.number(), amount: naira });
const counts = z.object({
  issued: counted,
  used: counted,
  stopped: counted,
  expired: counted,
  returned: counted,
});

export const batchStatus = z.enum(['awaiting-approval', 'declined', 'approved', 'issued', 'stopped', 'refunded']);
export type BatchStatus = z.infer<typeof batchStatus>;

/**
 * `amount` is the face value of one voucher, zero where each of an imported batch has its own. `agent` is who
 * owes it, null for imported ones. `discount` is what the agent pays less, in percent. `until` is the last day
 * in Lagos on which it can be used. `issues`: how often PINs were made, of which only the last are valid.
 */
const batch = z.object({
  number: z.number(),
  kind: z.enum(['made', 'imported']),
  amount: naira,
  count: z.number(),
  total: naira,
  until: z.string(),
  agent: z.nullable(z.object({ id: z.number(), name: z.string(), kind: z.enum(['agent', 'own-stock']) })),
  discount: z.number(),
  /** What the agent owes for all of it. */
  price: naira,
  status: batchStatus,
  createdAt: timestamp,
  createdBy: person,
  decidedBy: named,
  decisionReason: z.nullable(z.string()),
  issues: z.number(),
  issuedAt: z.nullable(timestamp),
  issuedBy: named,
  stoppedAt: z.nullable(timestamp),
  stoppedBy: named,
  stopReason: z.nullable(z.string()),
  refundedAt: z.nullable(timestamp),
  refundedBy: named,
});

const batchPage = z.extend(batch, {
  counts,
  /** Whether its PINs may be made once more: none of them has been used. */
  mayIssueAgain: z.boolean(),
});
export type VoucherBatchPage = z.infer<typeof batchPage>;

const row = z.extend(batch, { used: z.number() });
export type VoucherBatch = z.infer<typeof row>;

const batchNumber = z.object({ number: rowNumber });
const reason = requiredText(500, 'Say why.');
const changed = z.object({ ...acknowledged, batch: batchPage });

export const listVoucherBatches = defineEndpoint({
  method: 'GET',
  path: '/api/staff/voucher-batches',
  access: 'admin',
  permission: 'vouchers:read',
  summary: 'Batches of vouchers, newest first; `before` is the last number of the page before',
  query: z.object({
    status: z.optional(batchStatus),
    agent: z.optional(rowNumber),
    before: z.optional(rowNumber),
  }),
  answer: z.array(row),
  errors: [],
});

export const getVoucherBatch = defineEndpoint({
  method: 'GET',
  path: '/api/staff/voucher-batches/:number',
  access: 'admin',
  permission: 'vouchers:read',
  summary: 'A batch of vouchers with what became of them',
  params: batchNumber,
  answer: batchPage,
  errors: ['voucher.no-batch'],
});

/** Without an agent they are the provider’s own stock. Without a discount it is the agent’s commission. */
export const createVoucherBatch = defineEndpoint({
  method: 'POST',
  path: '/api/staff/voucher-batches',
  access: 'admin',
  permission: 'vouchers:write',
  summary: 'Make a batch of vouchers; above the operator’s sum it waits for a second person',
  body: z.object({
    count: z
      .number('Enter how many')
      .check(
        z.int('Enter a whole number'),
        z.minimum(1, 'Enter how many'),
        z.maximum(MOST_VOUCHERS, 'Make at most 10,000 at a time'),
      ),
    amount: nairaAmount(1, LARGEST_VOUCHER_KOBO),
    agent: z.optional(rowNumberInJson),
    /** In percent, with at most two decimals. */
    discount: z.optional(
      z.number().check(
        z.minimum(0, 'Enter 0 to 50 percent'),
        z.maximum(50, 'Enter 0 to 50 percent'),
        z.refine((value) => Math.round(value * 100) / 100 === value, 'Use at most two decimals'),
      ),
    ),
    until: z.optional(calendarDay('Choose the last day')),
    clientRequestId: z.optional(clientRequestId),
  }),
  answer: changed,
  errors: [
    'agent.not-found',
    'agent.stopped',
    'agent.over-limit',
    'voucher.until-not-possible',
    'counter.request-reused',
  ],
});

export const decideVoucherBatch = defineEndpoint({
  method: 'POST',
  path: '/api/staff/voucher-batches/:number/decision',
  access: 'admin',
  permission: 'vouchers:approve',
  summary: 'Approve a batch that waits for a second person, or decline it',
  params: batchNumber,
  body: z.object({ approve: z.boolean(), reason }),
  answer: changed,
  errors: ['voucher.no-batch', 'voucher.not-waiting', 'voucher.second-person'],
});

const issueErrors = [
  'voucher.no-batch',
  'voucher.not-approved',
  'voucher.issued-before',
  'voucher.in-use',
  'agent.stopped',
  'agent.over-limit',
] as const;

/** `again`: the PINs that were made before are void from now on. */
const again = { again: z.optional(z.boolean()) };

export const printVoucherBatch = defineEndpoint({
  method: 'POST',
  path: '/api/staff/voucher-batches/:number/pdf',
  access: 'admin',
  permission: 'vouchers:write',
  freshProof: true,
  summary: 'Make the PINs of a batch and hand them out as sheets to print: this once, since nothing stores them',
  params: batchNumber,
  body: z.object(again),
  answer: null,
  errors: [...issueErrors],
});

export const encryptVoucherBatch = defineEndpoint({
  method: 'POST',
  path: '/api/staff/voucher-batches/:number/age',
  access: 'admin',
  permission: 'vouchers:write',
  freshProof: true,
  summary:
    'Make the PINs of a batch and hand them out as a CSV file encrypted with a passphrase (age): this once, since nothing stores them',
  params: batchNumber,
  body: z.object({
    ...again,
    passphrase: z
      .string('Enter a passphrase')
      .check(z.minLength(12, 'Use at least 12 characters'), z.maxLength(200, 'Use at most 200 characters')),
  }),
  answer: null,
  errors: [...issueErrors],
});

export const stopVouchers = defineEndpoint({
  method: 'POST',
  path: '/api/staff/voucher-batches/:number/stop',
  access: 'admin',
  permission: 'vouchers:write',
  summary: 'Stop what is not used of a batch, or one voucher of it, at once',
  params: batchNumber,
  body: z.object({
    /** The number of the voucher within its batch; the whole batch without one. */
    index: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(99_999))),
    reason,
  }),
  answer: changed,
  errors: ['voucher.no-batch', 'voucher.not-found', 'voucher.not-to-stop'],
});

export const refundVoucherBatch = defineEndpoint({
  method: 'POST',
  path: '/api/staff/voucher-batches/:number/refund',
  access: 'admin',
  permission: 'vouchers:write',
  freshProof: true,
  summary: 'Take back what is not used of a batch: it is void, and its agent owes that much less',
  params: batchNumber,
  body: z.object({ reason }),
  answer: changed,
  errors: ['voucher.no-batch', 'voucher.nothing-unused'],
});

/** `status` is what its PIN would be answered now. */
const voucher = z.object({
  serial: z.string(),
  batch: z.number(),
  index: z.number(),
  amount: naira,
  until: z.string(),
  status: z.enum(['issued', 'used', 'stopped', 'expired', 'returned']),
  usedAt: z.nullable(timestamp),
  via: z.nullable(z.string()),
  payment: z.nullable(z.object({ reference: z.string(), customer: person })),
  stoppedAt: z.nullable(timestamp),
  stopReason: z.nullable(z.string()),
});
export type VoucherView = z.infer<typeof voucher>;

export const findVoucher = defineEndpoint({
  method: 'GET',
  path: '/api/staff/vouchers/:serial',
  access: 'admin',
  permission: 'vouchers:read',
  summary: 'A voucher by the serial number that is printed beside its PIN, such as 0007-00042',
  params: z.object({ serial: identifier }),
  answer: voucher,
  errors: ['voucher.not-found'],
});

export const redeemVoucherFor = defineEndpoint({
  method: 'POST',
  path: '/api/staff/customers/:id/vouchers',
  access: 'admin',
  permission: 'counter:write',
  summary: 'Use a voucher for a customer at the counter, once',
  params: z.object({ id: rowNumber }),
  body: z.object({ pin: typedPin, ...lineInBody.shape }),
  answer: usedVoucher,
  errors: ['customer.not-found', 'line.not-found', ...voucherErrors],
});

export const api = {
  description: 'Batches of vouchers: made, handed out, stopped and taken back.',
  endpoints: {
    listVoucherBatches,
    getVoucherBatch,
    createVoucherBatch,
    decideVoucherBatch,
    printVoucherBatch,
    encryptVoucherBatch,
    stopVouchers,
    refundVoucherBatch,
    findVoucher,
    redeemVoucherFor,
  },
  schemas: { voucherBatch: row, voucherBatchPage: batchPage, voucher },
};
