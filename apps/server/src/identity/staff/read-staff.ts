import type { RoleView, StaffPerson } from '@portal/contract/identity/staff-people';
import { permissions, staffRoles } from '@portal/contract/platform/staff-permissions';
import { lagosDateTime } from '@portal/kernel/calendar';
import type { Queryable } from '../../platform/database/connection.ts';
import { csvLine } from '../../platform/http/bodies/csv-line.policy.ts';
import { listRolePermissions, listStaffRows, type StaffRow } from './staff-roles.repository.ts';

function presentPerson({ disabled, isInDirectory, roles, lastSignInAt, lastUsedAt, ...row }: StaffRow): StaffPerson {
  const byPassword = row.secondFactor || !isInDirectory;
  return {
    ...row,
    signsInBy: [...(byPassword ? ['password' as const] : []), ...(isInDirectory ? ['directory' as const] : [])],
    roles: staffRoles.filter((role) => roles.includes(role)),
    isOn: !disabled,
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

/** Everybody who works at the console, also who is switched off, by name. */
export async function listStaffPeople(database: Queryable): Promise<StaffPerson[]> {
  return (await listStaffRows(database)).map(presentPerson);
}

/** Null for somebody who does not work at the console. */
export async function findStaffPerson(database: Queryable, id: number): Promise<StaffPerson | null> {
  const [row] = await listStaffRows(database, id);
  return row ? presentPerson(row) : null;
}

/** All roles in their order; an owner's permissions are all there are. */
export async function listRoles(database: Queryable): Promise<RoleView[]> {
  const rows = await listRolePermissions(database);
  const granted = new Set(rows.map(({ role, permission }) => `${role} ${permission}`));
  return staffRoles.map((name) => ({
    name,
    permissions: permissions.filter((permission) => name === 'owner' || granted.has(`${name} ${permission}`)),
  }));
}

/** A moment exactly, and on the clock of Lagos. */
const timeCells = (at: string | null): [string, string] => (at === null ? ['', ''] : [at, lagosDateTime(new Date(at))]);

/** The access review as CSV: a line for each member of staff. */
export async function writeAccessReview(database: Queryable): Promise<string> {
  const people = await listStaffPeople(database);
  const lines = people.map(({ id, name, email, roles, isOn, secondFactor, lastSignInAt, lastUsedAt, signsInBy }) => [
    String(id),
    name,
    email,
    roles.join(' '),
    isOn ? 'on' : 'off',
    secondFactor ? 'yes' : 'no',
    ...timeCells(lastSignInAt),
    ...timeCells(lastUsedAt),
    signsInBy.join(' '),
  ]);
  const times = ['last_sign_in_at', 'last_used_at'].flatMap((column) => [column, `${column}_lagos`]);
  const columns = ['id', 'name', 'email', 'roles', 'access', 'second_factor', ...times, 'signs_in_by'];
  return [columns, ...lines].map((cells) => csvLine(cells)).join('');
}
