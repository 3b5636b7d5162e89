import type { PaperName } from '@portal/contract/billing/papers/papers';
import { bigserial, boolean, index, integer, jsonb, pgTable, timestamp, varchar } from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';

/** Documents of an account that staff have sent together: attached to a mail, or as a link in a text. */
export const documentSendings = pgTable(
  'document_sendings',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    papers: jsonb('papers').$type<PaperName[]>().notNull(),
    sentBy: varchar('sent_by', { length: 10, enum: ['email', 'text'] }).notNull(),
    // Where it went: a mailbox, or a number in E.164, with which the link dies when it is changed.
    recipient: varchar('recipient', { length: 255 }).notNull(),
    // An address that is not the account's, used for this once.
    toOther: boolean('to_other').notNull(),
    // Of a texted link, whose token only its reader has.
    tokenHash: varchar('token_hash', { length: 43 }).unique(),
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    // Chosen by the page: a repeat after a lost answer sends nothing.
    clientRequestId: varchar('client_request_id', { length: 64 }).notNull().unique(),
    createdBy: integer('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    withdrawnAt: timestamp('withdrawn_at', { withTimezone: true }),
    withdrawnBy: integer('withdrawn_by').references(() => users.id),
  },
  (table) => [index('document_sendings_user').on(table.userId, table.createdAt)],
);
