import { inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';

/** How their people call lines, by id; without lines whose account has no other. */
export async function listLineNames(
  queryable: Queryable,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await queryable
    .select({
      id: lines.id,
      label: lines.label,
      among: sql<number>`(select count(*)::int from ${lines} other where other.account_id = ${lines}.account_id)`,
      // As the list of lines calls one without a name.
      index: sql<number>`(select count(*)::int from ${lines} earlier where earlier.account_id = ${lines}.account_id and earlier.id <= ${lines}.id)`,
    })
    .from(lines)
    .where(inArray(lines.id, [...new Set(ids)]));
  return new Map(rows.flatMap(({ id, label, among, index }) => (among > 1 ? [[id, label ?? `Line ${index}`]] : [])));
}

/** The same of one; null where the account has no other, or there is no line. */
export async function findLineName(queryable: Queryable, lineId: number | undefined): Promise<string | null> {
  return lineId === undefined ? null : ((await listLineNames(queryable, [lineId])).get(lineId) ?? null);
}
