import {
  type IdentityApprovalChange,
  identityApprovalKinds,
  identityApprovalStates,
} from '@portal/contract/identity/identity-approvals';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core';
import { users } from './account.ts';

/** What lets somebody into an account and waits, for minutes, for a second member of staff. */
export const identityApprovals = pgTable(
  'identity_approvals',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: varchar('kind', { length: 20, enum: identityApprovalKinds }).notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    // What the noun that asked for it needs to do it.
    payload: jsonb('payload').notNull(),
    // The same for people.
    changes: jsonb('changes').$type<IdentityApprovalChange[]>().notNull(),
    identifiedBy: varchar('identified_by', { length: 60 }).notNull(),
    reason: text('reason').notNull(),
    state: varchar('state', { length: 10, enum: identityApprovalStates }).notNull().default('waiting'),
    requestedBy: integer('requested_by')
      .notNull()
      .references(() => users.id),
    requestedAt: timestamp('requested_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    // The second person, or who withdrew it.
    decidedBy: integer('decided_by').references(() => users.id),
    decisionReason: text('decision_reason'),
    decidedAt: timestamp('decided_at', { withTimezone: true }),
  },
  (table) => [
    index('identity_approvals_user').on(table.userId, table.requestedAt),
    // One of a kind waits for each customer; also finds those that wait.
    uniqueIndex('identity_approvals_waiting').on(table.userId, table.kind).where(sql`${table.state} = 'waiting'`),
  ],
);
