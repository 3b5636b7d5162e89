import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, identifier, requiredText, rowNumberInJson } from '../platform/fields.ts';
import { filledReply, withoutMarks } from './saved-replies.ts';
import { expectedThread, staffThread, ticketTag } from './staff-tickets.ts';
import { ticketId, ticketPriority } from './tickets.ts';

const assignTo = z.enum(['me', 'nobody', 'person']);
const status = z.enum(['in-progress', 'resolved', 'closed']);
const MOST_TAGS = 20;

/**
 * What one press does to a ticket. `reply` is what it answers to the customer, `assignee` the person
 * where `assignTo` is one; what is null stays as it is.
 */
export const macro = z.object({
  id: z.string(),
  title: z.string(),
  reply: z.nullable(z.object({ id: z.string(), title: z.string() })),
  status: z.nullable(status),
  priority: z.nullable(ticketPriority),
  assignTo: z.nullable(assignTo),
  assignee: z.nullable(z.object({ id: z.number(), name: z.string() })),
  addTags: z.array(z.string()),
});
export type Macro = z.infer<typeof macro>;

const macroForm = z
  .object({
    title: requiredText(60, 'Give the macro a title.'),
    savedReplyId: z._default(z.nullable(identifier), null),
    status: z._default(z.nullable(status), null),
    priority: z._default(z.nullable(ticketPriority), null),
    assignTo: z._default(z.nullable(assignTo), null),
    assigneeId: z._default(z.nullable(rowNumberInJson), null),
    addTags: z._default(z.array(ticketTag).check(z.maxLength(MOST_TAGS, `Use at most ${MOST_TAGS} tags`)), []),
  })
  .check(
    z.refine((form) => (form.assignTo === 'person') === (form.assigneeId !== null), {
      path: ['assigneeId'],
      error: 'Choose who it is assigned to.',
    }),
    z.refine(
      ({ savedReplyId, status: moves, priority, assignTo: assigns, addTags }) =>
        [savedReplyId, moves, priority, assigns].some((one) => one !== null) || addTags.length > 0,
      { path: ['savedReplyId'], error: 'Choose at least one thing that it does.' },
    ),
  );
export type MacroForm = z.infer<typeof macroForm>;

const macroId = z.object({ id: identifier });
const ofTicket = z.object({ ...ticketId.shape, macroId: identifier });
const writtenMacro = z.object({ ...acknowledged, macro });

export const listMacros = defineEndpoint({
  method: 'GET',
  path: '/api/staff/macros',
  access: 'admin',
  permission: 'tickets:read',
  summary: 'What staff may do to a ticket with one press, by title',
  answer: z.array(macro),
  errors: [],
});

export const createMacro = defineEndpoint({
  method: 'POST',
  path: '/api/staff/macros',
  access: 'admin',
  permission: 'saved-replies:write',
  summary: 'Save a macro: a reply, a status, a priority, an assignee and tags that one press sets',
  body: macroForm,
  answer: writtenMacro,
  errors: ['saved-reply.not-found', 'customer.not-found'],
});

export const updateMacro = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/macros/:id',
  access: 'admin',
  permission: 'saved-replies:write',
  summary: 'Change a macro',
  params: macroId,
  body: macroForm,
  answer: writtenMacro,
  errors: ['macro.not-found', 'saved-reply.not-found', 'customer.not-found'],
});

export const deleteMacro = defineEndpoint({
  method: 'DELETE',
  path: '/api/staff/macros/:id',
  access: 'admin',
  permission: 'saved-replies:write',
  summary: 'Delete a macro',
  params: macroId,
  answer: z.object(acknowledged),
  errors: ['macro.not-found'],
});

export const previewMacro = defineEndpoint({
  method: 'GET',
  path: '/api/staff/tickets/:id/macros/:macroId',
  access: 'admin',
  permission: 'tickets:read',
  summary: 'What a macro would do to a ticket, and what it would answer',
  params: ofTicket,
  answer: z.object({ macro, reply: z.nullable(filledReply) }),
  errors: ['ticket.not-found', 'macro.not-found'],
});

export const runMacro = defineEndpoint({
  method: 'POST',
  path: '/api/staff/tickets/:id/macros/:macroId',
  access: 'admin',
  permission: 'tickets:write',
  summary:
    'Do all of it at once, or nothing; `text` replaces what it would answer. The same clientRequestId again changes nothing',
  params: ofTicket,
  body: z.object({
    clientRequestId: identifier,
    text: z.optional(requiredText(10_000, 'Write your reply first.').check(withoutMarks)),
    ...expectedThread,
  }),
  answer: z.object({ ...acknowledged, ticket: staffThread }),
  errors: [
    'ticket.not-found',
    'ticket.closed',
    'ticket.full',
    'ticket.not-possible',
    'ticket.too-many-tags',
    'ticket.newer-entry',
    'macro.not-found',
    'macro.unfilled',
    'customer.not-found',
  ],
});

export const api = {
  description: 'Macros: a reply, a status, tags and an assignee with one press.',
  endpoints: { listMacros, createMacro, updateMacro, deleteMacro, previewMacro, runMacro },
  schemas: { macro, macroForm },
};
