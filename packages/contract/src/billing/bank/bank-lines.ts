import * as z from 'zod/mini';
import { defineEndpoint } from '../../platform/endpoint.ts';
import {
  acknowledged,
  identifier,
  naira,
  requiredText,
  rowNumber,
  storable,
  timestamp,
} from '../../platform/fields.ts';

/**
 * What a line can be. `payout` of a gateway; `deposit` and `pos`, payments recorded at the counter;
 * `hand-over` of a till; `agent-settlement`, what an agent transferred; `refund` paid by transfer; `own-transfer` between two of our accounts, and
 * `reversal` of a line, each with its other line; `charge`, `stamp-duty` and `interest` of the bank;
 * `suspense`, which is explained later.
 */
export const matchKinds = [
  'payout',
  'deposit',
  'pos',
  'hand-over',
  'agent-settlement',
  'refund',
  'own-transfer',
  'reversal',
  'charge',
  'stamp-duty',
  'interest',
  'suspense',
] as const;
export type MatchKind = (typeof matchKinds)[number];

/** Something that the ledger has and no bank line has shown yet. `amount` is positive for money that comes in. */
const openItem = z.object({
  key: z.string(),
  kind: z.enum(matchKinds),
  amount: naira,
  day: z.string(),
  reference: z.nullable(z.string()),
  who: z.string(),
  recordedBy: z.nullable(z.string()),
});
export type OpenItem = z.infer<typeof openItem>;

const lineInShort = z.object({
  id: z.number(),
  accountName: z.string(),
  bookedOn: z.string(),
  amount: naira,
  text: z.string(),
});

/** `charge` is what the items are more than the line: the bank’s fee. */
const proposal = z.object({
  kind: z.enum(matchKinds),
  items: z.array(openItem),
  otherLine: z.nullable(lineInShort),
  charge: z.nullable(naira),
});
export type BankProposal = z.infer<typeof proposal>;

const bankMatch = z.object({
  id: z.string(),
  kind: z.enum(matchKinds),
  reason: z.string(),
  matchedBy: z.nullable(z.string()),
  matchedAt: timestamp,
});

export const lineStates = ['open', 'proposed', 'matched'] as const;

/** `reason`: why it is proposed, or why it waits. */
const bankLine = z.object({
  id: z.number(),
  accountId: z.number(),
  accountName: z.string(),
  bookedOn: z.string(),
  amount: naira,
  balance: z.nullable(naira),
  text: z.string(),
  reference: z.nullable(z.string()),
  status: z.enum(lineStates),
  reason: z.nullable(z.string()),
  match: z.nullable(bankMatch),
});
export type BankLine = z.infer<typeof bankLine>;

/** `items` and `otherLines` are what it is matched with. */
const bankLineDetail = z.extend(bankLine, {
  proposal: z.nullable(proposal),
  items: z.array(z.object({ what: z.string(), amount: naira })),
  otherLines: z.array(lineInShort),
});
export type BankLineDetail = z.infer<typeof bankLineDetail>;

const lineId = z.object({ id: rowNumber });
const done = z.object({ ...acknowledged, line: bankLineDetail });

export const listBankLines = defineEndpoint({
  method: 'GET',
  path: '/api/staff/bank-lines',
  access: 'admin',
  permission: 'bank:read',
  summary: 'Lines of bank statements, the newest fifty first, before a line where one is named',
  query: z.object({
    account: z.optional(rowNumber),
    status: z.optional(z.enum(['waiting', ...lineStates])),
    search: z.optional(z.string().check(z.maxLength(100), storable)),
    before: z.optional(rowNumber),
  }),
  answer: z.array(bankLine),
  errors: [],
});

export const getBankLine = defineEndpoint({
  method: 'GET',
  path: '/api/staff/bank-lines/:id',
  access: 'admin',
  permission: 'bank:read',
  summary: 'One line with its proposal, or with what it is matched with',
  params: lineId,
  answer: bankLineDetail,
  errors: ['bank.line-not-found'],
});

export const searchOpenItems = defineEndpoint({
  method: 'GET',
  path: '/api/staff/bank-lines/:id/open-items',
  access: 'admin',
  permission: 'bank:read',
  summary: 'Open items in the direction of a line, by name, reference or amount: the thirty nearest to its day',
  params: lineId,
  query: z.object({ search: z.optional(z.string().check(z.maxLength(100), storable)) }),
  answer: z.array(openItem),
  errors: ['bank.line-not-found'],
});

const MATCH_ERRORS = ['bank.line-not-found', 'bank.already-matched', 'bank.item-taken', 'bank.own-item'] as const;

/** Books what is proposed now; `kind` is what the person saw. */
export const acceptProposal = defineEndpoint({
  method: 'POST',
  path: '/api/staff/bank-lines/:id/accept',
  access: 'admin',
  permission: 'bank:write',
  summary: 'Book a line as it is proposed',
  params: lineId,
  body: z.object({ items: z.array(z.string().check(z.maxLength(100), storable)).check(z.maxLength(200)) }),
  answer: done,
  errors: [...MATCH_ERRORS, 'bank.no-proposal'],
});

export const dismissProposal = defineEndpoint({
  method: 'POST',
  path: '/api/staff/bank-lines/:id/dismiss',
  access: 'admin',
  permission: 'bank:write',
  summary: 'Dismiss what is proposed for a line: it does not come back',
  params: lineId,
  body: z.object({}),
  answer: done,
  errors: ['bank.line-not-found', 'bank.no-proposal'],
});

/**
 * `items`: open items whose sum is the line’s to the kobo. Else `as` says what it is, with a note;
 * `otherLine` is the other side of an own transfer or of a reversal.
 */
export const matchBankLine = defineEndpoint({
  method: 'POST',
  path: '/api/staff/bank-lines/:id/match',
  access: 'admin',
  permission: 'bank:write',
  summary: 'Match a line with open items, or say what else it is',
  params: lineId,
  body: z
    .object({
      items: z.optional(z.array(z.string().check(z.maxLength(100), storable)).check(z.minLength(1), z.maxLength(200))),
      as: z.optional(z.enum(['own-transfer', 'reversal', 'charge', 'stamp-duty', 'interest', 'suspense'])),
      otherLine: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647))),
      note: requiredText(500, 'Say why'),
    })
    .check(
      z.refine(
        ({ items, as }) => (items === undefined) !== (as === undefined),
        'Choose open items, or say what the line is',
      ),
    ),
  answer: done,
  errors: [...MATCH_ERRORS, 'bank.sum-differs', 'bank.other-line', 'bank.wrong-direction'],
});

export const undoBankMatch = defineEndpoint({
  method: 'POST',
  path: '/api/staff/bank-matches/:id/undo',
  access: 'admin',
  permission: 'bank:write',
  summary: 'Undo one match: its lines and items are open again, and its entries are reversed',
  params: z.object({ id: identifier }),
  body: z.object({ reason: requiredText(500, 'Say why') }),
  answer: z.object(acknowledged),
  errors: ['bank.match-not-found', 'bank.own-item'],
});

export const api = {
  description: 'Lines of bank statements, and what they are matched with.',
  endpoints: {
    listBankLines,
    getBankLine,
    searchOpenItems,
    acceptProposal,
    dismissProposal,
    matchBankLine,
    undoBankMatch,
  },
  schemas: { bankLine, bankLineDetail, openItem, bankProposal: proposal },
};
