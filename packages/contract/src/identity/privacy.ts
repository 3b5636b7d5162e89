import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, identifier, timestamp } from '../platform/fields.ts';

export const dataPurposes = [
  'account',
  'sign-in',
  'billing',
  'payments',
  'network',
  'usage',
  'traffic',
  'support',
  'messages',
  'sales',
  'audit',
  'privacy',
] as const;
export type DataPurpose = (typeof dataPurposes)[number];

export const dataKinds = ['identity', 'contact', 'text', 'payment', 'network', 'device'] as const;
export type HeldKind = (typeof dataKinds)[number];

/** Of the Nigeria Data Protection Act 2023, section 25 (1). */
export const lawfulBases = ['contract', 'legal-obligation', 'legitimate-interest', 'consent'] as const;
export type HeldBasis = (typeof lawfulBases)[number];

/**
 * What is held for one purpose. `months`: after which all of it has gone by age; null when some of it
 * stays as long as the account.
 * `afterDeletion`: whether all of it goes with the person, or some stays without their name.
 */
const holding = z.object({
  purpose: z.enum(dataPurposes),
  basis: z.enum(lawfulBases),
  kinds: z.array(z.enum(dataKinds)),
  months: z.nullable(z.number()),
  afterDeletion: z.enum(['gone', 'nameless']),
});
export type Holding = z.infer<typeof holding>;

/** Its files can be downloaded while it is `done`, until `expiresAt`. */
const dataExport = z.object({
  id: z.string(),
  status: z.enum(['waiting', 'running', 'done', 'failed', 'expired']),
  requestedAt: timestamp,
  expiresAt: z.nullable(timestamp),
  sizeBytes: z.nullable(z.number()),
});
export type DataExport = z.infer<typeof dataExport>;

/** Why a person cannot be deleted yet. `subscription`: only once the day has come. */
export const deletionObstacles = [
  'staff',
  'last-owner',
  'debt',
  'payment',
  'dispute',
  'refund',
  'credit',
  'subscription',
] as const;
export type DeletionObstacle = (typeof deletionObstacles)[number];

/** `obstacles`: what has kept it back since its day came. */
const accountDeletion = z.object({
  requestedAt: timestamp,
  dueAt: timestamp,
  obstacles: z.array(z.enum(deletionObstacles)),
});
export type AccountDeletion = z.infer<typeof accountDeletion>;

const privacyView = z.object({
  holdings: z.array(holding),
  export: z.nullable(dataExport),
  deletion: z.nullable(accountDeletion),
  /** What prevents a deletion now. */
  obstacles: z.array(z.enum(deletionObstacles)),
});
export type PrivacyView = z.infer<typeof privacyView>;

export const getPrivacy = defineEndpoint({
  method: 'GET',
  path: '/api/user/privacy',
  access: 'session',
  viewable: true,
  summary: 'What is held about the caller and why, their latest copy of it, and their deletion',
  answer: privacyView,
  errors: [],
});

/** It is made after the answer; a notice and a mail say when it is ready. */
export const requestExport = defineEndpoint({
  method: 'POST',
  path: '/api/user/privacy/export',
  access: 'session',
  freshProof: true,
  summary: 'Ask for a copy of everything held about the caller; one at a time, and one a day',
  answer: z.object({ ...acknowledged, export: dataExport }),
  errors: ['privacy.export-running'],
});

export const downloadExport = defineEndpoint({
  method: 'GET',
  path: '/api/user/privacy/exports/:id/:file',
  access: 'session',
  summary: 'The caller’s copy, as data.json for programs or page.html for reading',
  params: z.object({ id: identifier, file: z.enum(['data.json', 'page.html']) }),
  answer: null,
  errors: ['privacy.export-not-found'],
});

export const deletionForm = z.object({
  currentPassword: z
    .string('Current password is required')
    .check(z.minLength(1, 'Current password is required'), z.maxLength(1024, 'Use at most 1024 characters')),
});

export const requestDeletion = defineEndpoint({
  method: 'POST',
  path: '/api/user/privacy/deletion',
  access: 'session',
  summary: 'Have the caller deleted in 30 days and their subscriptions cancelled; repeating keeps the first date',
  body: deletionForm,
  answer: z.object({ ...acknowledged, deletion: accountDeletion }),
  errors: ['account.wrong-password', 'privacy.deletion-prevented'],
});

export const withdrawDeletion = defineEndpoint({
  method: 'DELETE',
  path: '/api/user/privacy/deletion',
  access: 'session',
  summary: 'Withdraw the deletion, until the moment it happens',
  answer: z.object(acknowledged),
  errors: ['privacy.no-deletion'],
});

export const api = {
  description: 'What is stored about a person, their copy of it, and its deletion.',
  endpoints: { getPrivacy, requestExport, downloadExport, requestDeletion, withdrawDeletion },
  schemas: { dataHolding: holding, dataExport, accountDeletion, privacyView, deletionForm },
};
