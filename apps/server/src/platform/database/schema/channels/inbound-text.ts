import { sql } from 'drizzle-orm';
import { bigserial, index, pgTable, text, timestamp, unique, varchar } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/**
 * Texts that customers sent to the provider's number, stored before they are understood. The body may have
 * the PIN of a voucher: it is encrypted, and deleted once the text is answered.
 */
export const inboundTexts = pgTable(
  'inbound_texts',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    provider: varchar('provider', { length: 20, enum: ['termii', 'africas-talking'] }).notNull(),
    // The provider's own id of the text.
    providerId: varchar('provider_id', { length: 100 }).notNull(),
    // E.164, or what the provider says instead: a short code or a name.
    sender: varchar('sender', { length: 40 }).notNull(),
    // Encrypted; empty once it is answered.
    body: text('body').notNull(),
    receivedAt: moment('received_at').notNull(),
    handledAt: moment('handled_at'),
    // What it was understood as; null before that.
    keyword: varchar('keyword', { length: 12 }),
    // Whether an answer was sent, and why not.
    outcome: varchar('outcome', { length: 12, enum: ['answered', 'silent', 'limited'] }),
  },
  (table) => [
    unique('inbound_texts_once').on(table.provider, table.providerId),
    index('inbound_texts_waiting').on(table.id).where(sql`${table.handledAt} is null`),
    index('inbound_texts_sender').on(table.sender, table.id),
    // For deleting the oldest.
    index('inbound_texts_received').on(table.receivedAt),
  ],
);
