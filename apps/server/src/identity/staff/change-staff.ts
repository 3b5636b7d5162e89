import type { RoleView, StaffPerson } from '@portal/contract/identity/staff-people';
import { mayBeGranted, type Permission, type StaffRole } from '@portal/contract/platform/staff-permissions';
import type { Clock } from '@portal/kernel/clock';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import type { Publish } from '../../platform/events/domain-events.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { setAccountDisabled } from '../accounts/set-account-disabled.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { accountChanged } from '../events.ts';
import { findStaffPerson, listRoles } from './read-staff.ts';
import { listOwners, lockStaffRoles, replaceMemberRoles, replaceRolePermissions } from './staff-roles.repository.ts';

export type ChangeStaffDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly publish: Publish;
  /** Has the open pages of a person refetch. */
  readonly publishChange: (id: number) => void;
};

async function requirePerson(tx: Transaction, id: number): Promise<StaffPerson> {
  const person = await findStaffPerson(tx, id);
  if (!person) throw new ApiError('staff.not-found');
  return person;
}

/** Call it after the change, under lockStaffRoles. */
async function requireOwner(tx: Transaction): Promise<void> {
  if ((await listOwners(tx)).length === 0) throw new ApiError('staff.last-owner');
}

/**
 * Gives a member of staff exactly these roles; audited. Counts from their next request on, and their
 * sockets connect anew within seconds. Throws ApiError staff.not-found, staff.last-owner.
 */
export async function changeStaffRoles(
  deps: ChangeStaffDependencies,
  { actorId, userId, roles }: { readonly actorId: number; readonly userId: number; readonly roles: StaffRole[] },
): Promise<StaffPerson> {
  const changed = await deps.database.transaction(async (tx) => {
    await lockStaffRoles(tx);
    const before = await requirePerson(tx, userId);
    await replaceMemberRoles(tx, userId, roles);
    await requireOwner(tx);
    const after = await requirePerson(tx, userId);
    if (before.roles.join() === after.roles.join()) return after;
    await recordAudit(tx, {
      actorId,
      action: 'staff.roles',
      subject: `customer:${userId}`,
      before: { roles: before.roles },
      after: { roles: after.roles },
    });
    return after;
  });
  deps.publishChange(userId);
  return changed;
}

/**
 * Switches a member of staff off, whose sessions all end, or on again; audited with the reason. Throws
 * ApiError staff.not-found, staff.last-owner, and customer.oneself for switching oneself off.
 */
export async function switchStaff(
  deps: ChangeStaffDependencies,
  order: { readonly actorId: number; readonly userId: number; readonly isOn: boolean; readonly reason: string },
): Promise<StaffPerson> {
  const { actorId, userId, isOn, reason } = order;
  if (!isOn && actorId === userId) throw new ApiError('customer.oneself');
  const changed = await deps.database.transaction(async (tx) => {
    await lockStaffRoles(tx);
    const person = await requirePerson(tx, userId);
    if (person.isOn === isOn) return person;
    await setAccountDisabled(tx, { userId, disabled: !isOn, now: deps.clock() });
    await requireOwner(tx);
    await recordAudit(tx, {
      actorId,
      action: isOn ? 'staff.switch-on' : 'staff.switch-off',
      subject: `customer:${userId}`,
      before: { isOn: person.isOn },
      after: { isOn, reason },
    });
    await deps.publish(tx, accountChanged, { userId, change: isOn ? 'enabled' : 'disabled' });
    return requirePerson(tx, userId);
  });
  deps.publishChange(userId);
  return changed;
}

/**
 * Has a role allow exactly this, for all who have it from their next request on; audited. Throws
 * ApiError staff.not-grantable.
 */
export async function changeStaffRole(
  deps: ChangeStaffDependencies,
  { actorId, role, wanted }: { readonly actorId: number; readonly role: StaffRole; readonly wanted: Permission[] },
): Promise<RoleView> {
  if (role === 'owner' || !wanted.every((permission) => mayBeGranted(role, permission))) {
    throw new ApiError('staff.not-grantable');
  }
  return deps.database.transaction(async (tx) => {
    await lockStaffRoles(tx);
    const find = async () => (await listRoles(tx)).find(({ name }) => name === role) ?? { name: role, permissions: [] };
    const before = await find();
    const added = [...new Set(wanted)].filter((permission) => !before.permissions.includes(permission));
    const removed = before.permissions.filter((permission) => !wanted.includes(permission));
    if (added.length + removed.length === 0) return before;
    await replaceRolePermissions(tx, role, { added, removed });
    await recordAudit(tx, {
      actorId,
      action: 'staff.role-permissions',
      subject: `role:${role}`,
      before: { removed },
      after: { added },
    });
    return find();
  });
}
