import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * Keys that were inserted into partitioned tables in the last hour. A unique key of a partitioned
 * table holds within a month only: triggers (migration 0007) write the key here, which makes inserts
 * of one key wait for each other, and then look for it in all months. A key is needed only until its
 * insert is committed. `UNLOGGED`: a crash ends what is not committed, and with it the need for the
 * key.
 */
export const insertClaims = pgTable('insert_claims', {
  key: text('key').primaryKey(),
  madeAt: timestamp('made_at', { withTimezone: true }).notNull().defaultNow(),
});
