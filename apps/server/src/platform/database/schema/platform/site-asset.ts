import { boolean, customType, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * The website's hashed files, of every build that an instance has served lately: an instance of
 * another build serves them to pages that were opened before (decision 057).
 */
export const siteAssets = pgTable('site_assets', {
  // "/assets/app-x1.js"
  path: text('path').primaryKey(),
  contentType: text('content_type').notNull(),
  body: bytea('body').notNull(),
  isBrotli: boolean('is_brotli').notNull(),
  // When an instance with this build was last running.
  servedAt: timestamp('served_at', { withTimezone: true }).notNull(),
});
