import { type Permission, permissions, type StaffRole, staffRoles } from '@portal/contract/platform/staff-permissions';
import { ApiError } from '../errors/api-error.ts';

/** The roles of a member of staff, and what these allow. */
export type ViewerStaff = { readonly roles: readonly StaffRole[]; readonly permissions: ReadonlySet<Permission> };

/**
 * Roles and permissions as they are stored, null for a customer. What another release has stored and this one does not know
 * is left out; an owner may do everything that this one knows.
 */
export function presentStaff(stored: {
  readonly roles: readonly string[] | null;
  readonly permissions: readonly string[] | null;
}): ViewerStaff | null {
  if (stored.roles === null) return null;
  const roles = staffRoles.filter((role) => stored.roles?.includes(role));
  const isOwner = roles.includes('owner');
  return { roles, permissions: new Set(permissions.filter((one) => isOwner || stored.permissions?.includes(one))) };
}

/** `any`: all staff may. */
type Needed = Permission | 'any';

/** False for a customer. */
export function mayDo({ staff }: { readonly staff: ViewerStaff | null }, needed: Needed): boolean {
  return staff !== null && (needed === 'any' || staff.permissions.has(needed));
}

/** Audits that a call was refused to a member of staff, at most once a minute. */
export type RecordRefusal = (userId: number, call: string) => Promise<void>;

/** Throws ApiError staff.permission, once the refusal is recorded. */
export async function requirePermission(
  viewer: { readonly user: { readonly id: number }; readonly staff: ViewerStaff | null },
  needed: Needed,
  refusal: { readonly call: string; readonly record: RecordRefusal },
): Promise<void> {
  if (mayDo(viewer, needed)) return;
  await refusal.record(viewer.user.id, refusal.call);
  throw new ApiError('staff.permission');
}
