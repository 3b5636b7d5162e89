import { DEMO_STAFF, signIn } from '../fixtures/customers/customer.ts';
import { expect, test } from '../fixtures/test.ts';

test('a customer sends a grievance about their data, staff answer it, and the customer reads the answer', {
  tag: '@long',
}, async ({ page, portal, customer, newDevice }) => {
  await page.goto('/profile?tab=privacy');
  await page.getByRole('button', { name: 'Write a grievance' }).click();
  await page.getByLabel('What has happened?').fill(`You wrote to ${customer.email} by another name.`);
  await page.getByLabel('Since when?').fill('Last week');
  await page.getByLabel('What do you want us to do?').fill('Correct it.');
  await page.getByRole('button', { name: 'Send the grievance' }).click();
  const panel = page.getByRole('region', { name: 'A grievance about your data' });
  await expect(panel.getByText('Received', { exact: true })).toBeVisible();
  await expect(panel.getByRole('heading', { level: 2 })).toBeFocused();

  const office = await newDevice();
  await signIn(office, portal.origin, DEMO_STAFF);
  const desk = await office.newPage();
  await desk.goto(`${portal.origin}/admin/grievances`);
  const row = desk.getByRole('listitem').filter({ hasText: customer.email });
  await row.getByRole('button', { name: /^Answer G-/ }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('What did you find?').selectOption('violation');
  await dialog.getByLabel('Answer').fill('You are right: it is corrected.');
  await dialog.getByRole('button', { name: 'Send the answer' }).click();
  await expect(row).toHaveCount(0);

  await page.goto('/about');
  await page.locator('summary', { hasText: 'Notices' }).filter({ visible: true }).click();
  await page
    .getByRole('link', { name: /We have answered your grievance/ })
    .filter({ visible: true })
    .click();
  await expect(page).toHaveURL('/profile?tab=privacy');
  await expect(panel.getByText('You are right: it is corrected.')).toBeVisible();
});
