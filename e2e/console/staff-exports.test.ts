import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { DEMO_STAFF, signIn } from '../fixtures/customers/customer.ts';
import { expectUsable } from '../fixtures/screens/console-screens.ts';
import { expect, test } from '../fixtures/test.ts';

test('owners make an archive of everything, see when it is ready, and take it @long', async ({
  page,
  context,
  portal,
}) => {
  await signIn(context, portal.origin, DEMO_STAFF);
  await page.goto('/admin/exports');
  const section = page.getByRole('region', { name: 'Everything in one archive' });

  await test.step('it says what the archive is before there is one', async () => {
    await expect(page.getByRole('heading', { name: 'Earlier payments' })).toBeVisible();
    await expect(section.getByText('It has the hashes of passwords')).toBeVisible();
  });

  await test.step('it is written once, also by two clicks, and is ready without a reload', async () => {
    await section.getByRole('button', { name: 'Make an archive' }).dblclick();
    await expect(section.getByText('Ready')).toBeVisible({ timeout: 60_000 });
    await expect(section.getByRole('listitem')).toHaveCount(1);
    await expectUsable(page, ['/admin/exports']);
  });

  await test.step('its file is an archive', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      section.getByRole('link', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('portal.tar.gz');
    expect(gunzipSync(readFileSync(await download.path())).toString('latin1')).toContain('"fibre-portal-archive"');
  });
});

test('each file is there for every program and for Excel, by the keyboard too', async ({ page, context, portal }) => {
  await signIn(context, portal.origin, DEMO_STAFF);
  await page.goto('/admin/exports');
  const file = async (name: string) => {
    const link = page.getByRole('link', { name, exact: true });
    await link.focus();
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
  };
  const csv = await file('Customers as CSV');
  expect(csv.name).toBe('customers.csv');
  expect(csv.content.toString('utf8').slice(0, 4)).toBe('\ufeffid,');
  const excel = await file('Customers as Excel');
  expect(excel.name).toBe('customers.xlsx');
  expect(excel.content.toString('latin1', 0, 2)).toBe('PK');
});
