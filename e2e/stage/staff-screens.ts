import { expect, type Page } from '@playwright/test';
import type { Outage, OutageLine } from '@portal/contract/network/staff-outage-credits';
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

const firstChat = async (page: Page): Promise<void> => {
  await arrived(page);
  await page.getByRole('list', { name: /hats$/ }).getByRole('link').first().click();
  await expect(page.getByRole('log')).toBeVisible();
  await haveArrived(page);
};

/** No cut of the demo data has lasted long enough to be one. */
export const longOutage = async (page: Page): Promise<void> => {
  const at = (day: number) => new Date(Date.UTC(2026, 0, day, 9)).toISOString();
  const outage: Outage & { withoutArea: number } = {
    ...{ incidentId: '1', title: 'No light in Wuse II', area: 'Wuse II', startsAt: at(5), endsAt: at(7) },
    ...{ state: 'listed', applyAt: at(8), appliedBy: null, doneAt: null, withoutArea: 3 },
    counts: { waiting: 2, excluded: 1, given: 0, ended: 0 },
  };
  const line = (id: number, name: string, left: Partial<OutageLine> = {}): OutageLine => ({
    customer: { id, name, email: `${name.split(' ')[0]?.toLowerCase()}@example.com` },
    ...{ planName: 'Home 20 Mbps', area: 'Wuse II', minutes: 2880, state: 'waiting', reason: null },
    ...{ excludedBy: null, paidUntil: null, ...left },
  });
  const lines = [
    line(2, 'Amina Bello'),
    line(3, 'Chidi Obi'),
    line(4, 'Halima Sani', {
      ...{ state: 'excluded', reason: 'Was on all the time.', excludedBy: { id: 1, name: 'Tosin' } },
    }),
  ];
  await page.route(/\/api\/staff\/outages\/1$/, (route) => route.fulfill({ json: outage }));
  await page.route(/\/api\/staff\/outages\/1\/lines/, (route) => route.fulfill({ json: lines }));
  await page.reload();
  await arrived(page);
  await expect(page.getByText('Amina Bello').first()).toBeVisible();
};

const staff = (name: string, path: string, ready: Screen['ready'] = arrived, shows?: string): Screen => ({
  ...{ name: `staff, ${name}`, path, ready, ...(shows && { shows }) },
  viewer: 'staff',
});

/** The staff console. */
export const STAFF_SCREENS: readonly Screen[] = [
  staff('sign in', '/admin', askedForCode),
  staff('inbox', '/admin'),
  staff('conversation', '/admin', firstChat),
  staff('tickets', '/admin/tickets'),
  staff('ticket', '/admin/tickets', opened(/Connection drops when it rains/), '/admin/tickets/:id'),
  staff('customers', '/admin/customers'),
  staff('customer', '/admin/customers?search=customer%40example.com', opened('Amina Bello'), '/admin/customers/:id'),
  staff('payments', '/admin/payments'),
  staff('payment', '/admin/payments', opened(/^\p{Lu}\p{Ll}+ \p{Lu}/u), '/admin/payments/:reference'),
  staff('books', '/admin/books'),
  staff('plans', '/admin/plans'),
  staff('network', '/admin/network'),
  staff('network, new incident', '/admin/network?new=incident'),
  staff('network, lines', '/admin/network/lines'),
  staff('network, differences', '/admin/network/lines?view=differences'),
  staff('network, packets', '/admin/network/lines?view=packets'),
  staff('network, outage', '/admin/network/outages/1', longOutage, '/admin/network/outages/:id'),
  staff('announcements', '/admin/announcements'),
  staff('announcements, new', '/admin/announcements?new=announcement'),
  staff('referrals', '/admin/referrals'),
  staff('audit log', '/admin/audit'),
  staff('saved replies', '/admin/saved-replies'),
  staff('security', '/admin/security'),
  staff('not found', '/admin/no-such-place'),
];
