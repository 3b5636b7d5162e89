import {
  addStaff as addEntry,
  changeStaffRole as changeRoleEntry,
  changeStaffRoles as changeRolesEntry,
  exportAccessReview,
  getStaffMe,
  listStaffPeople as listEntry,
  listStaffRoles as listRolesEntry,
  switchStaff as switchEntry,
} from '@portal/contract/identity/staff-people';
import { sendCsv } from '../../platform/http/bodies/send-csv.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { type AddStaffDependencies, addStaff } from './add-staff.ts';
import { type ChangeStaffDependencies, changeStaffRole, changeStaffRoles, switchStaff } from './change-staff.ts';
import { listRoles, listStaffPeople, writeAccessReview } from './read-staff.ts';

/** Who works at the console, and what their roles allow. */
export function registerStaffPeople(routes: Routes, deps: AddStaffDependencies & ChangeStaffDependencies): void {
  const { database } = deps;

  routes.serve(getStaffMe, async ({ viewer: { user, staff } }) => ({
    id: user.id,
    name: [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email,
    roles: [...(staff?.roles ?? [])],
    permissions: [...(staff?.permissions ?? [])],
  }));

  routes.serve(listEntry, () => listStaffPeople(database));

  routes.serve(exportAccessReview, async ({ viewer, reply }) => {
    const file = await database.transaction(async (tx) => {
      const subject = 'export:access-review';
      await recordAudit(tx, { actorId: viewer.user.id, action: 'export.download', subject, before: null, after: null });
      return writeAccessReview(tx);
    });
    return sendCsv(reply, { viewer, fileName: 'access-review.csv', content: file });
  });

  routes.serve(addEntry, async ({ viewer, body }) => ({
    success: true as const,
    message: 'They are staff now, and a link to choose a password is on its way.',
    person: await addStaff(deps, viewer.user, body),
  }));

  routes.serve(changeRolesEntry, async ({ viewer, params, body }) => ({
    success: true as const,
    message: 'The roles are changed.',
    person: await changeStaffRoles(deps, { actorId: viewer.user.id, userId: params.id, roles: body.roles }),
  }));

  routes.serve(switchEntry, async ({ viewer, params, body }) => ({
    success: true as const,
    message: body.isOn ? 'They can sign in again.' : 'They are out of the console.',
    person: await switchStaff(deps, { actorId: viewer.user.id, userId: params.id, ...body }),
  }));

  routes.serve(listRolesEntry, () => listRoles(database));

  routes.serve(changeRoleEntry, async ({ viewer, params, body }) => ({
    success: true as const,
    message: 'The role is changed.',
    role: await changeStaffRole(deps, { actorId: viewer.user.id, role: params.name, wanted: body.permissions }),
  }));
}
