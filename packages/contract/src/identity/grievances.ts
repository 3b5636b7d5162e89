import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, identifier, requiredText, rowNumber, timestamp } from '../platform/fields.ts';

export const grievanceStates = ['received', 'answered', 'closed'] as const;

/** What we found: that their right was violated, or that it was not. An answer says one of the two. */
export const grievanceFindings = ['violation', 'no-violation'] as const;

/** How it ended, as far as we know. */
export const grievanceOutcomes = ['settled', 'commission', 'court'] as const;

/** As many as one person may have open at once. */
export const MOST_OPEN_GRIEVANCES = 5;

export const grievanceForm = z.object({
  what: requiredText(4000, 'Say what has happened.'),
  since: requiredText(200, 'Say since when.'),
  wanted: requiredText(2000, 'Say what you want us to do.'),
  clientGrievanceId: identifier,
});
export type GrievanceForm = z.infer<typeof grievanceForm>;

const common = {
  id: z.string(),
  /** Like G-000123. */
  number: z.string(),
  what: z.string(),
  since: z.string(),
  wanted: z.string(),
  status: z.enum(grievanceStates),
  receivedAt: timestamp,
  dueAt: timestamp,
  finding: z.nullable(z.enum(grievanceFindings)),
  answer: z.nullable(z.string()),
  answeredAt: z.nullable(timestamp),
  closedAt: z.nullable(timestamp),
};

const grievance = z.object(common);
export type Grievance = z.infer<typeof grievance>;

const staffGrievance = z.object({
  ...common,
  customer: z.object({ id: z.number(), name: z.string() }),
  answeredBy: z.nullable(z.string()),
  outcome: z.nullable(z.enum(grievanceOutcomes)),
});
export type StaffGrievance = z.infer<typeof staffGrievance>;

export const listGrievances = defineEndpoint({
  method: 'GET',
  path: '/api/user/privacy/grievances',
  access: 'session',
  summary: 'The caller’s grievances about their data, the newest first, and in how many days we answer one',
  answer: z.object({ answerDays: z.number(), grievances: z.array(grievance) }),
  errors: [],
});

export const submitGrievance = defineEndpoint({
  method: 'POST',
  path: '/api/user/privacy/grievances',
  access: 'session',
  summary:
    'Give notice of a grievance about one’s data (GAID 2025, article 40); the same `clientGrievanceId` again is the same one',
  body: grievanceForm,
  answer: z.object({ ...acknowledged, grievance }),
  errors: ['grievance.too-many'],
});

export const listStaffGrievances = defineEndpoint({
  method: 'GET',
  path: '/api/staff/grievances',
  access: 'admin',
  permission: 'grievances:read',
  summary: 'Grievances in one state: those to be answered by their due day, the others with the newest first',
  query: z.object({
    status: z.optional(z.enum(grievanceStates)),
    /** The number of the last one of the page before; not for those to be answered. */
    before: z.optional(rowNumber),
  }),
  answer: z.array(staffGrievance),
  errors: [],
});

export const answerGrievance = defineEndpoint({
  method: 'POST',
  path: '/api/staff/grievances/:id/answer',
  access: 'admin',
  permission: 'grievances:write',
  summary: 'Answer a grievance: what was found, and the remedy or the reason; mailed to the customer',
  params: z.object({ id: identifier }),
  body: z.object({
    finding: z.enum(grievanceFindings, 'Say what you found.'),
    answer: requiredText(4000, 'Write the answer.'),
  }),
  answer: z.object({ ...acknowledged, grievance: staffGrievance }),
  errors: ['grievance.not-found', 'grievance.answered'],
});

export const closeGrievance = defineEndpoint({
  method: 'POST',
  path: '/api/staff/grievances/:id/close',
  access: 'admin',
  permission: 'grievances:write',
  summary: 'Close an answered grievance and record how it ended',
  params: z.object({ id: identifier }),
  body: z.object({ outcome: z.enum(grievanceOutcomes, 'Say how it ended.') }),
  answer: z.object({ ...acknowledged, grievance: staffGrievance }),
  errors: ['grievance.not-found', 'grievance.not-answered'],
});

export const api = {
  description: 'Complaints about personal data, and the answers to them.',
  endpoints: { listGrievances, submitGrievance, listStaffGrievances, answerGrievance, closeGrievance },
  schemas: { grievanceForm, grievance, staffGrievance },
};
