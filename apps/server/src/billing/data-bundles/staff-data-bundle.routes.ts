import {
  setBundleActive as activeEntry,
  createBundle as createEntry,
  editBundle as editEntry,
  listStaffBundles as listEntry,
} from '@portal/contract/billing/staff-data-bundles';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import {
  createBundle,
  editBundle,
  listStaffBundles,
  type StaffBundleDependencies,
  setBundleActive,
} from './change-bundles.ts';

/** The data bundles as staff manage them. */
export function registerStaffDataBundle(routes: Routes, deps: StaffBundleDependencies): void {
  routes.serve(listEntry, async () => listStaffBundles(deps, deps.database));

  routes.serve(createEntry, async ({ viewer, body }) => {
    const bundle = await createBundle(deps, viewer.user.id, body);
    return { success: true as const, message: `${bundle.name} is offered now.`, bundle };
  });

  routes.serve(editEntry, async ({ viewer, params, body }) => {
    const bundle = await editBundle(deps, { staffId: viewer.user.id, id: params.id, form: body });
    return { success: true as const, message: 'The bundle is changed.', bundle };
  });

  routes.serve(activeEntry, async ({ viewer, params, body }) => {
    const bundle = await setBundleActive(deps, { staffId: viewer.user.id, id: params.id, active: body.active });
    const message = bundle.active ? `${bundle.name} is offered again.` : `${bundle.name} is not offered any more.`;
    return { success: true as const, message, bundle };
  });
}
