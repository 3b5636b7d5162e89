import type { StaffRole } from '@portal/contract/platform/staff-permissions';
import type { TestBrowser } from './test-browser.ts';
import type { TestPortal } from './test-portal.ts';

export type Staff = { readonly id: number; readonly email: string; readonly browser: TestBrowser };

/** Stores which roles somebody has, as the console does it. */
export async function giveRoles(portal: TestPortal, userId: number, roles: readonly StaffRole[]): Promise<void> {
  await portal.pool.query(
    `with gone as (delete from staff_member_roles where user_id = $1 and role <> all($2::text[]))
     insert into staff_member_roles (user_id, role) select $1, unnest($2::text[]) on conflict do nothing`,
    [userId, roles],
  );
  await portal.pool.query("update users set role = 'admin' where id = $1", [userId]);
}

/** A signed-in member of staff, on a portal whose staff need no second factor. */
export async function createStaff(
  portal: TestPortal,
  name = { firstName: 'Tosin', lastName: 'Adeyemi' },
  role: StaffRole = 'owner',
): Promise<Staff> {
  const browser = portal.browser();
  const { user } = (await browser.register(name)).json();
  await giveRoles(portal, user.id, [role]);
  return { id: user.id, email: user.email, browser };
}
