import { type SQL, sql } from 'drizzle-orm';

/** A moment on the clock of Lagos as text, like `lagosDateTime`: "2026-12-01 00:30:00". */
export function lagosTime(moment: { readonly name: string } | SQL): SQL<string | null> {
  return sql`to_char(${moment} at time zone 'Africa/Lagos', 'YYYY-MM-DD HH24:MI:SS')`;
}
