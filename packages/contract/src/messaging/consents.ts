import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, rowNumber, timestamp } from '../platform/fields.ts';

/** The channels of marketing. */
export const marketingConsents = ['marketing-email', 'marketing-sms', 'marketing-push'] as const;

/**
 * All that the portal does because somebody consented to it: each channel of marketing, and notices on
 * WhatsApp, where the operator has it. The rest is done for the contract, the law or the security of
 * accounts.
 */
export const consents = [...marketingConsents, 'whatsapp'] as const;
export type Consent = (typeof consents)[number];

/** Where somebody said so. */
export const consentSources = [
  'profile',
  'unsubscribe-link',
  'staff',
  'whatsapp',
  'number-moved',
  'text-message',
] as const;

/**
 * The wording that people consent to, in English. Whoever changes it counts the version up, so that
 * the log says what each person has read.
 */
export const consentWording = {
  version: '2',
  'marketing-email': 'You may send me offers by email.',
  'marketing-sms': 'You may send me offers by text message.',
  'marketing-push': 'You may show me offers as notices on my devices.',
  whatsapp: 'You may send me notices about my account on WhatsApp.',
} as const;

const consent = z.enum(consents);

const consentState = z.object({
  consent,
  given: z.boolean(),
  /** When they last said so; null when they never have. */
  since: z.nullable(timestamp),
});

const consentRecord = z.object({
  id: z.number(),
  consent,
  given: z.boolean(),
  textVersion: z.string(),
  source: z.enum(consentSources),
  at: timestamp,
});

const consentView = z.object({
  consents: z.array(consentState),
  /** The newest first. */
  history: z.array(consentRecord),
});
export type ConsentView = z.infer<typeof consentView>;

export const getConsents = defineEndpoint({
  method: 'GET',
  path: '/api/user/privacy/consents',
  access: 'session',
  viewable: true,
  summary: 'What the caller consents to now, and the log of it (the newest 100 entries)',
  answer: consentView,
  errors: [],
});

export const changeConsent = defineEndpoint({
  method: 'PUT',
  path: '/api/user/privacy/consents',
  access: 'session',
  summary: 'Give or withdraw one consent; `textVersion` is the version of the wording that the caller has read',
  body: z.object({ consent, given: z.boolean(), textVersion: z.string().check(z.minLength(1), z.maxLength(10)) }),
  answer: z.object({ ...acknowledged, consents: z.array(consentState) }),
  errors: ['consent.other-wording', 'whatsapp.off'],
});

export const objectToMarketing = defineEndpoint({
  method: 'POST',
  path: '/api/user/privacy/objection',
  access: 'session',
  summary: 'Object to all marketing: withdraws the consents to every channel',
  answer: z.object({ ...acknowledged, consents: z.array(consentState) }),
  errors: [],
});

export const recordObjection = defineEndpoint({
  method: 'POST',
  path: '/api/staff/customers/:id/objection',
  access: 'admin',
  permission: 'customers:write',
  summary: 'Record that a customer objects to all marketing, as they said to staff; nobody consents for them',
  params: z.object({ id: rowNumber }),
  answer: z.object(acknowledged),
  errors: ['customer.not-found'],
});

export const api = {
  description: 'What a customer agrees to, and their objection to marketing.',
  endpoints: { getConsents, changeConsent, objectToMarketing, recordObjection },
  schemas: { consent, consentState, consentRecord, consentView },
};
