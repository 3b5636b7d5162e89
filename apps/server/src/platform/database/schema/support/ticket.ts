import type { MailRemainder } from '@portal/contract/support/tickets';
import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';
import { lines } from '../identity/line.ts';

export const supportTickets = pgTable(
  'support_tickets',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    // Counts all tickets; customers quote it as T-000123.
    number: bigserial('number', { mode: 'number' }).notNull().unique(),
    // Whose it is; null for a mail of somebody who is not known yet, until staff confirm the sender.
    userId: integer('user_id').references(() => users.id),
    // Who wrote the mail that opened it, where that is not an account's own mailbox. Kept once confirmed.
    senderEmail: varchar('sender_email', { length: 255 }),
    senderName: varchar('sender_name', { length: 150 }),
    // Why staff should look twice at who wrote the mail that opened it.
    senderWarning: varchar('sender_warning', {
      length: 25,
      enum: ['unknown-sender', 'dmarc-failed', 'forged-reply-address'],
    }),
    // The line that it is about, where the customer has named one.
    lineId: integer('line_id').references(() => lines.id),
    subject: text('subject').notNull(),
    description: text('description').notNull(),
    category: varchar('category', { length: 20, enum: ['fault', 'billing', 'account', 'other'] })
      .notNull()
      .default('other'),
    status: varchar('status', { length: 20, enum: ['open', 'in-progress', 'resolved', 'closed'] })
      .notNull()
      .default('open'),
    priority: varchar('priority', { length: 20, enum: ['low', 'medium', 'high', 'urgent'] })
      .notNull()
      .default('medium'),
    assigneeId: integer('assignee_id').references(() => users.id),
    // What a ticket was created from, for example "chat:<session id>", so that it is created once;
    // null for one that a customer wrote.
    source: varchar('source', { length: 100 }).unique(),
    // Of a ticket that was opened by mail; null for any other.
    mail: jsonb('mail').$type<MailRemainder>(),
    // When the first response and the resolution are due; null for tickets created before the SLA
    // existed.
    firstResponseDueAt: timestamp('first_response_due_at', { withTimezone: true }),
    resolutionDueAt: timestamp('resolution_due_at', { withTimezone: true }),
    // From when they count: the creation or the latest reopening; null for tickets of earlier releases.
    slaFrom: timestamp('sla_from', { withTimezone: true }),
    firstResponseAt: timestamp('first_response_at', { withTimezone: true }),
    resolvedAt: timestamp('resolved_at', { withTimezone: true }),
    closedAt: timestamp('closed_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('support_tickets_user').on(table.userId, table.updatedAt),
    // The queue for staff: ordered by the earliest deadline. The query uses the same expression.
    index('support_tickets_due')
      .on(
        sql`(coalesce(case when ${table.firstResponseAt} is null then least(${table.firstResponseDueAt}, ${table.resolutionDueAt}) else ${table.resolutionDueAt} end, 'infinity'::timestamptz))`,
        table.number,
      )
      .where(sql`${table.status} in ('open', 'in-progress')`),
    index('support_tickets_assignee').on(table.assigneeId).where(sql`${table.status} in ('open', 'in-progress')`),
    index('support_tickets_status').on(table.status, table.number),
    // For finding what somebody without an account has written.
    index('support_tickets_sender').on(table.senderEmail, table.createdAt).where(sql`${table.senderEmail} is not null`),
    check('support_tickets_owner', sql`${table.userId} is not null or ${table.senderEmail} is not null`),
  ],
);

/** The thread of a ticket, in the order of its times. A note is visible to staff only. */
export const ticketReplies = pgTable(
  'ticket_replies',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    ticketId: uuid('ticket_id')
      .notNull()
      .references(() => supportTickets.id),
    // Null for the sender of a mail who has no account.
    authorId: integer('author_id').references(() => users.id),
    fromStaff: boolean('from_staff').notNull(),
    isNote: boolean('is_note').notNull().default(false),
    body: text('body').notNull(),
    // Of a reply that came by mail; null for any other.
    mail: jsonb('mail').$type<MailRemainder>(),
    // The number of the merged ticket that it was written to; null for one of this ticket.
    mergedFrom: bigint('merged_from', { mode: 'number' }),
    // The client's idempotency key for this reply: sent again, it is the same reply.
    clientReplyId: varchar('client_reply_id', { length: 64 }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique('ticket_replies_once').on(table.ticketId, table.authorId, table.clientReplyId),
    index('ticket_replies_thread').on(table.ticketId, table.id),
    index('ticket_replies_author').on(table.authorId, table.createdAt),
  ],
);

/**
 * The closed tickets that were merged into another, which has their entries. `intoId` is never one that
 * was merged itself.
 */
export const ticketMerges = pgTable(
  'ticket_merges',
  {
    ticketId: uuid('ticket_id')
      .primaryKey()
      .references(() => supportTickets.id),
    intoId: uuid('into_id')
      .notNull()
      .references(() => supportTickets.id),
    staffId: integer('staff_id')
      .notNull()
      .references(() => users.id),
    mergedAt: timestamp('merged_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('ticket_merges_into').on(table.intoId),
    check('ticket_merges_two', sql`${table.ticketId} <> ${table.intoId}`),
  ],
);

/** The words by which staff group tickets, in lower case. */
export const ticketTags = pgTable(
  'ticket_tags',
  {
    ticketId: uuid('ticket_id')
      .notNull()
      .references(() => supportTickets.id, { onDelete: 'cascade' }),
    tag: varchar('tag', { length: 30 }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ticketId, table.tag] }),
    index('ticket_tags_tag').on(table.tag, table.ticketId),
  ],
);

/**
 * Files of a ticket; the bytes are in DATA_DIR/uploads under the random id. Until it is sent with a
 * message a file belongs to no ticket, and is deleted after a day.
 */
export const ticketAttachments = pgTable(
  'ticket_attachments',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    // Null for a file in the mail of somebody without an account.
    uploaderId: integer('uploader_id').references(() => users.id),
    ticketId: uuid('ticket_id').references(() => supportTickets.id),
    // Null when it was sent with the ticket itself.
    replyId: bigint('reply_id', { mode: 'number' }).references(() => ticketReplies.id),
    name: varchar('name', { length: 150 }).notNull(),
    mediaType: varchar('media_type', {
      length: 30,
      enum: ['image/png', 'image/jpeg', 'image/webp', 'application/pdf'],
    }).notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('ticket_attachments_ticket').on(table.ticketId),
    index('ticket_attachments_uploader').on(table.uploaderId),
    index('ticket_attachments_unsent').on(table.createdAt).where(sql`${table.ticketId} is null`),
  ],
);
