import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** A program of the operator that is told of events. The secrets are encrypted. */
export const webhookEndpoints = pgTable('webhook_endpoints', {
  id: uuid('id').primaryKey().defaultRandom(),
  url: varchar('url', { length: 500 }).notNull(),
  description: varchar('description', { length: 200 }).notNull().default(''),
  events: text('events').array().notNull(),
  isOn: boolean('is_on').notNull().default(true),
  offReason: varchar('off_reason', { length: 10, enum: ['staff', 'gone', 'failing'] }),
  // Since when no delivery has succeeded; null after a success.
  failingSince: moment('failing_since'),
  encryptedSecret: text('encrypted_secret').notNull(),
  // The secret before a rotation, empty for none; it signs until then.
  encryptedPreviousSecret: text('encrypted_previous_secret').notNull().default(''),
  previousSecretUntil: moment('previous_secret_until'),
  createdBy: integer('created_by')
    .notNull()
    .references(() => users.id),
  createdAt: moment('created_at').notNull(),
});

/** One attempt to deliver; `answer` is the beginning of what the server said. */
type WebhookAttemptRecord = {
  readonly at: string;
  readonly status: number | null;
  readonly error: string | null;
  readonly answer: string;
  readonly durationMs: number;
};

/**
 * What an endpoint is told, written in the transaction of the event. Without a foreign key: an event
 * must not fail, or wait, because staff delete the endpoint meanwhile.
 */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    endpointId: uuid('endpoint_id').notNull(),
    // The same for every endpoint that is told of the event.
    messageId: varchar('message_id', { length: 40 }).notNull(),
    event: varchar('event', { length: 40 }).notNull(),
    // The bytes that are signed and sent.
    body: text('body').notNull(),
    state: varchar('state', { length: 10, enum: ['pending', 'delivered', 'failed'] })
      .notNull()
      .default('pending'),
    attempts: smallint('attempts').notNull().default(0),
    // Null once it is delivered or has failed for good.
    nextAttemptAt: moment('next_attempt_at'),
    history: jsonb('history').$type<WebhookAttemptRecord[]>().notNull().default([]),
    lastStatus: integer('last_status'),
    lastError: varchar('last_error', { length: 200 }),
    createdAt: moment('created_at').notNull(),
    deliveredAt: moment('delivered_at'),
  },
  (table) => [
    unique('webhook_deliveries_once').on(table.endpointId, table.messageId),
    index('webhook_deliveries_due').on(table.endpointId, table.nextAttemptAt).where(sql`${table.state} = 'pending'`),
    // Staff's list of one endpoint, newest first: all, those in one state, those of one event.
    index('webhook_deliveries_newest').on(table.endpointId, table.id),
    index('webhook_deliveries_state').on(table.endpointId, table.state, table.id),
    index('webhook_deliveries_event').on(table.endpointId, table.event, table.id),
    index('webhook_deliveries_age').on(table.createdAt),
  ],
);
