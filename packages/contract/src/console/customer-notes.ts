import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, identifier, naira, requiredText, rowNumber, timestamp } from '../platform/fields.ts';

const customerId = z.object({ id: rowNumber });

export const addNote = defineEndpoint({
  method: 'POST',
  path: '/api/staff/customers/:id/notes',
  access: 'admin',
  permission: 'notes:write',
  summary: 'Note something about a customer, for staff only; the same `clientNoteId` again is the same note',
  params: customerId,
  body: z.object({ text: requiredText(2000, 'Write the note.'), clientNoteId: identifier }),
  answer: z.object({ ...acknowledged, note: z.object({ id: z.number(), text: z.string(), at: timestamp }) }),
  errors: ['customer.not-found'],
});

const MOST_TAGS = 20;
const tag = requiredText(30, 'Write a tag.');

export const setTags = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/customers/:id/tags',
  access: 'admin',
  permission: 'notes:write',
  summary: 'The tags of a customer, all of them, for staff only; kept in lower case',
  params: customerId,
  body: z.object({ tags: z.array(tag).check(z.maxLength(MOST_TAGS, `Use at most ${MOST_TAGS} tags`)) }),
  answer: z.object({ ...acknowledged, tags: z.array(z.string()) }),
  errors: ['customer.not-found'],
});

export const timelineKinds = [
  'registered',
  'line',
  'promise',
  'call',
  'upgrade',
  'pause',
  'payment',
  'refund',
  'ticket',
  'chat',
  'network',
  'note',
  'change',
  'correction',
] as const;
export type TimelineKind = (typeof timelineKinds)[number];

const timelineEvent = z.object({
  /** Unique, and where the next page begins. */
  key: z.string(),
  kind: z.enum(timelineKinds),
  at: timestamp,
  /** What happened to it, or the state that it is in now: of a line "chosen", "started", "leaving", "cancelled" or "courtesy"; of a promise to pay "made", "kept", "broken" or "withdrawn"; of a call about what is owed how it ended; of a change the audited action. */
  what: z.string(),
  /** The plan, what was paid for, the subject, the reason or the note. */
  text: z.nullable(z.string()),
  amount: z.nullable(naira),
  /** The payment's reference, or the id of the ticket or chat. */
  reference: z.nullable(z.string()),
  /** The member of staff who did it. */
  by: z.nullable(z.string()),
  /** The API key with which it was done, whose maker `by` is. */
  apiKey: z.nullable(z.object({ id: z.string(), name: z.string() })),
});
export type TimelineEvent = z.infer<typeof timelineEvent>;

export const readTimeline = defineEndpoint({
  method: 'GET',
  path: '/api/staff/customers/:id/timeline',
  access: 'admin',
  permission: 'customers:read',
  summary:
    'Everything that happened to a customer, the newest first; `before` is the key of the last event of the page before',
  params: customerId,
  query: z.object({
    before: z.optional(z.string().check(z.regex(/^\d{1,16}\.[a-z-]{1,20}:[\w-]{1,50}$/))),
    kind: z.optional(z.enum(timelineKinds)),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50))),
  }),
  answer: z.array(timelineEvent),
  errors: ['customer.not-found'],
});

export const api = {
  description: 'Notes and tags of a customer, and what happened to them.',
  endpoints: { addNote, setTags, readTimeline },
  schemas: { timelineEvent },
};
