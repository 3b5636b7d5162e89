import * as z from 'zod/mini';
import { defineEndpoint } from '../../platform/endpoint.ts';
import { acknowledged, naira, rowNumber, timestamp } from '../../platform/fields.ts';

/** Who opens account numbers for customers and tells us of money that comes to them. */
export const intakeProvider = z.enum(['paystack', 'monnify', 'flutterwave']);
export type IntakeProvider = z.infer<typeof intakeProvider>;

/**
 * `ready`: money can be sent to it. `being-prepared`: the bank opens it. `needs-identity`: the provider did
 * not answer and has to be given BVN or NIN again, which we do not keep. `refused`: the provider opens none.
 */
const virtualAccountStatus = z.enum(['ready', 'being-prepared', 'needs-identity', 'refused']);

/**
 * `accountNumber` and `accountName` are null until it is ready; `bank` is then the provider's name. `line`: whose
 * bills alone it pays; null where it pays those of all lines.
 */
export const virtualAccount = z.object({
  bank: z.string(),
  accountNumber: z.nullable(z.string()),
  accountName: z.nullable(z.string()),
  status: virtualAccountStatus,
  provider: intakeProvider,
  line: z.nullable(z.object({ id: z.number(), label: z.string() })),
});
export type VirtualAccount = z.infer<typeof virtualAccount>;

export const listVirtualAccounts = defineEndpoint({
  method: 'GET',
  path: '/api/user/virtual-accounts',
  access: 'session',
  viewable: true,
  accountRole: 'billing',
  summary: 'The account numbers at banks that are the caller’s own, those that are ready first',
  answer: z.array(virtualAccount),
  errors: [],
});

/** `asksIdentity`: it opens numbers only for BVN or NIN. With `line`, numbers for that line alone. */
export const listVirtualAccountProviders = defineEndpoint({
  method: 'GET',
  path: '/api/user/virtual-account-providers',
  access: 'session',
  viewable: true,
  accountRole: 'billing',
  summary: 'Who can open account numbers for the caller beside those there are',
  query: z.object({ line: z.optional(rowNumber) }),
  answer: z.array(z.object({ provider: intakeProvider, name: z.string(), asksIdentity: z.boolean() })),
  errors: ['line.not-found'],
});

/**
 * One thing that is due. `label` is the plan of a month, or what a charge is for; an invoice of all lines has
 * its number alone. `dueAt` is null where it is due at once.
 */
const dueItem = z.object({
  kind: z.enum(['month', 'charge', 'invoice']),
  label: z.string(),
  invoiceNumber: z.nullable(z.string()),
  dueAt: z.nullable(timestamp),
  amount: naira,
});

/** `total` is what is due after `credit`. `isCompany`: money pays its invoices, also in part. */
const amountsDue = z.object({ due: z.array(dueItem), credit: naira, total: naira, isCompany: z.boolean() });
export type AmountsDue = z.infer<typeof amountsDue>;

export const getAmountsDue = defineEndpoint({
  method: 'GET',
  path: '/api/user/amounts-due',
  access: 'session',
  viewable: true,
  accountRole: 'billing',
  summary: 'What the caller owes now over all lines, in the order in which money that comes pays it',
  answer: amountsDue,
  errors: [],
});

const elevenDigits = (message: string) => z.optional(z.string().check(z.trim(), z.regex(/^\d{11}$/, message)));

/**
 * `bvn` or `nin` is passed on to the provider and never stored. Without `provider`, all that ask for neither.
 * With `lineId`, money to the numbers pays the bills of that line alone.
 */
export const requestVirtualAccounts = defineEndpoint({
  method: 'POST',
  path: '/api/user/virtual-accounts',
  access: 'session',
  accountRole: 'billing',
  summary: 'Ask for account numbers of the caller’s own; a repeat asks for nothing twice',
  body: z.object({
    provider: z.optional(intakeProvider),
    bvn: elevenDigits('BVN has 11 digits'),
    nin: elevenDigits('NIN has 11 digits'),
    lineId: z.optional(rowNumber),
  }),
  answer: z.object({ ...acknowledged, accounts: z.array(virtualAccount) }),
  errors: [
    'line.not-found',
    'virtual-account.unknown-provider',
    'virtual-account.identity-needed',
    'virtual-account.refused',
    'virtual-account.no-answer',
  ],
});

/** `found`: how many transfers were booked by it. */
export const checkTransfers = defineEndpoint({
  method: 'POST',
  path: '/api/user/virtual-accounts/check',
  access: 'session',
  accountRole: 'billing',
  summary: 'Ask the banks for a transfer that has not arrived, at most every ten minutes',
  body: z.object({}),
  answer: z.object({ ...acknowledged, found: z.number() }),
  errors: ['virtual-account.checked-lately'],
});

export const api = {
  description: 'Account numbers of one’s own, to which money comes by bank transfer.',
  endpoints: {
    listVirtualAccounts,
    listVirtualAccountProviders,
    requestVirtualAccounts,
    checkTransfers,
    getAmountsDue,
  },
  schemas: { virtualAccount },
};
