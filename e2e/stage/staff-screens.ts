import { expect, type Page } from '@playwright/test';
import { haveArrived } from './come-alive.ts';
import type { Screen } from './screens.ts';

const arrived = async (page: Page): Promise<void> => {
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await haveArrived(page);
};

/** Goes from a list to the thing that a link of this name leads to. */
const opened = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('main').getByRole('link', { name }).first().click();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).not.toHaveText(
    /^(Tickets|Customers|Payments)$/,
  );
  await arrived(page);
};

/** The step of a sign-in that demo data leave out. */
const askedForCode = async (page: Page): Promise<void> => {
  await page.route('**/api/staff/second-factor', (route) =>
    route.fulfill({ json: { state: 'code', recoveryCodesLeft: null } }),
  );
  await page.reload();
  await expect(page.getByLabel(/code/i).first()).toBeVisible();
};

const staff = (name: string, path: string, ready: Screen['ready'] = arrived): Screen => ({
  ...{ name: `staff, ${name}`, path, ready },
  viewer: 'staff',
});

/** The staff console. */
export const STAFF_SCREENS: readonly Screen[] = [
  staff('sign in', '/admin', askedForCode),
  staff('inbox', '/admin'),
  staff('tickets', '/admin/tickets'),
  staff('ticket', '/admin/tickets', opened(/Connection drops when it rains/)),
  staff('customers', '/admin/customers'),
  staff('customer', '/admin/customers?search=customer%40example.com', opened('Amina Bello')),
  staff('payments', '/admin/payments'),
  staff('payment', '/admin/payments', opened(/^\p{Lu}\p{Ll}+ \p{Lu}/u)),
  staff('books', '/admin/books'),
  staff('plans', '/admin/plans'),
  staff('network', '/admin/network'),
  staff('network, new incident', '/admin/network?new=incident'),
  staff('announcements', '/admin/announcements'),
  staff('announcements, new', '/admin/announcements?new=announcement'),
  staff('referrals', '/admin/referrals'),
  staff('audit log', '/admin/audit'),
];
