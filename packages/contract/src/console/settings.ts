import * as z from 'zod/mini';
import { language } from '../messaging/notices.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, requiredText, timestamp } from '../platform/fields.ts';
import { settingSubjects, settingVersion } from '../platform/settings.ts';

const subject = z.enum(settingSubjects);
const ofSubject = z.object({ subject });

const person = z.object({ id: z.number(), name: z.string() });

/** `value` is that of the group's schema; null stands for the installation's own. */
const publishedVersion = z.object({
  number: z.number(),
  value: z.unknown(),
  note: z.string(),
  by: person,
  at: timestamp,
});
export type PublishedSetting = z.infer<typeof publishedVersion>;

const draft = z.object({ basedOn: z.number(), value: z.unknown(), by: person, at: timestamp });

const summary = z.object({
  subject,
  /** 0 while nothing is published. */
  number: z.number(),
  published: z.nullable(z.object({ by: person, at: timestamp })),
  hasDraft: z.boolean(),
});
export type SettingSummary = z.infer<typeof summary>;

/**
 * `initial` is the installation's own value, from its files and environment, and `current` what
 * applies. `versions` are the latest published ones, newest first.
 */
const setting = z.object({
  subject,
  number: z.number(),
  initial: z.unknown(),
  current: z.unknown(),
  draft: z.nullable(draft),
  versions: z.array(publishedVersion),
});
export type Setting = z.infer<typeof setting>;

export const listSettings = defineEndpoint({
  method: 'GET',
  path: '/api/staff/settings',
  access: 'admin',
  permission: 'settings:read',
  summary: 'The groups of settings that staff edit, with who last published each',
  answer: z.array(summary),
  errors: [],
});

export const getSetting = defineEndpoint({
  method: 'GET',
  path: '/api/staff/settings/:subject',
  access: 'admin',
  permission: 'settings:read',
  summary: 'One group of settings: what applies, the draft, and its latest versions',
  params: ofSubject,
  answer: setting,
  errors: [],
});

/** `basedOn` is the version that was edited. */
const edited = { basedOn: settingVersion, value: z.unknown() };

export const saveSettingDraft = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/settings/:subject/draft',
  access: 'admin',
  permission: 'settings:write',
  summary: 'Keeps an edited group of settings without publishing it; there is one draft of each group',
  params: ofSubject,
  body: z.object(edited),
  answer: z.object(acknowledged),
  errors: [],
});

export const discardSettingDraft = defineEndpoint({
  method: 'DELETE',
  path: '/api/staff/settings/:subject/draft',
  access: 'admin',
  permission: 'settings:write',
  summary: 'Deletes the draft of a group of settings; safe to repeat',
  params: ofSubject,
  answer: z.object(acknowledged),
  errors: [],
});

/** `value` as it would be published: its notice is sent with sample data to the caller alone. */
export const testNotice = defineEndpoint({
  method: 'POST',
  path: '/api/staff/settings/:subject/tests',
  access: 'admin',
  permission: 'settings:write',
  summary: 'Sends unpublished words of a notice to the caller’s own mailbox or verified number; audited, 20 an hour',
  params: ofSubject,
  body: z.object({ value: z.unknown(), language, channel: z.enum(['email', 'sms']) }),
  answer: z.object(acknowledged),
  errors: ['setting.no-phone'],
});

/** A `value` of null returns to the installation's own. An older value is restored by publishing it. */
export const publishSetting = defineEndpoint({
  method: 'POST',
  path: '/api/staff/settings/:subject/versions',
  access: 'admin',
  permission: 'settings:write',
  summary: 'Publishes a group of settings, unless another version was published since `basedOn`; audited',
  params: ofSubject,
  body: z.object({ ...edited, note: requiredText(300, 'Write what you have changed, for the record') }),
  answer: z.object({ ...acknowledged, number: z.number() }),
  errors: ['setting.changed-meanwhile'],
});

export const api = {
  description: 'Settings that staff edit and publish.',
  endpoints: { listSettings, getSetting, saveSettingDraft, discardSettingDraft, testNotice, publishSetting },
  schemas: {
    settingSubject: subject,
    settingPublication: publishedVersion,
    settingDraft: draft,
    settingSummary: summary,
    setting,
  },
};
