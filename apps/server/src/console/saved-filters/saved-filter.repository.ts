import type { FilteredList, SavedFilter } from '@portal/contract/console/saved-filters';
import { and, asc, eq, not, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { savedFilters } from '../../platform/database/schema/console/saved-filter.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { personName } from '../../platform/database/schema/identity/person-name.ts';

export type FilterRow = typeof savedFilters.$inferSelect;

const select = (queryable: Queryable) =>
  queryable
    .select({
      id: savedFilters.id,
      name: savedFilters.name,
      query: savedFilters.query,
      isShared: savedFilters.isShared,
      by: personName(users),
    })
    .from(savedFilters)
    .innerJoin(users, eq(users.id, savedFilters.ownerId));

/** Those of one person and those of everybody, by name. */
export async function listFilters(queryable: Queryable, list: FilteredList, ownerId: number): Promise<SavedFilter[]> {
  return select(queryable)
    .where(and(eq(savedFilters.list, list), or(savedFilters.isShared, eq(savedFilters.ownerId, ownerId))))
    .orderBy(asc(sql`lower(${savedFilters.name})`), asc(savedFilters.id));
}

export async function presentFilter(queryable: Queryable, id: number): Promise<SavedFilter> {
  const [row] = await select(queryable).where(eq(savedFilters.id, id));
  if (!row) throw new Error(`filter ${id} is gone`);
  return row;
}

/** How many filters of this list are one person's own. */
export async function countOwn(tx: Transaction, list: FilteredList, ownerId: number): Promise<number> {
  return tx.$count(
    savedFilters,
    and(eq(savedFilters.list, list), eq(savedFilters.ownerId, ownerId), not(savedFilters.isShared)),
  );
}

/** Adds an own filter, or replaces the one of this name; its id. */
export async function upsertOwn(
  tx: Transaction,
  row: Pick<FilterRow, 'list' | 'name' | 'query' | 'ownerId' | 'createdAt' | 'updatedAt'>,
): Promise<number> {
  const { list, name, query, ownerId } = row;
  const [created, updated] = [row.createdAt.toISOString(), row.updatedAt.toISOString()];
  const { rows } = await tx.execute<{ id: string }>(
    sql`insert into ${savedFilters} ("list", "name", "query", "owner_id", "created_at", "updated_at")
      values (${list}, ${name}, ${query}, ${ownerId}, ${created}, ${updated})
      on conflict ("owner_id", "list", lower("name")) where not "is_shared"
      do update set "query" = excluded."query", "name" = excluded."name", "updated_at" = excluded."updated_at"
      returning "id"`,
  );
  const [saved] = rows;
  if (!saved) throw new Error('the filter was not saved');
  return Number(saved.id);
}

/** Locked until the transaction ends; null when there is none. */
export async function lockFilter(tx: Transaction, id: number): Promise<FilterRow | null> {
  const [row] = await tx.select().from(savedFilters).where(eq(savedFilters.id, id)).for('no key update');
  return row ?? null;
}

export async function changeFilter(
  tx: Transaction,
  id: number,
  change: Partial<Pick<FilterRow, 'name' | 'isShared' | 'updatedAt'>>,
): Promise<void> {
  await tx.update(savedFilters).set(change).where(eq(savedFilters.id, id));
}

export async function removeFilter(tx: Transaction, id: number): Promise<void> {
  await tx.delete(savedFilters).where(eq(savedFilters.id, id));
}
