import { sql } from 'drizzle-orm';
import { date } from 'drizzle-orm/pg-core';

/** The first day of the month in Lagos in which the row was inserted: what a partition is made by. */
export const monthColumn = () =>
  date('month', { mode: 'string' })
    .notNull()
    .default(sql`(date_trunc('month', now() at time zone 'Africa/Lagos'))::date`);
