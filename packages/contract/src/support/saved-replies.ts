import { findMark, markOf, replyVariables, unknownVariables } from '@portal/kernel/support/reply-variables';
import * as z from 'zod/mini';
import { language } from '../messaging/notices.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, identifier, optionalText, requiredText } from '../platform/fields.ts';

const LONGEST = 4000;
const MISSPELLED = `Variables are ${replyVariables.map((name) => `{${name}}`).join(', ')}; one here is none of them.`;

const onlyVariables = z.refine<string | undefined>((text) => unknownVariables(text ?? '').length === 0, MISSPELLED);
const translation = optionalText(LONGEST).check(onlyVariables);

/** A text that goes to a customer: nothing in it may still wait to be filled in. */
export const withoutMarks = z.refine<string>(
  (text) => findMark(text) === null,
  `Replace what is marked first, such as ${markOf('planName')}: the portal does not know it.`,
);

/** `content` is the English text, in place of a language that has none. */
export const savedReply = z.object({
  id: z.string(),
  title: z.string(),
  content: z.string(),
  yo: z.optional(z.nullable(z.string())),
  ha: z.optional(z.nullable(z.string())),
  ig: z.optional(z.nullable(z.string())),
});
export type SavedReply = z.infer<typeof savedReply>;

/** A translation that is left out stays as it is; an empty one is taken away. */
const savedReplyForm = z.object({
  title: requiredText(60, 'Give the reply a title.'),
  content: requiredText(LONGEST, 'Write the reply first.').check(onlyVariables),
  yo: translation,
  ha: translation,
  ig: translation,
});
export type SavedReplyForm = z.infer<typeof savedReplyForm>;

/**
 * A saved reply with the values of one customer, in `language`: their own (`wanted`), or English where
 * the reply has no text in it, or where nobody knows who they are (null). `missing` names what the
 * portal does not know: it is marked in the text, as "[[planName]]", and a text with a mark is refused
 * when it is sent.
 */
export const filledReply = z.object({
  text: z.string(),
  language,
  wanted: z.nullable(language),
  missing: z.array(z.enum(replyVariables)),
});
export type FilledReply = z.infer<typeof filledReply>;

const replyId = z.object({ id: identifier });
const writtenReply = z.object({ ...acknowledged, reply: savedReply });

export const listSavedReplies = defineEndpoint({
  method: 'GET',
  path: '/api/staff/saved-replies',
  access: 'admin',
  permission: 'chats:read',
  summary: 'The replies that every agent may use, by title',
  answer: z.array(savedReply),
  errors: [],
});

export const createSavedReply = defineEndpoint({
  method: 'POST',
  path: '/api/staff/saved-replies',
  access: 'admin',
  permission: 'saved-replies:write',
  summary: 'Save a reply',
  body: savedReplyForm,
  answer: writtenReply,
  errors: [],
});

export const updateSavedReply = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/saved-replies/:id',
  access: 'admin',
  permission: 'saved-replies:write',
  summary: 'Change a saved reply',
  params: replyId,
  body: savedReplyForm,
  answer: writtenReply,
  errors: ['saved-reply.not-found'],
});

export const deleteSavedReply = defineEndpoint({
  method: 'DELETE',
  path: '/api/staff/saved-replies/:id',
  access: 'admin',
  permission: 'saved-replies:write',
  summary: 'Delete a saved reply that no macro answers with',
  params: replyId,
  answer: z.object(acknowledged),
  errors: ['saved-reply.not-found', 'saved-reply.in-macro'],
});

export const listRepliesForTicket = defineEndpoint({
  method: 'GET',
  path: '/api/staff/tickets/:id/saved-replies',
  access: 'admin',
  permission: 'tickets:read',
  summary: 'The replies that staff may answer a ticket with, by title',
  params: replyId,
  answer: z.array(savedReply),
  errors: ['ticket.not-found'],
});

export const fillReplyForTicket = defineEndpoint({
  method: 'GET',
  path: '/api/staff/tickets/:id/saved-replies/:replyId',
  access: 'admin',
  permission: 'tickets:read',
  summary: 'A saved reply in the language of the ticket’s customer, with the values of their account',
  params: z.object({ id: identifier, replyId: identifier }),
  answer: filledReply,
  errors: ['ticket.not-found', 'saved-reply.not-found'],
});

export const fillReplyForChat = defineEndpoint({
  method: 'GET',
  path: '/api/staff/chats/:id/saved-replies/:replyId',
  access: 'admin',
  permission: 'chats:read',
  summary: 'A saved reply in the language of the chat’s customer, with the values of their account',
  params: z.object({ id: identifier, replyId: identifier }),
  answer: filledReply,
  errors: ['chat.not-found', 'saved-reply.not-found'],
});

export const api = {
  description: 'Texts that staff answer with, in four languages and with variables.',
  endpoints: {
    listSavedReplies,
    createSavedReply,
    updateSavedReply,
    deleteSavedReply,
    listRepliesForTicket,
    fillReplyForTicket,
    fillReplyForChat,
  },
  schemas: { savedReply, savedReplyForm, filledReply },
};
