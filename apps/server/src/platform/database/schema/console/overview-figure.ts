import { json, pgTable, timestamp, varchar } from 'drizzle-orm/pg-core';

/** The business in figures, as a job last counted it: a row for each group of figures. */
export const overviewFigures = pgTable('overview_figures', {
  figure: varchar('figure', { length: 30 }).primaryKey(),
  value: json('value').notNull(),
  computedAt: timestamp('computed_at', { withTimezone: true }).notNull(),
});
