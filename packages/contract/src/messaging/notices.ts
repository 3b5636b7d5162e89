import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, timestamp } from '../platform/fields.ts';

const noticeId = z.coerce.number().check(z.int(), z.positive());

/**
 * One notice. `title` and `text` are English; `{name}` in them stands for `values.name`, so that a
 * page can translate them. `href` is an address below the portal's origin; `readAt` is null until
 * it was read.
 */
const notice = z.object({
  id: z.number(),
  kind: z.string(),
  title: z.string(),
  text: z.string(),
  values: z.record(z.string(), z.string()),
  href: z.string(),
  createdAt: timestamp,
  readAt: z.nullable(timestamp),
});
export type NoticeView = z.infer<typeof notice>;

const unread = z.number();

export const listNotices = defineEndpoint({
  method: 'GET',
  path: '/api/user/notices',
  access: 'session',
  viewable: true,
  summary: 'What happened, newest first; `before` is the last id of the page before',
  query: z.object({
    before: z.optional(noticeId),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
  }),
  answer: z.array(notice),
  errors: [],
});

export const countNotices = defineEndpoint({
  method: 'GET',
  path: '/api/user/notices/unread',
  access: 'session',
  viewable: true,
  summary: 'How many of the caller’s notices are unread',
  answer: z.object({ unread }),
  errors: [],
});

export const readNotice = defineEndpoint({
  method: 'POST',
  path: '/api/user/notices/:id/read',
  access: 'session',
  summary: 'Mark a notice as read; repeating is safe',
  params: z.object({ id: noticeId }),
  answer: z.object({ ...acknowledged, unread }),
  errors: ['notice.not-found'],
});

export const readNotices = defineEndpoint({
  method: 'POST',
  path: '/api/user/notices/read',
  access: 'session',
  summary:
    'Mark all notices as read up to the one with the id `upTo`, so that none is that came after the caller looked',
  body: z.object({ upTo: noticeId }),
  answer: z.object({ ...acknowledged, unread }),
  errors: [],
});

/**
 * As `PushSubscription.toJSON()` of a browser (W3C Push API): the endpoint, and the keys for
 * messages that only this browser can decrypt.
 */
export const pushSubscription = z.object({
  endpoint: z.url().check(z.maxLength(1000)),
  keys: z.object({
    p256dh: z.string().check(z.regex(/^[\w-]{87}=?$/)),
    auth: z.string().check(z.regex(/^[\w-]{22}={0,2}$/)),
  }),
});
export type PushAddress = z.infer<typeof pushSubscription>;

export const getPushKey = defineEndpoint({
  method: 'GET',
  path: '/api/user/push-key',
  access: 'session',
  summary: 'The key under which this portal sends to browsers (VAPID, RFC 8292), for `pushManager.subscribe`',
  answer: z.object({ publicKey: z.string() }),
  errors: [],
});

export const subscribePush = defineEndpoint({
  method: 'POST',
  path: '/api/user/push-subscriptions',
  access: 'session',
  summary: 'Send the caller’s notices to this browser too, until the session is ended by hand; repeating is safe',
  body: pushSubscription,
  answer: z.object(acknowledged),
  errors: ['push.unknown-service'],
});

export const unsubscribePush = defineEndpoint({
  method: 'POST',
  path: '/api/user/push-subscriptions/removal',
  access: 'session',
  summary: 'Send nothing more to this browser; repeating is safe',
  body: z.object({ endpoint: pushSubscription.shape.endpoint }),
  answer: z.object(acknowledged),
  errors: [],
});

export const language = z.enum(['en', 'yo', 'ha', 'ig']);
export type LanguageCode = z.infer<typeof language>;

export const saveLanguage = defineEndpoint({
  method: 'PUT',
  path: '/api/user/language',
  access: 'session',
  summary: 'The language of what is sent to the caller',
  body: z.object({ language }),
  answer: z.object(acknowledged),
  errors: [],
});

/**
 * The body is whatever the provider sends: Termii signs it, Africa’s Talking authenticates with the
 * token in its callback address.
 */
export const receiveSmsReport = defineEndpoint({
  method: 'POST',
  path: '/api/webhooks/sms/:provider',
  access: 'gateway',
  summary: 'What became of a text, by its provider’s report',
  params: z.object({ provider: z.string() }),
  query: z.object({ token: z.optional(z.string()) }),
  answer: z.object({ success: z.literal(true) }),
  errors: ['sms.unknown-provider', 'sms.bad-signature'],
});

export const api = {
  description: 'Notices to a customer, push messages, and delivery reports of text messages.',
  endpoints: {
    listNotices,
    countNotices,
    readNotice,
    readNotices,
    getPushKey,
    subscribePush,
    unsubscribePush,
    saveLanguage,
    receiveSmsReport,
  },
  schemas: { notice, pushSubscription, language },
};
