import { readFileSync } from 'node:fs';
import { findBarriers } from '../fixtures/browser/accessibility.ts';
import { DEMO_STAFF, signIn } from '../fixtures/customers/customer.ts';
import { callSupport } from '../fixtures/support/console.ts';
import { expect, test } from '../fixtures/test.ts';

test.beforeEach(async ({ context, portal }) => signIn(context, portal.origin, DEMO_STAFF));

const OVERVIEW = '**/api/staff/overview';

test('the home of the console shows what needs somebody and the business in figures', async ({
  page,
  portal,
  newDevice,
  watch,
}) => {
  const caller = await callSupport(await newDevice(), portal.origin, 'Is somebody there?');
  const attention = page.getByRole('region', { name: 'Needs attention' });

  await test.step('figures with the time at which they were computed', async () => {
    await page.goto('/admin');
    await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
    await expect(page.getByRole('heading', { name: /^Collected in/ })).toBeVisible();
    for (const name of ['Lines, new and lost', 'Outstanding by age', 'Customers', 'Use and capacity by area'])
      await expect(page.getByRole('region', { name }).getByText(/^Computed \d/)).toBeVisible();
    await page.getByText('Why they left').click();
    await expect(
      page
        .getByRole('region', { name: 'Lines, new and lost' })
        .getByRole('list')
        .or(page.getByText('No line was lost')),
    ).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
  });

  await test.step('each group is a file', async () => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Outstanding by age as CSV' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('receivables.csv');
    expect(readFileSync(await download.path(), 'utf8')).toMatch(
      /^\ufeffage,invoices,amount,computed_at,computed_at_lagos\r\nnot-due,/,
    );
  });

  await test.step('what waits leads to where it is done', async () => {
    await attention.getByRole('link', { name: /chats? waiting/i }).click();
    await expect(page).toHaveURL('/admin/inbox');
    await expect(page.getByText(caller.name).first()).toBeVisible();
    await page.goto(`/admin?chat=${caller.chatId}`);
    await expect(page).toHaveURL(`/admin/inbox?chat=${caller.chatId}`);
  });

  await test.step('nothing to do, and nothing computed, are said so', async () => {
    const none = { customers: null, lines: null, movement: null, money: null, receivables: null, areas: null };
    await page.route(OVERVIEW, (route) =>
      route.fulfill({ json: { at: new Date().toISOString(), attention: [], figures: none } }),
    );
    await page.goto('/admin');
    await expect(attention).toContainText('Nothing needs attention.');
    await expect(page.getByText('Not computed yet.')).toHaveCount(5);
    await page.unroute(OVERVIEW);
  });

  await test.step('a failure is said, and Retry mends it', async () => {
    watch.expectRefusal({ status: 503, path: /overview$/ });
    await page.route(OVERVIEW, (route) =>
      route.fulfill({ status: 503, json: { success: false, message: 'Too busy.' } }),
    );
    await page.goto('/admin');
    await expect(page.getByText('We could not load the overview')).toBeVisible();
    await page.unroute(OVERVIEW);
    await page.getByRole('button', { name: /retry|try again/i }).click();
    await expect(attention).toBeVisible();
  });
});
