import { accountMergeStates } from '@portal/contract/console/account-merges';
import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';
import { accounts } from '../identity/account-people.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** What a merge was proved by, and what taking it apart needs besides the rows that it moved. */
export type MergeProof = {
  /** What both accounts together had before it and have after it, as decimal numbers. */
  readonly sums: Readonly<Record<string, string>>;
  /** The credit that went along. */
  readonly creditKobo: number;
  /** The plans of the lines that went along, by subscription. */
  readonly plans: Readonly<Record<string, string>>;
};

/** Two accounts of one person that become one, or were to. */
export const accountMerges = pgTable(
  'account_merges',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    fromId: integer('from_id')
      .notNull()
      .references(() => accounts.id),
    intoId: integer('into_id')
      .notNull()
      .references(() => accounts.id),
    state: varchar('state', { length: 10, enum: accountMergeStates }).notNull().default('waiting'),
    identifiedBy: varchar('identified_by', { length: 60 }).notNull(),
    reason: varchar('reason', { length: 500 }).notNull(),
    requestedBy: integer('requested_by')
      .notNull()
      .references(() => users.id),
    createdAt: moment('created_at').notNull(),
    // Until then the link in the mail to the mailbox of `from` works; the HMAC of its token, null where
    // that mailbox is not verified.
    waitsUntil: moment('waits_until').notNull(),
    tokenHash: text('token_hash').unique(),
    // Who proved that it may be done: the second member of staff, or the person themselves.
    confirmedBy: integer('confirmed_by').references(() => users.id),
    mergedAt: moment('merged_at'),
    // Until then it can be taken apart.
    undoUntil: moment('undo_until'),
    proof: jsonb('proof').$type<MergeProof>(),
    // Who took it apart, or refused or withdrew it; null where it expired.
    endedBy: integer('ended_by').references(() => users.id),
    endedAt: moment('ended_at'),
    endReason: varchar('end_reason', { length: 500 }),
  },
  (table) => [
    // One that waits or stands for each account that goes.
    uniqueIndex('account_merges_one').on(table.fromId).where(sql`${table.state} in ('waiting', 'merged')`),
    index('account_merges_from').on(table.fromId, table.createdAt),
    index('account_merges_into').on(table.intoId, table.createdAt),
    index('account_merges_waiting').on(table.waitsUntil).where(sql`${table.state} = 'waiting'`),
    check('account_merges_two', sql`${table.fromId} <> ${table.intoId}`),
  ],
);

/** Which rows a merge has changed, rule by rule, so that taking it apart changes exactly these back. */
export const accountMergeMoves = pgTable(
  'account_merge_moves',
  {
    mergeId: uuid('merge_id')
      .notNull()
      .references(() => accountMerges.id, { onDelete: 'cascade' }),
    // In the order in which they were made.
    position: smallint('position').notNull(),
    // The name of the rule (merge-rules.policy.ts).
    rule: varchar('rule', { length: 60 }).notNull(),
    ids: text('ids').array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.mergeId, table.position] })],
);

/** Pairs of accounts that staff know to be two people; the smaller id first. */
export const dismissedMergeSuggestions = pgTable(
  'dismissed_merge_suggestions',
  {
    oneId: integer('one_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    otherId: integer('other_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    dismissedBy: integer('dismissed_by')
      .notNull()
      .references(() => users.id),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.oneId, table.otherId] }),
    index('dismissed_merge_suggestions_other').on(table.otherId),
    check('dismissed_merge_suggestions_order', sql`${table.oneId} < ${table.otherId}`),
  ],
);
