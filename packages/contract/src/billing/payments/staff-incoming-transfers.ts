import * as z from 'zod/mini';
import { defineEndpoint } from '../../platform/endpoint.ts';
import { acknowledged, naira, requiredText, rowNumber, rowNumberInJson, timestamp } from '../../platform/fields.ts';
import { intakeProvider, virtualAccount } from './virtual-accounts.ts';

const transferStatus = z.enum(['settled', 'waiting', 'returning', 'returned', 'reversed']);

/**
 * Why a transfer waits for staff: the number is nobody's, or of a customer who has left; several customers
 * may have it; another currency; test money; a session of the bank's that another transfer had.
 */
export const transferReason = z.enum([
  'unknown-number',
  'closed-number',
  'several-customers',
  'other-currency',
  'test-money',
  'session-twice',
]);
export type TransferReason = z.infer<typeof transferReason>;

const person = z.object({ id: z.number(), name: z.string() });
const customer = z.object({ id: z.number(), name: z.string(), accountNumber: z.string() });

/**
 * `sentTo` is the account number. `payer`, `payerBank`, `narration` and `paidAt` are the bank's words.
 * `suggestions` are for one that waits: whose number it was, whose account number or invoice its narration
 * names, whose name the payer has, each with why.
 */
const incomingTransfer = z.object({
  id: z.number(),
  provider: intakeProvider,
  reference: z.string(),
  sessionId: z.nullable(z.string()),
  amount: z.number(),
  currency: z.string(),
  sentTo: z.nullable(z.string()),
  payer: z.nullable(z.string()),
  payerBank: z.nullable(z.string()),
  narration: z.nullable(z.string()),
  paidAt: z.nullable(timestamp),
  receivedAt: timestamp,
  status: transferStatus,
  reason: z.nullable(transferReason),
  suggestions: z.array(z.object({ customer, why: z.enum(['number', 'narration', 'invoice', 'name']) })),
  customer: z.nullable(customer),
  payment: z.nullable(z.string()),
  decidedBy: z.nullable(person),
  decidedAt: z.nullable(timestamp),
  note: z.nullable(z.string()),
});
export type IncomingTransfer = z.infer<typeof incomingTransfer>;

const limit = z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)));

export const listIncomingTransfers = defineEndpoint({
  method: 'GET',
  path: '/api/staff/incoming-transfers',
  access: 'admin',
  permission: 'payments:read',
  summary:
    'Money that came to account numbers, newest first; `open` is what waits or is to be sent back; `after` is the id of the last one of the page before',
  query: z.object({
    status: z.optional(z.enum(['open', ...transferStatus.options])),
    provider: z.optional(intakeProvider),
    after: z.optional(rowNumber),
    limit,
  }),
  answer: z.array(incomingTransfer),
  errors: [],
});

const params = z.object({ id: rowNumber });
const WAITING_ERRORS = ['transfer.not-found', 'transfer.decided'] as const;

export const assignTransfer = defineEndpoint({
  method: 'POST',
  path: '/api/staff/incoming-transfers/:id/assign',
  access: 'admin',
  permission: 'payments:write',
  summary: 'Say whose money it is: it pays what they owe, the oldest first, and the rest is their credit',
  params,
  body: z.object({ customerId: rowNumberInJson, reason: requiredText(500, 'Say how you know whose it is') }),
  freshProof: true,
  answer: z.object({ ...acknowledged, transfer: incomingTransfer }),
  errors: [...WAITING_ERRORS, 'customer.not-found', 'transfer.not-naira'],
});

export const returnTransfer = defineEndpoint({
  method: 'POST',
  path: '/api/staff/incoming-transfers/:id/return',
  access: 'admin',
  permission: 'payments:refund',
  summary:
    'Record that money goes back to its bank; above the limit for refunds it waits for a second member of staff, whose same call agrees',
  params,
  body: z.object({ note: requiredText(500, 'Say how and when it goes back') }),
  freshProof: true,
  answer: z.object({ ...acknowledged, transfer: incomingTransfer }),
  errors: [...WAITING_ERRORS, 'transfer.second-person'],
});

/** `lastMoneyAt`: of any transfer to a number at that bank. */
const virtualAccountBank = z.object({
  provider: intakeProvider,
  bank: z.string(),
  ready: z.number(),
  replaced: z.number(),
  lastMoneyAt: z.nullable(timestamp),
});

const provider = z.object({
  provider: intakeProvider,
  name: z.string(),
  asksIdentity: z.boolean(),
  beingPrepared: z.number(),
  needsIdentity: z.number(),
  refused: z.number(),
  readUntil: z.nullable(timestamp),
  lastFound: z.number(),
});

export const getVirtualAccountOverview = defineEndpoint({
  method: 'GET',
  path: '/api/staff/virtual-accounts',
  access: 'admin',
  permission: 'payments:read',
  summary: 'How many account numbers there are at which banks, and how far providers’ lists were read',
  answer: z.object({ providers: z.array(provider), banks: z.array(virtualAccountBank) }),
  errors: [],
});

export const replaceBank = defineEndpoint({
  method: 'POST',
  path: '/api/staff/virtual-accounts/replace',
  access: 'admin',
  permission: 'payments:write',
  summary:
    'Replace every number at a bank that has stopped: the old ones stay their customers’, new ones are asked for, customers are told',
  body: z.object({
    provider: intakeProvider,
    bank: requiredText(60, 'Say which bank'),
    reason: requiredText(500, 'Say why'),
  }),
  freshProof: true,
  answer: z.object({ ...acknowledged, replaced: z.number() }),
  errors: ['virtual-account.unknown-provider', 'virtual-account.no-such-bank'],
});

const customerParams = z.object({ id: rowNumber });

export const listCustomerVirtualAccounts = defineEndpoint({
  method: 'GET',
  path: '/api/staff/customers/:id/virtual-accounts',
  access: 'admin',
  permission: 'payments:read',
  summary: 'A customer’s account numbers, those replaced and closed as well',
  params: customerParams,
  answer: z.array(z.object({ ...virtualAccount.shape, was: z.nullable(z.enum(['replaced', 'closed'])) })),
  errors: ['customer.not-found'],
});

export const requestForCustomer = defineEndpoint({
  method: 'POST',
  path: '/api/staff/customers/:id/virtual-accounts',
  access: 'admin',
  permission: 'payments:write',
  summary: 'Ask for a customer’s account numbers, at all providers that want neither BVN nor NIN',
  params: customerParams,
  body: z.object({}),
  answer: z.object({ ...acknowledged, accounts: z.array(virtualAccount) }),
  errors: ['customer.not-found'],
});

export const closeVirtualAccounts = defineEndpoint({
  method: 'POST',
  path: '/api/staff/customers/:id/virtual-accounts/close',
  access: 'admin',
  permission: 'payments:write',
  summary: 'Close a customer’s account numbers; money that still comes within a year waits for staff',
  params: customerParams,
  body: z.object({ reason: requiredText(500, 'Say why') }),
  freshProof: true,
  answer: z.object({ ...acknowledged, closed: z.number() }),
  errors: ['customer.not-found'],
});

/** Only the sum of those that wait; shown where staff look first. */
export const getUnmatchedMoney = defineEndpoint({
  method: 'GET',
  path: '/api/staff/unmatched-money',
  access: 'admin',
  permission: 'payments:read',
  summary: 'How much money waits for staff to say whose it is',
  answer: z.object({ count: z.number(), amount: naira, oldestAt: z.nullable(timestamp) }),
  errors: [],
});

export const api = {
  description: 'Money that came to account numbers without an opened payment, and the numbers.',
  endpoints: {
    listIncomingTransfers,
    assignTransfer,
    returnTransfer,
    getUnmatchedMoney,
    getVirtualAccountOverview,
    replaceBank,
    listCustomerVirtualAccounts,
    requestForCustomer,
    closeVirtualAccounts,
  },
  schemas: { incomingTransfer },
};
