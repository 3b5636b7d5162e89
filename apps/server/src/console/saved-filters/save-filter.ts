import type { FilteredList, SavedFilter } from '@portal/contract/console/saved-filters';
import type { Permission } from '@portal/contract/platform/staff-permissions';
import type { AuditEntry } from '@portal/kernel/audit-entry';
import type { Clock } from '@portal/kernel/clock';
import { type Database, isUniqueViolation, type Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import {
  changeFilter,
  countOwn,
  type FilterRow,
  listFilters,
  lockFilter,
  presentFilter,
  removeFilter,
  upsertOwn,
} from './saved-filter.repository.ts';

export type FilterDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly recordAudit: (tx: Transaction, entry: AuditEntry) => Promise<void>;
};

/** Those of one person and those of everybody, by name. */
export async function listSavedFilters(
  { database }: Pick<FilterDependencies, 'database'>,
  { list, staffId }: { readonly list: FilteredList; readonly staffId: number },
): Promise<SavedFilter[]> {
  return listFilters(database, list, staffId);
}

/** As many of one list as anybody has use for. */
const MOST_OWN = 50;

/** Who changes a filter; `alsoNeeds` throws where they lack a permission. */
type Change = {
  readonly staffId: number;
  readonly id: number;
  readonly alsoNeeds: (permission: Permission) => Promise<void>;
};

/** Saves a filter for oneself, in place of one with the same name. Throws ApiError filter.too-many. */
export async function saveFilter(
  { database, clock }: FilterDependencies,
  order: { readonly staffId: number; readonly list: FilteredList; readonly name: string; readonly query: string },
): Promise<SavedFilter> {
  const { staffId: ownerId, list, name, query } = order;
  const now = clock();
  return database.transaction(async (tx) => {
    const id = await upsertOwn(tx, { list, name, query, ownerId, createdAt: now, updatedAt: now });
    if ((await countOwn(tx, list, ownerId)) > MOST_OWN) throw new ApiError('filter.too-many');
    return presentFilter(tx, id);
  });
}

/** The filter, if it is the person's own, or shared and they may change those. */
async function lockChangeable(tx: Transaction, { id, staffId, alsoNeeds }: Change): Promise<FilterRow> {
  const filter = await lockFilter(tx, id);
  if (!filter || (!filter.isShared && filter.ownerId !== staffId)) throw new ApiError('filter.not-found');
  if (filter.isShared) await alsoNeeds('filters:share');
  return filter;
}

/** What is shared is everybody's: its changes are audited. */
const auditOf = ({ id, name, isShared }: Pick<FilterRow, 'id' | 'name' | 'isShared'>, staffId: number) => ({
  actorId: staffId,
  action: 'filter.share',
  subject: `filter:${id}`,
  before: { name, isShared },
});

async function change(
  { database, clock, recordAudit }: FilterDependencies,
  order: Change,
  what: Partial<Pick<FilterRow, 'name' | 'isShared'>>,
): Promise<SavedFilter> {
  try {
    return await database.transaction(async (tx) => {
      const before = await lockChangeable(tx, order);
      await changeFilter(tx, before.id, { ...what, updatedAt: clock() });
      const after = { name: what.name ?? before.name, isShared: what.isShared ?? before.isShared };
      if (before.isShared || after.isShared) await recordAudit(tx, { ...auditOf(before, order.staffId), after });
      return presentFilter(tx, before.id);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new ApiError('filter.name-taken');
    throw error;
  }
}

/** Throws ApiError filter.not-found, filter.name-taken, staff.permission. */
export async function renameFilter(deps: FilterDependencies, order: Change & { readonly name: string }) {
  return change(deps, order, { name: order.name });
}

/**
 * Shows a filter to all staff, or only to who saved it. Audited. Throws ApiError filter.not-found,
 * filter.name-taken.
 */
export async function shareFilter(deps: FilterDependencies, order: Change & { readonly isShared: boolean }) {
  return change(deps, order, { isShared: order.isShared });
}

/** Throws ApiError filter.not-found, staff.permission. */
export async function deleteFilter({ database, recordAudit }: FilterDependencies, order: Change): Promise<void> {
  await database.transaction(async (tx) => {
    const filter = await lockChangeable(tx, order);
    await removeFilter(tx, filter.id);
    if (filter.isShared) await recordAudit(tx, { ...auditOf(filter, order.staffId), after: null });
  });
}
