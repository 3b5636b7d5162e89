import { expectToast } from '../fixtures/browser/toast.ts';
import { DEMO_STAFF, signIn } from '../fixtures/customers/customer.ts';
import { expectUsable } from '../fixtures/screens/console-screens.ts';
import { expect, test } from '../fixtures/test.ts';

/** Other tests use this portal, too: they expect what was installed. */
test.afterEach(async ({ page, portal }) => {
  for (const subject of ['vat', 'support']) {
    const path = `${portal.origin}/api/staff/settings/${subject}`;
    const { number } = await (await page.request.get(path)).json();
    if (number === 0) continue;
    const data = { basedOn: number, value: null, note: 'After a test' };
    const undone = await page.request.post(`${path}/versions`, { data, headers: { origin: portal.origin } });
    expect(undone.status(), subject).toBe(200);
  }
});

test('staff schedule a rate of VAT and set working hours on screen, and find the areas', { tag: '@long' }, async ({
  page,
  context,
  portal,
  watch,
}) => {
  await signIn(context, portal.origin, DEMO_STAFF);
  const dialog = page.getByRole('dialog');
  const preview = page.getByRole('region', { name: 'As customers see it' });
  const publish = async (note: string) => {
    await page.getByRole('button', { name: 'Review and publish' }).click();
    await dialog.getByLabel(/What have you changed/).fill(note);
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  };

  await test.step('a coming rate is previewed on a bill before it is published', async () => {
    await page.goto('/admin/settings');
    await page.getByRole('link', { name: 'VAT rate' }).click();
    await page.getByRole('button', { name: 'Add a change' }).click();
    await page.getByRole('button', { name: 'Review and publish' }).click();
    await expect(page.getByText('Enter the day from which each rate applies')).toBeVisible();
    await page.getByLabel('From, change 1').fill('2031-01-01');
    await page.getByLabel('Percent, change 1').fill('10');
    await expect(preview.getByText('VAT, 7.5%')).toBeVisible();
    await expect(preview.getByText('From 1 January 2031')).toBeVisible();
    await preview.getByLabel(/^A bill of/).fill('11,000');
    await expect(preview.getByText('₦1,000', { exact: true })).toBeVisible();
    await publish('The new tax act');
    await expectToast(page, 'VAT rate', 'It is published.');
    await page.getByText('What changed').first().click();
    await expect(page.getByText('2031-01-01: 10%')).toBeVisible();
  });

  await test.step('a day that is over is refused in words', async () => {
    await page.getByRole('button', { name: 'Add a change' }).click();
    await page.getByLabel('From, change 2').fill('2026-01-01');
    await page.getByLabel('Percent, change 2').fill('5');
    watch.expectRefusal({ status: 422, path: /^\/api\/staff\/settings\/vat\/versions$/ });
    await publish('Too late');
    await expect(dialog.getByText('2026-01-01 is over: a rate can change from today on')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Remove change 2' }).click();
  });

  await test.step('the areas are found from the settings', async () => {
    await page.goto('/admin/settings');
    await page.getByRole('main').getByRole('link', { name: 'Areas' }).click();
    await expect(page).toHaveURL(/\/admin\/network\/areas$/);
    await page.goto('/admin/settings/vat');
  });

  await test.step('working hours say what customers are told', async () => {
    await page.goto('/admin/settings');
    await page.getByRole('link', { name: 'Working hours and response times' }).click();
    await page.getByLabel('Sunday').fill('9 to 5');
    await page.getByRole('button', { name: 'Review and publish' }).click();
    await expect(page.getByText('Write hours such as 08:00-17:00')).toBeVisible();
    await page.getByLabel('Sunday').fill('');
    await page.getByRole('button', { name: 'Add a holiday' }).click();
    await page.getByLabel('Day, holiday 1').fill('2030-12-25');
    await page.getByLabel('Name, holiday 1').fill('Christmas');
    await expect(preview).toContainText('We answer you within 4 working hours and settle it within 72 working hours.');
    await publish('Closed on Sundays');
    await expectToast(page, 'Working hours and response times', 'It is published.');
    const visitors = await (await page.request.get(`${portal.origin}/about`)).text();
    expect(visitors).toContain('"officeHours":true');
  });

  await test.step('the pages are usable in every width and theme', async () => {
    await expectUsable(page, ['/admin/settings', '/admin/settings/vat', '/admin/settings/support']);
  });

  await test.step('a coming rate is taken back', async () => {
    await page.goto('/admin/settings/vat');
    await page.getByRole('button', { name: 'Remove change 1' }).click();
    await publish('The act was postponed');
    await expectToast(page, 'VAT rate', 'It is published.');
    await expect(page.getByLabel('From, change 1')).toHaveCount(0);
  });
});
