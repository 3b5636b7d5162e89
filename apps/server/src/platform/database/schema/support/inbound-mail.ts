import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { supportTickets } from './ticket.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/**
 * Mails that the portal has read in its mailbox, each once: by its place in the mailbox, and by its
 * content. `taken` is in a ticket, `ignored` has no ticket on purpose, `unreadable` waits for staff,
 * `retrying` for the next reading.
 */
export const inboundMails = pgTable(
  'inbound_mails',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    // The address and folder; with the next two what names a mail in IMAP (RFC 9051, 2.3.1.1).
    mailbox: varchar('mailbox', { length: 255 }).notNull(),
    uidValidity: bigint('uid_validity', { mode: 'number' }).notNull(),
    uid: bigint('uid', { mode: 'number' }).notNull(),
    // SHA-256 of its Message-ID and content: a second copy of a taken mail has the same.
    fingerprint: varchar('fingerprint', { length: 43 }),
    messageId: varchar('message_id', { length: 500 }),
    sender: varchar('sender', { length: 255 }).notNull().default(''),
    subject: varchar('subject', { length: 255 }).notNull().default(''),
    sizeBytes: integer('size_bytes').notNull(),
    state: varchar('state', { length: 12, enum: ['taken', 'ignored', 'unreadable', 'retrying'] }).notNull(),
    reason: varchar('reason', {
      length: 20,
      enum: ['automatic', 'list', 'bounce', 'own', 'copy', 'too-deep', 'malformed', 'gone'],
    }),
    // The entry that it became: a reply, or with null the ticket itself.
    ticketId: uuid('ticket_id').references(() => supportTickets.id, { onDelete: 'cascade' }),
    replyId: bigint('reply_id', { mode: 'number' }),
    // Where it lies in the folder of mails that could not be read, if the server said so.
    movedUidValidity: bigint('moved_uid_validity', { mode: 'number' }),
    movedUid: bigint('moved_uid', { mode: 'number' }),
    // When the mail server took it; the mail's own date is not believed.
    receivedAt: moment('received_at').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('inbound_mails_place').on(table.mailbox, table.uidValidity, table.uid),
    uniqueIndex('inbound_mails_fingerprint').on(table.fingerprint),
    index('inbound_mails_state').on(table.state, table.id),
    index('inbound_mails_ticket').on(table.ticketId, table.id).where(sql`${table.ticketId} is not null`),
    // How much somebody has sent lately.
    index('inbound_mails_sender').on(table.sender, table.createdAt).where(sql`${table.state} = 'taken'`),
    index('inbound_mails_age').on(table.createdAt),
  ],
);

/** The mailbox that is read, and how that goes. */
export const inboundMailboxes = pgTable('inbound_mailboxes', {
  mailbox: varchar('mailbox', { length: 255 }).primaryKey(),
  lastReadAt: moment('last_read_at'),
  // Failed attempts since the last good one, and when the next is made.
  failures: integer('failures').notNull().default(0),
  nextAttemptAt: moment('next_attempt_at'),
  lastError: text('last_error'),
});
