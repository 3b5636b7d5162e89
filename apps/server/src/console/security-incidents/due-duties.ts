import type { Queryable } from '../../platform/database/connection.ts';
import { readOpenDuties } from './read-incidents.ts';

const SOON_MS = 3_600_000;

/** The duties that are due within an hour, or overdue, at a moment: of one incident, or of all open ones. */
export async function listDueDuties(database: Queryable, now: Date, id: string | null = null) {
  const duties = await readOpenDuties(database, id);
  return duties.filter(({ clock }) => clock.dueAt.getTime() - now.getTime() <= SOON_MS);
}

/** How many they are, and when the first was or is due. */
export async function countDueDuties(
  database: Queryable,
  now: Date,
): Promise<{ readonly count: number; readonly since: string | null }> {
  const due = await listDueDuties(database, now);
  const first = Math.min(...due.map(({ clock }) => clock.dueAt.getTime()));
  return { count: due.length, since: due.length === 0 ? null : new Date(first).toISOString() };
}
