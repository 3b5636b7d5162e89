import { bigint, index, pgTable, primaryKey, timestamp, varchar } from 'drizzle-orm/pg-core';
import { serviceAreas } from './outage.ts';

const bytes = (name: string) => bigint(name, { mode: 'number' }).notNull();

/**
 * What the lines of an area had used of their Lagos day when it was last counted in an hour. The
 * difference of two hours is the traffic between them.
 */
export const areaTraffic = pgTable(
  'area_traffic',
  {
    area: varchar('area', { length: 100 })
      .notNull()
      .references(() => serviceAreas.name, { onUpdate: 'cascade', onDelete: 'cascade' }),
    // Its beginning.
    hour: timestamp('hour', { withTimezone: true }).notNull(),
    countedAt: timestamp('counted_at', { withTimezone: true }).notNull(),
    downloadBytes: bytes('download_bytes'),
    uploadBytes: bytes('upload_bytes'),
  },
  (table) => [primaryKey({ columns: [table.area, table.hour] }), index('area_traffic_hour').on(table.hour)],
);
