import * as z from 'zod/mini';
import { nairaAmount } from '../platform/amounts.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, identifier, naira, requiredText, rowNumber, timestamp } from '../platform/fields.ts';
import type { Permission } from '../platform/staff-permissions.ts';
import { announcementKind, announcementText } from './announcements.ts';
import { customerFilter } from './customers.ts';

/** As many as one action may concern; more are refused, never cut off. */
export const MOST_IN_BULK = 10_000;

export const bulkKinds = ['add-tag', 'remove-tag', 'announce', 'text', 'credit', 'export'] as const;
export type BulkKind = (typeof bulkKinds)[number];

/** What staff need for an action besides `bulk-actions:write`: the permission to do it to one customer. */
export const bulkNeeds: Readonly<Record<BulkKind, Permission>> = {
  'add-tag': 'notes:write',
  'remove-tag': 'notes:write',
  announce: 'announcements:write',
  text: 'announcements:write',
  credit: 'credit:write',
  export: 'exports:read',
};

const tag = requiredText(30, 'Write a tag.');

/** What is done to each customer. `amount` is the credit for each of them. */
export const bulkActionForm = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('add-tag'), tag }),
  z.object({ kind: z.literal('remove-tag'), tag }),
  z.object({ kind: z.literal('announce'), category: announcementKind, ...announcementText }),
  z.object({ kind: z.literal('text'), category: announcementKind, text: requiredText(480, 'Write the text') }),
  z.object({ kind: z.literal('credit'), amount: nairaAmount(0.01), reason: requiredText(500, 'Say why.') }),
  z.object({ kind: z.literal('export') }),
]);

/** The named customers, or, without them, all whom the filter of the list finds at that moment. */
const target = z
  .object({
    ids: z.optional(z.array(rowNumber).check(z.minLength(1, 'Choose a customer'), z.maxLength(MOST_IN_BULK))),
    filter: z.optional(customerFilter),
  })
  .check(z.refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), 'Choose customers or a filter'));

const order = z.object({ action: bulkActionForm, target });
export type BulkOrder = z.infer<typeof order>;

/** `awaiting-approval`: credit above the operator's limit, for a second person. */
const state = z.enum(['awaiting-approval', 'declined', 'running', 'done', 'cancelled']);
export type BulkState = z.infer<typeof state>;

const reasons = z.array(z.object({ reason: z.string(), count: z.number() }));

/**
 * `found`: customers of the target; `acts`: to how many of them it would be done, `leftOut` why not
 * to the others. `sum`: of credit for all; `needsApproval`: a second person decides first. `texts`: in
 * how many parts each text is sent, all of them together and what they cost where that is known;
 * `waits`: for the end of the quiet hours.
 */
const preview = z.object({
  found: z.number(),
  acts: z.number(),
  leftOut: reasons,
  sample: z.array(z.object({ id: z.number(), name: z.string(), email: z.string() })),
  sum: z.nullable(naira),
  needsApproval: z.boolean(),
  texts: z.nullable(
    z.object({
      parts: z.number(),
      isUnicode: z.boolean(),
      together: z.number(),
      cost: z.nullable(naira),
      waits: z.boolean(),
    }),
  ),
});
export type BulkPreview = z.infer<typeof preview>;

export const previewBulkAction = defineEndpoint({
  method: 'POST',
  path: '/api/staff/bulk-action-previews',
  access: 'admin',
  permission: 'bulk-actions:write',
  summary: 'What a bulk action would do, and to whom not; changes nothing',
  body: order,
  answer: preview,
  errors: ['bulk.too-many'],
});

const person = z.object({ id: z.number(), name: z.string() });

const bulkAction = z.object({
  id: z.string(),
  action: bulkActionForm,
  /** Null for named customers. */
  filter: z.nullable(customerFilter),
  state,
  total: z.number(),
  done: z.number(),
  skipped: z.number(),
  failed: z.number(),
  sum: z.nullable(naira),
  requestedBy: person,
  decidedBy: z.nullable(person),
  decisionReason: z.nullable(z.string()),
  cancelledBy: z.nullable(person),
  createdAt: timestamp,
  finishedAt: z.nullable(timestamp),
});
export type BulkAction = z.infer<typeof bulkAction>;

const changed = z.object({ ...acknowledged, bulkAction });
const bulkId = z.object({ id: identifier });

/** `expected` is `found` of the preview: when it is another number by now, nothing is started. */
export const startBulkAction = defineEndpoint({
  method: 'POST',
  path: '/api/staff/bulk-actions',
  access: 'admin',
  permission: 'bulk-actions:write',
  summary:
    'Do it to the customers whom the target finds now, once for each `formId` (32 hexadecimal digits) that the page chose',
  body: z.extend(order, {
    formId: z.string().check(z.regex(/^[0-9a-f]{32}$/, 'This is not a valid identifier')),
    expected: z.int().check(z.minimum(1)),
  }),
  freshProof: true,
  answer: changed,
  errors: ['bulk.too-many', 'bulk.changed', 'bulk.started'],
});

export const listBulkActions = defineEndpoint({
  method: 'GET',
  path: '/api/staff/bulk-actions',
  access: 'admin',
  permission: 'bulk-actions:read',
  summary: 'Bulk actions, newest first; `before` is the last id of the page before',
  query: z.object({
    before: z.optional(identifier),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
  }),
  answer: z.array(bulkAction),
  errors: [],
});

export const getBulkAction = defineEndpoint({
  method: 'GET',
  path: '/api/staff/bulk-actions/:id',
  access: 'admin',
  permission: 'bulk-actions:read',
  summary: 'One bulk action, and why customers were skipped or failed',
  params: bulkId,
  answer: z.extend(bulkAction, { skippedWhy: reasons, failedWhy: reasons }),
  errors: ['bulk.not-found'],
});
export type BulkActionPage = z.infer<typeof getBulkAction.answer>;

export const bulkOutcomes = ['waiting', 'done', 'skipped', 'failed'] as const;

const bulkRow = z.object({
  customer: z.extend(person, { email: z.string() }),
  outcome: z.enum(bulkOutcomes),
  reason: z.nullable(z.string()),
  at: z.nullable(timestamp),
});
export type BulkRow = z.infer<typeof bulkRow>;

export const listBulkRows = defineEndpoint({
  method: 'GET',
  path: '/api/staff/bulk-actions/:id/rows',
  access: 'admin',
  permission: 'bulk-actions:read',
  summary: 'What became of each customer, by id; `after` is the last customer of the page before',
  params: bulkId,
  query: z.object({
    outcome: z.optional(z.enum(bulkOutcomes)),
    after: z.optional(rowNumber),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
  }),
  answer: z.array(bulkRow),
  errors: ['bulk.not-found'],
});

export const exportBulkRows = defineEndpoint({
  method: 'GET',
  path: '/api/staff/bulk-actions/:id/result.csv',
  access: 'admin',
  permission: 'bulk-actions:read',
  summary: 'The same for all customers as CSV; of an export it needs `exports:read` as well',
  params: bulkId,
  freshProof: true,
  answer: null,
  errors: ['bulk.not-found'],
});

export const cancelBulkAction = defineEndpoint({
  method: 'POST',
  path: '/api/staff/bulk-actions/:id/cancel',
  access: 'admin',
  permission: 'bulk-actions:write',
  summary: 'Do it to no further customer; what is done stays',
  params: bulkId,
  body: z.object({}),
  answer: changed,
  errors: ['bulk.not-found', 'bulk.ended'],
});

export const decideBulkAction = defineEndpoint({
  method: 'POST',
  path: '/api/staff/bulk-actions/:id/decision',
  access: 'admin',
  permission: 'credit:approve',
  summary:
    'As a second person, approve or decline a bulk action that waits for it; its requester may only take it back',
  params: bulkId,
  body: z.object({ approve: z.boolean(), reason: requiredText(500, 'Say why.') }),
  freshProof: true,
  answer: changed,
  errors: ['bulk.not-found', 'bulk.ended', 'bulk.second-person'],
});

export const api = {
  description: 'One action for many customers.',
  endpoints: {
    previewBulkAction,
    startBulkAction,
    listBulkActions,
    getBulkAction,
    listBulkRows,
    exportBulkRows,
    cancelBulkAction,
    decideBulkAction,
  },
  schemas: {
    bulkActionForm,
    bulkActionTarget: target,
    bulkActionOrder: order,
    bulkActionState: state,
    bulkActionPreview: preview,
    bulkAction,
    bulkRow,
  },
};
