import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import {
  acknowledged,
  calendarDay,
  identifier,
  naira,
  optionalText,
  rowNumber,
  rowNumberInJson,
  timestamp,
} from '../platform/fields.ts';
import { callTime } from './call-backs.ts';

/** How long what is owed has been due, in whole days, and `not-off`: the lines are still on. */
export const collectionAges = ['not-off', '1-7', '8-30', '31-60', 'over-60'] as const;
export type CollectionAge = (typeof collectionAges)[number];

/**
 * What the desk does about an account that owes, each in one: `call-now` a call was arranged and is due,
 * `wrong-number` the telephone is not theirs and was not changed since, `disputed` their ticket is open,
 * `promised` a promised day has not ended, `call-later` a call is arranged, `called` today, `to-call` none of these.
 */
export const collectionStates = [
  'to-call',
  'call-now',
  'promised',
  'call-later',
  'disputed',
  'wrong-number',
  'called',
] as const;
export type CollectionState = (typeof collectionStates)[number];

/** `broken`: the last promise was not kept. `mine`: the caller works on it now. */
export const collectionViews = [...collectionStates, 'broken', 'mine'] as const;
export type CollectionView = (typeof collectionViews)[number];

export const callOutcomes = ['promised', 'says-paid', 'no-answer', 'call-later', 'disputed', 'wrong-number'] as const;
export type CallOutcome = (typeof callOutcomes)[number];

const staffMember = z.object({ id: z.number(), name: z.string() });

/** Who works on an account, since when, and until when nobody else can take it. */
const collectionClaim = z.object({ by: staffMember, since: timestamp, until: timestamp, mine: z.boolean() });

/**
 * An account that owes. `key`: where the next page begins. `since`: the due day of the oldest that is owed,
 * `days` whole days since then. `lastPromise`: its day in Lagos. `phone` is null where none is known.
 */
const collectionRow = z.object({
  key: z.string(),
  customer: z.object({ id: z.number(), accountNumber: z.string(), name: z.string(), phone: z.nullable(z.string()) }),
  company: z.boolean(),
  owes: naira,
  since: timestamp,
  days: z.number(),
  off: z.boolean(),
  state: z.enum(collectionStates),
  lastPromise: z.nullable(z.object({ state: z.enum(['running', 'kept', 'broken', 'withdrawn']), until: z.string() })),
  lastCall: z.nullable(z.object({ outcome: z.enum(callOutcomes), at: timestamp, by: z.nullable(z.string()) })),
  nextCallAt: z.nullable(timestamp),
  claim: z.nullable(collectionClaim),
});
export type CollectionRow = z.infer<typeof collectionRow>;

/** `invoiceNumber` is null for a line that went off before its invoice was issued. `lineId`: the line of a home that may promise to pay. */
const collectionDebt = z.object({
  invoiceNumber: z.nullable(z.string()),
  label: z.string(),
  dueAt: timestamp,
  off: z.boolean(),
  owes: naira,
  lineId: z.nullable(z.number()),
});

const collectionAccount = z.object({ ...collectionRow.shape, language: z.string(), debts: z.array(collectionDebt) });
export type CollectionAccount = z.infer<typeof collectionAccount>;

const collectionCall = z.object({
  id: z.string(),
  outcome: z.enum(callOutcomes),
  at: timestamp,
  by: z.nullable(z.string()),
  until: z.nullable(z.string()),
  nextCallAt: z.nullable(timestamp),
  note: z.nullable(z.string()),
  ticketId: z.nullable(z.string()),
});
export type CollectionCall = z.infer<typeof collectionCall>;

const filter = {
  age: z.optional(z.enum(collectionAges)),
  show: z.optional(z.enum(collectionViews)),
};
const account = z.object({ id: rowNumber });

export const listCollections = defineEndpoint({
  method: 'GET',
  path: '/api/staff/collections',
  access: 'admin',
  permission: 'collections:read',
  summary:
    'The accounts that owe: calls that are due first, then the oldest due day, then the largest sum; `after` is the `key` of the last row of the page before',
  query: z.object({
    ...filter,
    after: z.optional(z.string().check(z.regex(/^[01]\.\d{1,17}\.\d{1,17}\.\d{1,10}$/))),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
  }),
  answer: z.array(collectionRow),
  errors: [],
});

const count = z.number();

/** Of today in Lagos: `called` counts accounts, and the sums what was owed when it was said or paid. */
const collectionDay = z.object({
  called: count,
  promised: count,
  promisedSum: naira,
  paid: count,
  paidSum: naira,
  notReached: count,
});

export const countCollections = defineEndpoint({
  method: 'GET',
  path: '/api/staff/collection-counts',
  access: 'admin',
  permission: 'collections:read',
  summary:
    'How many accounts owe and how much, by age and by what the desk does about them; today’s calls, of all and of each person; how the last 30 promises ended; and the call-backs that are due',
  answer: z.object({
    accounts: count,
    owes: naira,
    ages: z.array(z.object({ age: z.enum(collectionAges), count })),
    views: z.array(z.object({ view: z.enum(collectionViews), count })),
    /** Those that owe, and those that were called today and owe nothing any more. */
    accountsOfToday: count,
    today: collectionDay,
    people: z.array(z.object({ ...collectionDay.shape, id: count, name: z.string() })),
    /** How many work on one now. */
    working: count,
    promises: z.object({ kept: count, broken: count }),
    callBacks: count,
  }),
  errors: [],
});
export type CollectionCounts = z.infer<typeof countCollections.answer>;

export const exportCollections = defineEndpoint({
  method: 'GET',
  path: '/api/staff/collections.csv',
  access: 'admin',
  permission: 'collections:read',
  summary: 'The accounts that owe as CSV, by the same filters as the list; audited',
  query: z.object(filter),
  answer: null,
  errors: [],
});

export const getCollection = defineEndpoint({
  method: 'GET',
  path: '/api/staff/collections/:id',
  access: 'admin',
  permission: 'collections:read',
  summary: 'What one account owes, invoice by invoice, and who works on it; null where nothing is due any more',
  params: account,
  answer: z.object({ account: z.nullable(collectionAccount) }),
  errors: [],
});

export const takeNextCollection = defineEndpoint({
  method: 'POST',
  path: '/api/staff/collections/next',
  access: 'admin',
  permission: 'collections:write',
  summary:
    'Take the next account to call for 15 minutes, which nobody else works on, and not `except`; gives back what the caller had. Null when there is none',
  body: z.object({ age: filter.age, except: z.optional(rowNumberInJson) }),
  answer: z.object({ ...acknowledged, customerId: z.nullable(z.number()) }),
  errors: [],
});

export const claimCollection = defineEndpoint({
  method: 'POST',
  path: '/api/staff/collections/:id/claim',
  access: 'admin',
  permission: 'collections:write',
  summary: 'Take one account for 15 minutes, or 15 minutes more; it is refused while somebody else works on it',
  params: account,
  answer: z.object({ ...acknowledged, until: timestamp }),
  errors: ['collection.taken', 'collection.owes-nothing'],
});

export const giveBackCollection = defineEndpoint({
  method: 'DELETE',
  path: '/api/staff/collections/:id/claim',
  access: 'admin',
  permission: 'collections:write',
  summary: 'Give an account back that the caller works on; nothing changes where they do not',
  params: account,
  answer: z.object(acknowledged),
  errors: [],
});

/**
 * `until`: the promised day, with the outcome `promised`. With `nextCallAt` the desk calls again then.
 * `clientRequestId` again is the same call.
 */
export const recordCollectionCall = defineEndpoint({
  method: 'POST',
  path: '/api/staff/collections/:id/calls',
  access: 'admin',
  permission: 'collections:write',
  summary:
    'How a call about what is owed ended, once: a promise is made within the limit of the caller’s role, a dispute opens a ticket, a wrong number stays so until the telephone is corrected; the account is given back',
  params: account,
  body: z.object({
    outcome: z.enum(callOutcomes),
    until: z.optional(calendarDay('Choose the day on which they pay')),
    nextCallAt: z.optional(callTime),
    note: optionalText(2000),
    clientRequestId: identifier,
  }),
  answer: z.object({ ...acknowledged, call: collectionCall }),
  errors: [
    'customer.not-found',
    'customer.own-account',
    'collection.taken',
    'collection.no-day',
    'call-back.not-ahead',
    'promise.not-possible',
    'promise.nothing-due',
    'promise.blocked',
    'promise.too-late',
    'promise.beyond-limit',
    'promise.not-allowed',
  ],
});

export const listCollectionCalls = defineEndpoint({
  method: 'GET',
  path: '/api/staff/customers/:id/collection-calls',
  access: 'admin',
  permission: 'collections:read',
  summary: 'How the last ten calls about what a customer owes ended, the newest first',
  params: account,
  answer: z.array(collectionCall),
  errors: [],
});

export const api = {
  description: 'Who owes, and the calls about it: a queue that several people work without meeting.',
  endpoints: {
    listCollections,
    countCollections,
    exportCollections,
    getCollection,
    takeNextCollection,
    claimCollection,
    giveBackCollection,
    recordCollectionCall,
    listCollectionCalls,
  },
  schemas: { collectionRow, collectionClaim, collectionDebt, collectionAccount, collectionCall, collectionDay },
};
