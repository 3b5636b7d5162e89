import { completeDirectorySignIn } from '@portal/contract/identity/directory-sign-in';
import { startDirectory, type TestDirectory } from '@portal/server/testing/servers/start-directory';
import { findFreePort } from '../../bench/portal/program-process.ts';
import { findBarriers, findOverflow } from '../fixtures/browser/accessibility.ts';
import { clearSession } from '../fixtures/browser/clear-session.ts';
import { openPortal, type PortalForTests } from '../fixtures/portal/portal-for-tests.ts';
import { expect, test } from '../fixtures/test.ts';

const WORK_ACCOUNT = 'Sign in with your work account';

let directory: TestDirectory;
let portal: PortalForTests;
test.beforeAll(async () => {
  test.setTimeout(90_000);
  const port = await findFreePort();
  directory = await startDirectory(`http://127.0.0.1:${port}${completeDirectorySignIn.path}`, { claimsIn: 'id-token' });
  portal = await openPortal({ DEMO_DATA: 'off', ...directory.environment }, port);
});
test.afterAll(async () => {
  await portal?.close();
  await directory?.close();
});

test('staff sign in with their work account, without a code, and read why not when they may not', {
  tag: '@long',
}, async ({ page }) => {
  const kemi = { subject: 'kemi', email: 'kemi@work.example', name: 'Kemi Bello', groups: ['owner'] };

  await test.step('the button leads to the page of the console that they wanted', async () => {
    directory.signInAs(kemi);
    await page.goto(`${portal.origin}/admin/staff`);
    await expect(page).toHaveURL(/\/login\?next=%2Fadmin%2Fstaff$/);
    await page.getByRole('link', { name: WORK_ACCOUNT }).click();
    await expect(page).toHaveURL(`${portal.origin}/admin/staff`);
    await expect(page.getByRole('heading', { level: 1, name: 'Staff' })).toBeVisible();
    const row = page.getByRole('listitem').filter({ hasText: kemi.email });
    await expect(row).toContainText('Directory');
    await expect(row.getByText('No second factor yet')).toHaveCount(0);
    await row.getByRole('button', { name: /^Change roles/ }).click();
    await expect(page.getByText('which gives them its roles at each sign-in')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('customers are not asked for a work account', async () => {
    await clearSession(page);
    await page.goto(`${portal.origin}/login`);
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled();
    await expect(page.getByRole('link', { name: WORK_ACCOUNT })).toHaveCount(0);
  });

  await test.step('each reason is said on the sign-in page, which keeps the wanted page', async () => {
    const signIn = async () => {
      // The directory would remember who was there.
      await page.context().clearCookies();
      await page.getByRole('link', { name: WORK_ACCOUNT }).click();
    };
    const alert = page.getByRole('main').getByRole('alert');
    await page.goto(`${portal.origin}/login?next=%2Fadmin%2Faudit`);
    directory.signInAs({ ...kemi, subject: 'dayo', email: 'dayo@work.example', groups: ['everybody'] });
    await signIn();
    await expect(alert).toHaveText(/Your work account has no role in the staff console\./);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 780 });
      expect(await findOverflow(page), `${width} px`).toEqual([]);
      expect(await findBarriers(page)).toEqual([]);
      await page.screenshot({ path: test.info().outputPath(`refused-${width}.png`), fullPage: true });
    }
    directory.signInAs(null);
    await signIn();
    await expect(alert).toHaveText('That sign-in was not completed. Please begin again.');
    directory.signInAs(kemi);
    await signIn();
    await expect(page).toHaveURL(`${portal.origin}/admin/audit`);
    await expect(page.getByText('Was refused a sign-in by the directory').first()).toBeVisible();
  });
});
