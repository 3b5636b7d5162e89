import { findBarriers, findOverflow } from '../fixtures/browser/accessibility.ts';
import { newTelephone } from '../fixtures/portal/telephone.ts';
import { expect, test } from '../fixtures/test.ts';

test('a telephone without data is dialled and texted by keyboard alone', async ({ context, portal }) => {
  const page = await context.newPage();
  await page.goto(`${portal.origin}/sandbox/telephone`);
  await page.getByLabel('Number of this phone').fill(`+${newTelephone(portal.origin, 'Ada').number}`);
  const [screen, entry] = [page.locator('#screen'), page.getByLabel('What you type')];
  await page.getByLabel('Send each request twice').check();
  await entry.focus();
  await page.keyboard.press('Enter');
  await expect(screen).toContainText('3 Outage news');
  await expect(entry).toBeFocused();
  await page.keyboard.type('6');
  await page.keyboard.press('Enter');
  await expect(screen).toContainText('3 Hausa');
  await page.keyboard.press('Escape');
  await expect(screen).toContainText(/^Dial \*/);

  // The keys of the drawing do the same.
  await page.getByRole('button', { name: 'Dial' }).click();
  await expect(screen).toContainText('1 Balance');
  await page.getByRole('button', { name: '1', exact: true }).click();
  await page.getByRole('button', { name: 'Send' }).first().click();
  await expect(screen).toContainText('Type your account number, 10 digits.');

  await page.getByLabel(/^Text to /).fill('HELP');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listitem')).toContainText('send BAL balance');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findBarriers(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 360, height: 780 });
  expect(await findOverflow(page)).toEqual([]);
});
