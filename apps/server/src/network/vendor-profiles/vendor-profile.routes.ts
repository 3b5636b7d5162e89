import {
  changeVendorProfile as changeEntry,
  createVendorProfile as createEntry,
  deleteVendorProfile as deleteEntry,
  listVendorProfiles as listEntry,
  previewVendorProfile as previewEntry,
  resetVendorProfile as resetEntry,
  templatePurposes,
} from '@portal/contract/network/staff-vendor-profiles';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { previewVendorProfile } from './preview-vendor-profile.ts';
import { knownAttributes } from './radius-dictionary.ts';
import {
  changeVendorProfile,
  createVendorProfile,
  deleteVendorProfile,
  listVendorProfiles,
  type ProfileDependencies,
  resetVendorProfile,
} from './save-vendor-profile.ts';
import { placeholders } from './template.policy.ts';

const success = true as const;

/** Vendor profiles, for staff. */
export function registerVendorProfiles(
  routes: Routes,
  deps: ProfileDependencies & { readonly uploadPercent: number },
): void {
  routes.serve(listEntry, async () => ({
    profiles: await listVendorProfiles(deps.database),
    placeholders: templatePurposes.map((purpose) => ({ purpose, names: [...placeholders[purpose]] })),
    attributes: knownAttributes.map(({ name, type }) => ({ name, type })),
  }));

  routes.serve(createEntry, async ({ viewer, body }) => {
    const profile = await createVendorProfile(deps, viewer.user.id, body);
    return { success, message: 'The profile is saved. Give it to an access server to use it.', profile };
  });

  routes.serve(changeEntry, async ({ viewer, params, body }) => {
    const profile = await changeVendorProfile(deps, { staffId: viewer.user.id, id: params.id, form: body });
    return { success, message: 'Lines get it from their next authorisation or change on.', profile };
  });

  routes.serve(resetEntry, async ({ viewer, params }) => {
    const profile = await resetVendorProfile(deps, { staffId: viewer.user.id, id: params.id });
    return { success, message: 'It is again as it came with the portal.', profile };
  });

  routes.serve(deleteEntry, async ({ viewer, params }) => {
    await deleteVendorProfile(deps, { staffId: viewer.user.id, id: params.id });
    return { success, message: 'The profile is deleted.' };
  });

  routes.serve(previewEntry, async ({ params, body: { planId, ...draft } }) =>
    previewVendorProfile(deps, { id: params.id, planId, draft }),
  );
}
