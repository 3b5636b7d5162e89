import { actorKinds } from '@portal/kernel/audit-entry';
import {
  bigint,
  bigserial,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  timestamp,
  unique,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { users } from './account.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const moment = (name: string) => timestamp(name, { withTimezone: true });
const id = (name: string) => bigint(name, { mode: 'number' });

/**
 * What was changed: by whom (packages/kernel/src/audit-entry.ts), what, when, before, after; in monthly partitions by `createdAt`. The
 * migration gives it a trigger that refuses UPDATE, DELETE and TRUNCATE, except what the function
 * redact_audit_records does.
 */
export const auditRecords = pgTable(
  'audit_records',
  {
    id: bigserial('id', { mode: 'number' }).notNull(),
    actorId: integer('actor_id')
      .notNull()
      .references(() => users.id),
    // Null in records of the release before these columns, and of the operator's command line.
    actorKind: varchar('actor_kind', { length: 10, enum: actorKinds }),
    // The name of the program, where it was one: of a job, an API key or a gateway.
    actorProgram: varchar('actor_program', { length: 100 }),
    actorKeyId: uuid('actor_key_id'),
    action: varchar('action', { length: 60 }).notNull(),
    // What was changed, for example "ticket:<id>", "customer:42".
    subject: varchar('subject', { length: 100 }).notNull(),
    before: jsonb('before').$type<Record<string, unknown>>(),
    after: jsonb('after').$type<Record<string, unknown>>(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    // When `before` and `after` were emptied for good.
    redactedAt: moment('redacted_at'),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.createdAt] }),
    index('audit_records_subject').on(table.subject, table.id),
    index('audit_records_actor').on(table.actorId, table.id),
  ],
);

/** What an entry of the hash chain is about. */
export const chainedKinds = ['record', 'redaction', 'drop'] as const;

/**
 * The hash chain over the audit log, in the order in which what it is about was committed
 * (docs/audit.md). Its salt is erased with the content of a record; nothing else ever changes.
 */
export const auditChain = pgTable(
  'audit_chain',
  {
    sequence: id('sequence').primaryKey(),
    kind: varchar('kind', { length: 10, enum: chainedKinds }).notNull(),
    // The id of the audit record, or the number of the dropped month.
    sourceId: id('source_id').notNull(),
    // When the record was made, or what the entry is about happened.
    sourceAt: moment('source_at').notNull(),
    // Of the content of a record: null when it had none left.
    salt: uuid('salt'),
    contentDigest: bytea('content_digest'),
    // Of all that the entry is about, and of this with the entries before it.
    digest: bytea('digest').notNull(),
    hash: bytea('hash').notNull(),
    // Every record up to this id is in the chain, or never was stored.
    settledId: id('settled_id').notNull(),
  },
  (table) => [unique('audit_chain_source').on(table.sourceId, table.kind)],
);

/** The records whose content was erased, each once. */
export const auditRedactions = pgTable('audit_redactions', {
  recordId: id('record_id').primaryKey(),
  redactedAt: moment('redacted_at').notNull().defaultNow(),
});

/** The months that retention has dropped, with the state of the chain before that. */
export const auditDrops = pgTable('audit_drops', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  partition: varchar('partition', { length: 63 }).notNull().unique(),
  records: id('records').notNull(),
  // Its records were made before this.
  before: moment('before').notNull(),
  lastSequence: id('last_sequence').notNull(),
  lastHash: bytea('last_hash').notNull(),
  droppedAt: moment('dropped_at').notNull().defaultNow(),
});

/** The state of the chain once a day, which is also printed and mailed. */
export const auditAnchors = pgTable('audit_anchors', {
  day: date('day').primaryKey(),
  sequence: id('sequence').notNull(),
  hash: bytea('hash').notNull(),
});
/** When each member of staff last opened the page of each customer, for some minutes: so one view is audited once. */
export const customerViews = pgTable(
  'customer_views',
  {
    actorId: integer('actor_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    viewedAt: timestamp('viewed_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.actorId, table.userId] })],
);
