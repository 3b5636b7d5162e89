import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, isPortalPath, optionalText, requiredText, timestamp } from '../platform/fields.ts';

/**
 * A promotion is sent to customers who want promotional offers; a service announcement is a notice
 * for everybody, and is sent to those who want service updates.
 */
export const announcementKind = z.enum(['promotion', 'service'], 'Choose what it is');

/**
 * `everybody`, or those with a subscription in a region or on a plan that is not cancelled, or
 * whose subscription is active or suspended (paused ones are not).
 */
const audience = z
  .string('Choose who gets it')
  .check(
    z.regex(/^(everybody|region:(lagos|abuja)|line:(active|suspended)|plan:[0-9a-f-]{36})$/, 'Choose who gets it'),
  );

const title = requiredText(80, 'Write a title').check(
  z.refine((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), 'Write the title in one line'),
);

const link = optionalText(300).check(
  z.refine(
    (address) => !address || isPortalPath(address),
    'Write the address of a page of this portal, such as /plans',
  ),
);

/** `link` is a page of the portal; without it, or empty, it is the customer's dashboard. */
export const announcementText = { title, text: requiredText(500, 'Write the text'), link };

const announcementForm = z.object({ ...announcementText, kind: announcementKind, audience });

const person = z.object({ id: z.number(), name: z.string() });

/**
 * `expected` is the number of recipients when it was created, `delivered` how many have the notice.
 * `resting`: a promotion that waits for the end of the quiet hours. `planName` is that of the
 * audience's plan.
 */
const announcement = z.object({
  id: z.number(),
  kind: announcementKind,
  title: z.string(),
  text: z.string(),
  link: z.nullable(z.string()),
  audience: z.string(),
  planName: z.nullable(z.string()),
  author: person,
  state: z.enum(['sending', 'sent', 'stopped']),
  resting: z.boolean(),
  expected: z.number(),
  delivered: z.number(),
  createdAt: timestamp,
  endedAt: z.nullable(timestamp),
  stopped: z.nullable(z.object({ by: person, reason: z.string() })),
});
export type Announcement = z.infer<typeof announcement>;

const announcementNumber = z.coerce.number().check(z.int(), z.positive(), z.maximum(Number.MAX_SAFE_INTEGER));

export const listAnnouncements = defineEndpoint({
  method: 'GET',
  path: '/api/staff/announcements',
  access: 'admin',
  permission: 'announcements:read',
  summary: 'The announcements, newest first; `before` is the last id of the page before',
  query: z.object({
    before: z.optional(announcementNumber),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
  }),
  answer: z.array(announcement),
  errors: [],
});

/** `customers` would get the notice; `audience` also counts those who want no promotions. */
export const countAudience = defineEndpoint({
  method: 'GET',
  path: '/api/staff/announcements/audience',
  access: 'admin',
  permission: 'announcements:read',
  summary: 'How many customers would get an announcement',
  query: z.object({ kind: announcementKind, audience }),
  answer: z.object({ audience: z.number(), customers: z.number() }),
  errors: [],
});

/**
 * `formId` is chosen by the page (32 hexadecimal digits), so that one form creates one announcement
 * however often it is sent.
 */
export const sendAnnouncement = defineEndpoint({
  method: 'POST',
  path: '/api/staff/announcements',
  access: 'admin',
  permission: 'announcements:write',
  summary: 'Send an announcement now; promotions wait until the quiet hours are over',
  body: z.extend(announcementForm, {
    formId: z.string().check(z.regex(/^[0-9a-f]{32}$/, 'This is not a valid identifier')),
  }),
  answer: z.object({ ...acknowledged, id: z.number() }),
  errors: ['announcement.nobody', 'announcement.sent'],
});

export const stopAnnouncement = defineEndpoint({
  method: 'POST',
  path: '/api/staff/announcements/:id/stop',
  access: 'admin',
  permission: 'announcements:write',
  summary: 'Stop the delivery to customers who do not have it yet',
  params: z.object({ id: announcementNumber }),
  body: z.object({ reason: requiredText(500, 'Say why.') }),
  answer: z.object(acknowledged),
  errors: ['announcement.not-found', 'announcement.ended'],
});

export const api = {
  description: 'Announcements to customers by notice, mail and push.',
  endpoints: { listAnnouncements, countAudience, sendAnnouncement, stopAnnouncement },
  schemas: { announcementKind, announcement },
};
