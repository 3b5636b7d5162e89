import { signInOutcomes, signInWays } from '@portal/contract/identity/sign-in-help';
import { bigserial, boolean, index, integer, pgTable, text, timestamp, varchar } from 'drizzle-orm/pg-core';
import { users } from './account.ts';

/** How the sign-ins of an account ended, those of an address without an account excepted. */
export const signInRecords = pgTable(
  'sign_in_records',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    at: timestamp('at', { withTimezone: true }).notNull(),
    outcome: varchar('outcome', { length: 20, enum: signInOutcomes }).notNull(),
    way: varchar('way', { length: 10, enum: signInWays }).notNull(),
    device: varchar('device', { length: 60 }).notNull(),
    knownDevice: boolean('known_device').notNull(),
    // The part of the address that a household or office shares.
    addressPrefix: varchar('address_prefix', { length: 64 }).notNull(),
    // Under which the failures of that device are counted, in sign_in_attempts; null where they are not.
    throttleKey: text('throttle_key'),
  },
  (table) => [index('sign_in_records_user').on(table.userId, table.at), index('sign_in_records_at').on(table.at)],
);
