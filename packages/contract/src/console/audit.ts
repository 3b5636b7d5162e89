import { actorKinds } from '@portal/kernel/audit-entry';
import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { identifier, rowNumber, timestamp } from '../platform/fields.ts';

/**
 * `actor.kind` is null in old records and for the operator's command line. Where it is a program, which
 * `program` names (an API key `keyId`, too), `name` is the person on whose authority it acts or whom the change is about.
 * `subject` is what was changed ("ticket:<id>", "customer:42"), `about` its current name, null
 * where it has none or is deleted; `before` and `after` have the fields that changed. Both are null from
 * `redactedAt` on, when they were erased with the person they were about.
 */
const auditRecord = z.object({
  id: z.number(),
  actor: z.object({
    id: z.number(),
    name: z.string(),
    kind: z.nullable(z.enum(actorKinds)),
    program: z.nullable(z.string()),
    keyId: z.nullable(z.string()),
  }),
  action: z.string(),
  subject: z.string(),
  about: z.nullable(z.string()),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  at: timestamp,
  /** Absent in the answers of the release before. */
  redactedAt: z.optional(z.nullable(timestamp)),
});
export type AuditRecord = z.infer<typeof auditRecord>;

export const listAudit = defineEndpoint({
  method: 'GET',
  path: '/api/staff/audit',
  access: 'admin',
  permission: 'audit:read',
  summary:
    'What was changed and by whom, newest first, of one subject or by one person, with or without who has looked at customers; `before` is the last id of the page before',
  query: z.object({
    subject: z.optional(identifier),
    actor: z.optional(rowNumber),
    before: z.optional(z.coerce.number().check(z.int(), z.positive())),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
    /** Leaves out that somebody has opened the page of a customer. */
    without: z.optional(z.literal('views')),
  }),
  answer: z.array(auditRecord),
  errors: [],
});

export const api = {
  description: 'What was changed in the portal, and by whom.',
  endpoints: { listAudit },
  schemas: { auditRecord },
};
