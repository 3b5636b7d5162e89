import {
  deleteFilter as deleteEntry,
  listSavedFilters as listEntry,
  renameFilter as renameEntry,
  saveFilter as saveEntry,
  shareFilter as shareEntry,
} from '@portal/contract/console/saved-filters';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import {
  deleteFilter,
  type FilterDependencies,
  listSavedFilters,
  renameFilter,
  saveFilter,
  shareFilter,
} from './save-filter.ts';

/** The named filters of staff's lists. */
export function registerSavedFilters(routes: Routes, deps: FilterDependencies): void {
  routes.serve(listEntry, async ({ viewer, query }) => listSavedFilters(deps, { ...query, staffId: viewer.user.id }));

  routes.serve(saveEntry, async ({ viewer, body }) => {
    const filter = await saveFilter(deps, { ...body, staffId: viewer.user.id });
    return { success: true as const, message: 'The filter is saved.', filter };
  });

  routes.serve(renameEntry, async ({ viewer, params, body, alsoNeeds }) => {
    const filter = await renameFilter(deps, { ...params, ...body, alsoNeeds, staffId: viewer.user.id });
    return { success: true as const, message: 'The filter is renamed.', filter };
  });

  routes.serve(shareEntry, async ({ viewer, params, body, alsoNeeds }) => {
    const filter = await shareFilter(deps, { ...params, ...body, alsoNeeds, staffId: viewer.user.id });
    const message = filter.isShared ? 'All staff see the filter now.' : `Only ${filter.by} sees the filter now.`;
    return { success: true as const, message, filter };
  });

  routes.serve(deleteEntry, async ({ viewer, params, alsoNeeds }) => {
    await deleteFilter(deps, { ...params, alsoNeeds, staffId: viewer.user.id });
    return { success: true as const, message: 'The filter is deleted.' };
  });
}
