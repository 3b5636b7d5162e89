import { type Consent, consentSources, consents } from '@portal/contract/messaging/consents';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { bigserial, boolean, index, integer, pgTable, timestamp, varchar } from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';

/**
 * What people have consented to, and when they took it back. Only added to: a trigger refuses the
 * rest, and the last entry is what holds. Another trigger adds the choice that a customer makes at
 * an instance of the release before, which knows `promotional_offers` alone.
 */
export const consentRecords = pgTable(
  'consent_records',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    consent: varchar('consent', { length: 20, enum: consents }).notNull(),
    given: boolean('given').notNull(),
    // Which version of the wording was read; '0' for a choice from before there were versions.
    textVersion: varchar('text_version', { length: 10 }).notNull(),
    source: varchar('source', { length: 20, enum: consentSources }).notNull(),
    // Null for a link in a mail, which nobody signs in for.
    actorId: integer('actor_id').references(() => users.id),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('consent_records_latest').on(table.userId, table.consent, table.id)],
);

/** Whether a person's last word on something was yes. */
export function hasConsent(userId: SQLWrapper, consent: Consent | SQL): SQL<boolean> {
  return sql<boolean>`coalesce((select latest.given from ${consentRecords} latest
    where latest.user_id = ${userId} and latest.consent = ${consent} order by latest.id desc limit 1), false)`;
}
