import * as z from 'zod/mini';
import { language } from '../messaging/notices.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, identifier, requiredText, rowNumberInJson, storable, timestamp } from '../platform/fields.ts';
import { chatMessage } from '../support/chat.ts';

/**
 * Where a template stands: not at WhatsApp, under review, approved, refused, stopped by WhatsApp (paused
 * or disabled), or approved in other words than the portal's.
 */
const templateState = z.enum(['missing', 'waiting', 'approved', 'refused', 'stopped', 'differs']);

/**
 * What a notice says by WhatsApp in one language. `kind` is the notice's, or `reply_waiting` for what
 * agents send once 24 hours are over. `body` is how it has to be at WhatsApp; `reason` is WhatsApp's.
 */
const noticeTemplate = z.object({
  kind: z.string(),
  title: z.string(),
  language,
  name: z.string(),
  templateLanguage: z.string(),
  body: z.string(),
  state: templateState,
  reason: z.nullable(z.string()),
  quality: z.nullable(z.string()),
  changedAt: z.nullable(timestamp),
});
export type NoticeTemplate = z.infer<typeof noticeTemplate>;

/** The line that messages are sent from. `stopped`: why nothing is accepted from it, and since when. */
const whatsAppLine = z.object({
  displayNumber: z.nullable(z.string()),
  verifiedName: z.nullable(z.string()),
  quality: z.nullable(z.string()),
  checkedAt: z.nullable(timestamp),
  stopped: z.nullable(z.object({ reason: z.string(), since: timestamp })),
});

const sendState = z.enum(['queued', 'unknown', 'accepted', 'sent', 'delivered', 'read', 'failed']);

/** `lastDays` counts the messages of the last 30 days by their state. `asText`: how many notices went as a text instead. */
const whatsAppView = z.object({
  line: whatsAppLine,
  hasTemplates: z.boolean(),
  consents: z.object({ given: z.number(), withdrawn: z.number() }),
  lastDays: z.object({ states: z.array(z.object({ state: sendState, sends: z.number() })), asText: z.number() }),
  parkedEvents: z.number(),
});
export type WhatsAppView = z.infer<typeof whatsAppView>;

export const getWhatsApp = defineEndpoint({
  method: 'GET',
  path: '/api/staff/whatsapp',
  access: 'admin',
  permission: 'whatsapp:read',
  summary: 'The line, the consents, and what became of the messages of the last 30 days',
  answer: whatsAppView,
  errors: ['whatsapp.off'],
});

export const listNoticeTemplates = defineEndpoint({
  method: 'GET',
  path: '/api/staff/whatsapp/templates',
  access: 'admin',
  permission: 'whatsapp:read',
  summary: 'What each notice says by WhatsApp in a language, and where its template stands',
  query: z.object({ language: z._default(language, 'en') }),
  answer: z.array(noticeTemplate),
  errors: ['whatsapp.off'],
});

export const submitNoticeTemplate = defineEndpoint({
  method: 'POST',
  path: '/api/staff/whatsapp/templates',
  access: 'admin',
  permission: 'whatsapp:write',
  summary: 'Submit the template of a notice to WhatsApp for review',
  body: z.object({ kind: requiredText(60, 'Choose a notice.'), language }),
  answer: z.object({ ...acknowledged, template: noticeTemplate }),
  errors: ['whatsapp.off', 'whatsapp.no-templates', 'whatsapp.no-such-template', 'whatsapp.template-refused'],
});

export const readTemplates = defineEndpoint({
  method: 'POST',
  path: '/api/staff/whatsapp/readings',
  access: 'admin',
  permission: 'whatsapp:write',
  summary: 'Read the line and the templates from WhatsApp now rather than at the next quarter of an hour',
  answer: z.object(acknowledged),
  errors: ['whatsapp.off'],
});

/** `recipient` is masked but for its last four digits. `asText`: a text was sent instead. */
const failedSend = z.object({
  id: z.string(),
  purpose: z.enum(['chat', 'answer', 'notice']),
  recipient: z.string(),
  customerId: z.nullable(z.number()),
  code: z.nullable(z.number()),
  reason: z.nullable(z.string()),
  asText: z.boolean(),
  at: timestamp,
});
export type FailedSend = z.infer<typeof failedSend>;

export const listFailedSends = defineEndpoint({
  method: 'GET',
  path: '/api/staff/whatsapp/failures',
  access: 'admin',
  permission: 'whatsapp:read',
  summary: 'Messages that WhatsApp has not delivered, the newest first; `before` is the last of the page before',
  query: z.object({
    before: z.optional(z.uuid('Name the last of the page before')),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
  }),
  answer: z.array(failedSend),
  errors: ['whatsapp.off'],
});

/** An approved template that agents may send; its variables are {{1}}, {{2}} … in `body`. */
const chatTemplate = z.object({ name: z.string(), language: z.string(), body: z.string(), variables: z.number() });
export type ChatTemplate = z.infer<typeof chatTemplate>;

export const listChatTemplates = defineEndpoint({
  method: 'GET',
  path: '/api/staff/chat-templates',
  access: 'admin',
  permission: 'chats:read',
  summary: 'The approved templates, for a chat in which nothing else may be sent',
  answer: z.array(chatTemplate),
  errors: ['whatsapp.off'],
});

const chatId = z.object({ id: identifier });

export const sendChatTemplate = defineEndpoint({
  method: 'POST',
  path: '/api/staff/chats/:id/template',
  access: 'admin',
  permission: 'chats:write',
  summary: 'Send a template in one’s own chat on WhatsApp; a repeat with the same clientMessageId sends nothing',
  params: chatId,
  body: z.object({
    name: requiredText(512, 'Choose a template.'),
    language: requiredText(20, 'Choose a template.'),
    values: z._default(z.array(requiredText(500, 'Fill in every gap.')).check(z.maxLength(20)), []),
    clientMessageId: identifier,
  }),
  answer: z.object({ ...acknowledged, sent: chatMessage }),
  errors: [
    'whatsapp.off',
    'whatsapp.no-such-template',
    'chat.not-found',
    'chat.closed',
    'chat.not-yours',
    'chat.not-outside',
    'chat.contact-gone',
    'chat.sent-already',
  ],
});

export const resendChatMessage = defineEndpoint({
  method: 'POST',
  path: '/api/staff/chats/:id/resendings',
  access: 'admin',
  permission: 'chats:write',
  summary: 'Send a message again that has failed, or of which nothing was heard for ten minutes',
  params: chatId,
  body: z.object({ seq: rowNumberInJson }),
  answer: z.object(acknowledged),
  errors: [
    'whatsapp.off',
    'whatsapp.not-resendable',
    'chat.not-found',
    'chat.closed',
    'chat.not-yours',
    'chat.window-closed',
  ],
});

/** Meta asks for the challenge when the webhook's address is typed in, to see that it is ours. */
export const answerWhatsAppChallenge = defineEndpoint({
  method: 'GET',
  path: '/api/webhooks/whatsapp',
  access: 'gateway',
  summary: 'The challenge of WhatsApp’s webhook settings, answered as plain text',
  query: z.object({
    'hub.mode': z.optional(z.string().check(storable)),
    'hub.verify_token': z.optional(z.string().check(storable)),
    'hub.challenge': z.optional(z.string().check(z.regex(/^[\w.-]{1,200}$/))),
  }),
  answer: null,
  errors: ['whatsapp.off', 'whatsapp.bad-token'],
});

/** The body is whatever WhatsApp sends; its signature is verified, byte for byte, before it is parsed. */
export const receiveWhatsAppWebhook = defineEndpoint({
  method: 'POST',
  path: '/api/webhooks/whatsapp',
  access: 'gateway',
  summary: 'What WhatsApp reports: stored once for each message and status, answered, then dealt with',
  answer: z.object({ success: z.literal(true) }),
  errors: ['whatsapp.off', 'whatsapp.bad-signature'],
});

export const api = {
  description: 'WhatsApp: its line, templates and webhook, and what agents send there.',
  endpoints: {
    getWhatsApp,
    listNoticeTemplates,
    submitNoticeTemplate,
    readTemplates,
    listFailedSends,
    listChatTemplates,
    sendChatTemplate,
    resendChatMessage,
    answerWhatsAppChallenge,
    receiveWhatsAppWebhook,
  },
  schemas: { templateState, noticeTemplate, whatsAppLine, whatsAppView, failedSend, chatTemplate },
};
