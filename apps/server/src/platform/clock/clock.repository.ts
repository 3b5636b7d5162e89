import { sql } from 'drizzle-orm';
import type { Queryable } from '../database/connection.ts';

/** The time by the database's clock, by which all instances go. */
export async function readDatabaseClock(queryable: Queryable): Promise<Date> {
  const { rows } = await queryable.execute<{ now: string }>(sql`select clock_timestamp()::text as now`);
  return new Date(rows[0]?.now ?? Number.NaN);
}
