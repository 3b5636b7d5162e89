import { sql } from 'drizzle-orm';
import type { Queryable } from '../database/connection.ts';

/** The database's clock, which all instances share. */
export async function readDatabaseClock(queryable: Queryable): Promise<Date> {
  const { rows } = await queryable.execute<{ now: string }>(sql`select clock_timestamp()::text as now`);
  return new Date(rows[0]?.now ?? Number.NaN);
}
