import { findBarriers } from '../fixtures/browser/accessibility.ts';
import { waitForContent } from '../fixtures/browser/hydration.ts';
import { DEMO_STAFF, signIn } from '../fixtures/customers/customer.ts';
import { type BrowserContext, expect, type Page, test } from '../fixtures/test.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'You view as a customer' });

/** The tab that staff get from the page of a customer. */
async function viewAs(office: BrowserContext, origin: string, customerId: number, reason: string): Promise<Page> {
  const desk = await office.newPage();
  await desk.goto(`${origin}/admin/customers/${customerId}`);
  await desk.getByRole('button', { name: 'View as customer' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('Reason').fill(reason);
  const opening = office.waitForEvent('page');
  await dialog.getByRole('button', { name: 'View as customer' }).click();
  const tab = await opening;
  await expect(dialog.getByRole('link', { name: 'Open their portal' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  return tab;
}

const idOf = async (page: Page, origin: string): Promise<number> =>
  (await (await page.request.get(`${origin}/api/user`)).json()).id;

test(
  'support sees the portal as a customer does, changes nothing, and the customer reads who looked and asks why',
  { tag: '@long' },
  async ({ page, portal, newDevice, subscriber: _subscriber }, testInfo) => {
    const customerId = await idOf(page, portal.origin);
    await page.goto('/dashboard');
    const welcome = await page.getByRole('heading', { level: 1 }).textContent();
    const office = await newDevice();
    await signIn(office, portal.origin, DEMO_STAFF);
    const tab = await viewAs(office, portal.origin, customerId, 'call about the bill');

    await expect(tab.getByRole('heading', { level: 1 })).toHaveText(welcome ?? '');
    await expect(bar(tab)).toContainText(/Viewing as .*, read only/);
    await expect(bar(tab).getByRole('timer')).toHaveText(/^(10:00|9:\d\d) left$/);
    await expect(bar(tab)).toContainText('Reason: call about the bill');
    await waitForContent(tab);
    await testInfo.attach('view-1280', { body: await tab.screenshot(), contentType: 'image/png' });
    expect(await findBarriers(tab)).toEqual([]);

    // It never leaves: on another page, scrolled to its end, on a telephone.
    await tab.setViewportSize({ width: 360, height: 740 });
    await tab.goto(`${portal.origin}/profile`);
    await waitForContent(tab);
    await tab.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(bar(tab)).toBeInViewport({ ratio: 1 });
    await testInfo.attach('view-360', { body: await tab.screenshot(), contentType: 'image/png' });
    expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(await findBarriers(tab)).toEqual([]);

    // The console goes on beside it.
    const desk = await office.newPage();
    await desk.goto(`${portal.origin}/admin/customers/${customerId}`);
    await desk.getByLabel('New note').fill('Asked about the bill.');
    await desk.getByRole('button', { name: 'Add note' }).click();
    await expect(desk.getByText('Asked about the bill.')).toBeVisible();

    await bar(tab).getByRole('button', { name: 'End' }).click();
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText(/^You no longer view as /);
    await expect(tab.getByRole('main')).toContainText('Overview, Account settings');
    expect(await findBarriers(tab)).toEqual([]);
    await testInfo.attach('view-ended-360', { body: await tab.screenshot(), contentType: 'image/png' });
    // Nothing of the customer stays on the device of staff.
    expect(await tab.evaluate(() => localStorage.getItem('last-seen'))).toBeNull();

    await page.goto('/profile?tab=privacy');
    const looked = page.getByRole('region', { name: 'Who looked at your account' });
    await expect(looked).toContainText('Reason: call about the bill');
    await looked.getByRole('button', { name: 'I do not know why' }).click();
    await expect(looked.getByLabel('What has happened?')).toHaveValue(/looked at my account/);
    await testInfo.attach('who-looked', { body: await looked.screenshot(), contentType: 'image/png' });
    await looked.getByRole('button', { name: 'Send the grievance' }).click();
    await expect(page.getByRole('region', { name: 'A grievance about your data' })).toContainText('Received');
  },
);

test('a change that staff try in a view is refused in words, and Logout there ends the view alone', {
  tag: '@long',
}, async ({ page, portal, browser, subscriber: _subscriber }) => {
  const customerId = await idOf(page, portal.origin);
  const office = await browser.newContext({ baseURL: portal.origin });
  await signIn(office, portal.origin, DEMO_STAFF);
  const tab = await viewAs(office, portal.origin, customerId, 'the profile');
  await tab.goto(`${portal.origin}/profile`);
  await waitForContent(tab);
  await tab.getByLabel('First name').fill('Somebody');
  await tab.getByRole('button', { name: 'Update Profile' }).click();
  await expect(bar(tab).getByRole('status')).toContainText('Nothing was changed');
  await tab.getByRole('button', { name: 'Logout' }).filter({ visible: true }).click();
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText(/^You no longer view as /);
  await expect(tab.getByRole('main')).toContainText(/Changes tried\s*1/);
  await tab.getByRole('link', { name: 'Back to their page' }).click();
  await expect(tab).toHaveURL(`/admin/customers/${customerId}`);
  await office.close();
});
