import type { TestBrowser } from './test-browser.ts';
import type { TestPortal } from './test-portal.ts';

export type Staff = { readonly id: number; readonly email: string; readonly browser: TestBrowser };

/** A signed-in member of staff, on a portal whose staff need no second factor. */
export async function createStaff(
  portal: TestPortal,
  name = { firstName: 'Tosin', lastName: 'Adeyemi' },
): Promise<Staff> {
  const browser = portal.browser();
  const { user } = (await browser.register(name)).json();
  await portal.pool.query("update users set role = 'admin' where id = $1", [user.id]);
  return { id: user.id, email: user.email, browser };
}
