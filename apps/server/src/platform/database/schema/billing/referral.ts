import type { ReferralFlag } from '@portal/contract/billing/staff-referrals';
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, timestamp, uuid, varchar } from 'drizzle-orm/pg-core';
import { users } from '../identity/account.ts';
import { priceColumn } from '../kobo-column.ts';

/**
 * One row for each referred friend. `referralCode` is the referrer's code with the friend's number,
 * so that it identifies this referral.
 */
export const referrals = pgTable(
  'referrals',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    referrerId: integer('referrer_id')
      .notNull()
      .references(() => users.id),
    // A customer is referred at most once.
    refereeId: integer('referee_id')
      .references(() => users.id)
      .unique(),
    referralCode: varchar('referral_code', { length: 64 }).notNull().unique(),
    status: varchar('status', { length: 20, enum: ['pending', 'completed', 'refused'] })
      .notNull()
      .default('pending'),
    reward: priceColumn('reward').notNull().default(sql`2000.00`),
    // The fraud signals that matched when it was created or completed.
    flags: text('flags').array().$type<ReferralFlag[]>().notNull().default([]),
    // When staff approved the reward in spite of the fraud signals.
    rewardApprovedAt: timestamp('reward_approved_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    completedAt: timestamp('completed_at', { withTimezone: true }),
  },
  (table) => [
    index('referrals_referrer').on(table.referrerId, table.createdAt),
    index('referrals_newest').on(table.createdAt, table.id),
    index('referrals_flagged').on(table.createdAt, table.id).where(sql`${table.flags} <> '{}'`),
    check('referrals_not_oneself', sql`${table.referrerId} <> ${table.refereeId}`),
  ],
);
