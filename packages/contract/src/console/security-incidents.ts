import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import {
  acknowledged,
  identifier,
  isStorableTime,
  optionalText,
  requiredText,
  rowNumber,
  timestamp,
} from '../platform/fields.ts';

export const securityIncidentKinds = [
  'unauthorised-access',
  'data-disclosed',
  'data-lost',
  'malware',
  'denial-of-service',
  'fraud',
  'lost-device',
  'other',
] as const;

export const incidentEntryKinds = ['facts', 'duty', 'note', 'contained', 'closed'] as const;

/**
 * What somebody has to be told: the NCC first, again while it lasts, and in a report; the NDPC; and
 * the persons whose data they are.
 */
export const securityDuties = ['ncc-notice', 'ncc-update', 'ncc-report', 'ndpc-notice', 'persons-told'] as const;
export type SecurityDuty = (typeof securityDuties)[number];

/** What is known of an incident. The three answers decide which duties there are. */
const facts = {
  what: requiredText(4000, 'Say what happened.'),
  systems: optionalText(1000),
  persons: optionalText(1000),
  data: optionalText(1000),
  measures: optionalText(4000),
  isCyberIncident: z.boolean(),
  hasPersonalData: z.boolean(),
  isHighRisk: z.boolean(),
};
const incidentFacts = z.object(facts);
export type IncidentFacts = z.infer<typeof incidentFacts>;

export const incidentForm = z.object({
  kind: z.enum(securityIncidentKinds, 'Choose what kind it is.'),
  title: requiredText(200, 'Name the incident.'),
  noticedAt: z.iso.datetime('Say when it was noticed.').check(z.refine(isStorableTime, 'Say when it was noticed.')),
  auditRecordId: z.optional(rowNumber),
  clientIncidentId: identifier,
  ...facts,
});
export type IncidentForm = z.infer<typeof incidentForm>;

const clock = z.object({
  duty: z.enum(securityDuties),
  dueAt: timestamp,
  /** Null while it is to be done. */
  doneAt: z.nullable(timestamp),
  doneBy: z.nullable(z.string()),
  isOverdue: z.boolean(),
});
export type DutyClock = z.infer<typeof clock>;

export const securityIncidentStates = ['open', 'contained', 'closed'] as const;

const summary = {
  id: z.string(),
  /** Like S-0012. */
  number: z.string(),
  kind: z.enum(securityIncidentKinds),
  title: z.string(),
  noticedAt: timestamp,
  openedAt: timestamp,
  openedBy: z.string(),
  state: z.enum(securityIncidentStates),
  /** The duty that is due next, or overdue longest; null when nothing is to be done. */
  next: z.nullable(clock),
};
const incidentSummary = z.object(summary);
export type SecurityIncidentSummary = z.infer<typeof incidentSummary>;

const entry = z.object({
  id: z.number(),
  kind: z.enum(incidentEntryKinds),
  duty: z.nullable(z.enum(securityDuties)),
  facts: z.nullable(incidentFacts),
  text: z.string(),
  by: z.string(),
  at: timestamp,
});
export type IncidentEntry = z.infer<typeof entry>;

const incident = z.object({
  ...summary,
  auditRecordId: z.nullable(z.number()),
  facts: incidentFacts,
  clocks: z.array(clock),
  entries: z.array(entry),
});
export type SecurityIncident = z.infer<typeof incident>;

export const listSecurityIncidents = defineEndpoint({
  method: 'GET',
  path: '/api/staff/security-incidents',
  access: 'admin',
  permission: 'security-incidents:read',
  summary: 'The register of security incidents, the newest first; those that are not closed have what is due next',
  query: z.object({ before: z.optional(rowNumber) }),
  answer: z.array(incidentSummary),
  errors: [],
});

export const getSecurityIncident = defineEndpoint({
  method: 'GET',
  path: '/api/staff/security-incidents/:id',
  access: 'admin',
  permission: 'security-incidents:read',
  summary: 'One security incident with its clocks and everything that was entered',
  params: z.object({ id: identifier }),
  answer: incident,
  errors: ['security-incident.not-found'],
});

export const openSecurityIncident = defineEndpoint({
  method: 'POST',
  path: '/api/staff/security-incidents',
  access: 'admin',
  permission: 'security-incidents:write',
  summary:
    'Open a security incident, whose clocks count from `noticedAt`; the same `clientIncidentId` again is the same one',
  body: incidentForm,
  answer: z.object({ ...acknowledged, incident }),
  errors: ['security-incident.in-future'],
});

export const addIncidentEntry = defineEndpoint({
  method: 'POST',
  path: '/api/staff/security-incidents/:id/entries',
  access: 'admin',
  permission: 'security-incidents:write',
  summary:
    'Add to a security incident: a note, other facts, a duty that was done, that it is contained, or closed. Nothing can be changed or dated back',
  params: z.object({ id: identifier }),
  body: z.object({
    kind: z.enum(incidentEntryKinds),
    duty: z.optional(z.enum(securityDuties)),
    facts: z.optional(incidentFacts),
    text: optionalText(4000),
    clientEntryId: identifier,
  }),
  answer: z.object({ ...acknowledged, incident }),
  errors: [
    'security-incident.not-found',
    'security-incident.closed',
    'security-incident.done-before',
    'security-incident.duties-left',
    'security-incident.no-such-duty',
  ],
});

export const downloadIncidentRecord = defineEndpoint({
  method: 'GET',
  path: '/api/staff/security-incidents/:id/record',
  access: 'admin',
  permission: 'security-incidents:read',
  summary: 'The record of a security incident for the regulator, as text',
  params: z.object({ id: identifier }),
  answer: null,
  errors: ['security-incident.not-found'],
});

export const api = {
  description: 'The register of security incidents, and what is due for each.',
  endpoints: {
    listSecurityIncidents,
    getSecurityIncident,
    openSecurityIncident,
    addIncidentEntry,
    downloadIncidentRecord,
  },
  schemas: {
    securityIncidentFacts: incidentFacts,
    securityIncidentForm: incidentForm,
    securityIncidentClock: clock,
    securityIncidentSummary: incidentSummary,
    securityIncidentEntry: entry,
    securityIncident: incident,
  },
};
