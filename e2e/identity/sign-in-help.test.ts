import { findBarriers, findOverflow } from '../fixtures/browser/accessibility.ts';
import { expectToast } from '../fixtures/browser/toast.ts';
import { newPerson, type Person, registerPerson } from '../fixtures/customers/customer.ts';
import { withFailedSignIns } from '../fixtures/forms/sign-in-help-forms.ts';
import { waitForCode, waitForLink } from '../fixtures/portal/outbox.ts';
import { becomeAgent } from '../fixtures/support/console.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

const NEW_PASSWORD = 'harmattan morning, brass bell';
const WIDTHS = [1280, 360] as const;
const BY_TEXT = /If an account has verified this number, we have texted it a link/;

let numbers = 0;
/** A number of this worker's own. */
const newNumber = () =>
  `+234803${String(process.pid % 10_000).padStart(4, '0')}${String(100 + numbers++).padStart(3, '0')}`;

const panelOf = (page: Page) => page.getByRole('region', { name: 'Why can’t they sign in?' });

/** Nothing reaches over an edge, and axe has nothing to say. */
async function expectUsable(page: Page, what: string): Promise<void> {
  expect(await findOverflow(page), what).toEqual([]);
  expect(await findBarriers(page), what).toEqual([]);
}

async function signInWith(page: Page, { email }: Person, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

async function setPassword(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('New Password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirm New Password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page).toHaveURL('/login');
}

for (const width of WIDTHS) {
  test(`“I cannot get in”: staff see why, and a mailed link lets the customer in, ${width} px wide`, {
    tag: width === 1280 ? [] : '@long',
  }, async ({ page, context, portal, newDevice }) => {
    const person = newPerson('Amina');
    const { id } = await registerPerson(await newDevice(), portal.origin, person);
    await becomeAgent(context, portal, 'Ngozi', 'support');
    const device = await newDevice();
    const data = { email: person.email, password: 'not my password' };
    expect((await device.request.post(`${portal.origin}/api/login`, { data })).status()).toBe(401);
    const telephone = await device.newPage();
    await telephone.setViewportSize({ width, height: 800 });

    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/admin/customers/${id}`);
    const row = panelOf(page).getByRole('listitem').filter({ hasText: 'Wrong password' });
    await expect(row).toContainText('Never confirmed');
    await row.getByRole('button', { name: 'Send a link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send a link' });
    await expect(dialog).toContainText(`To ${person.email}. It works once, for an hour.`);
    await expect(dialog.getByRole('radio', { name: 'By text' })).toBeDisabled();
    await expectUsable(page, 'the dialog');
    await dialog.getByRole('button', { name: 'Send the link' }).click();
    await expectToast(page, 'The link is sent', 'The link is in their mail. It works once, for an hour.');

    await setPassword(telephone, await waitForLink(portal.origin, person.email, '/reset-password'));
    await signInWith(telephone, person, NEW_PASSWORD);
    await expectToast(telephone, 'Login successful');
    await expect(panelOf(page)).toContainText('Signed in', { timeout: 20_000 });
    await expect(panelOf(page)).toContainText('by mail: used');
    await expect(row.getByRole('button')).toHaveCount(0);
    await expectUsable(page, 'the page of the customer');
  });

  test(`“I cannot get in”: a text to the verified number lets the customer in, ${width} px wide`, {
    tag: width === 1280 ? [] : '@long',
  }, async ({ page, portal, newDevice }) => {
    const person = newPerson('Bisi');
    const phone = newNumber();
    const registered = await newDevice();
    await registerPerson(registered, portal.origin, person);
    await registered.request.post(`${portal.origin}/api/sms/send-otp`, { data: { phoneNumber: phone } });
    const otp = await waitForCode(portal.origin, phone);
    const verified = await registered.request.post(`${portal.origin}/api/sms/verify-otp`, {
      data: { phoneNumber: phone, otp },
    });
    expect(verified.ok()).toBe(true);

    await page.setViewportSize({ width, height: 800 });
    await page.goto('/forgot-password');
    await page.getByLabel('Email Address or Phone Number').fill(`0${phone.slice(4)}`);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Check your text messages' })).toBeFocused();
    await expect(page.getByText(BY_TEXT)).toBeVisible();
    await expectUsable(page, 'the page that says where the link went');
    await setPassword(page, await waitForLink(portal.origin, phone, '/reset-password'));
    await signInWith(page, person, NEW_PASSWORD);
    await expectToast(page, 'Login successful');
  });

  test(`a person who was stopped in several ways has a remedy at each, ${width} px wide`, {
    tag: '@long',
  }, async ({ page, context, portal, newDevice }) => {
    const { id } = await registerPerson(await newDevice(), portal.origin, newPerson('Amina'));
    await becomeAgent(context, portal, 'Ngozi', 'support');
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/admin/customers/${id}`);
    await withFailedSignIns(page);
    const panel = panelOf(page);
    for (const [what, remedy] of [
      ['Too many tries', 'Let them try again'],
      ['Wrong password', 'Send a link'],
      ['Wrong code from the app', 'Take app away'],
    ] as const) {
      const row = panel.getByRole('listitem').filter({ hasText: what });
      await expect(row.getByRole('button', { name: remedy })).toBeVisible();
    }
    await expect(panel.getByRole('listitem').filter({ hasText: 'Wrong password' })).toContainText('2 times');
    await expectUsable(page, 'the panel');
    await panel.getByRole('button', { name: 'Let them try again' }).click();
    const dialog = page.getByRole('dialog', { name: 'Let them try again?' });
    await dialog.getByRole('button', { name: 'Let them try again' }).click();
    await expect(dialog.getByText('Say why.')).toBeVisible();
    await dialog.getByLabel('Reason').fill('Called back, it is them');
    await dialog.getByRole('button', { name: 'Let them try again' }).click();
    await expectToast(page, 'They may try again', 'They may try again at once.');
    await expect(page.getByText('Called back, it is them')).toBeVisible();
  });
}

test('an unknown number gets the same words, and what is neither is refused under the field', async ({
  page,
  watch,
}) => {
  await page.goto('/forgot-password');
  const field = page.getByLabel('Email Address or Phone Number');
  const send = page.getByRole('button', { name: 'Send the link' });
  await field.fill('amina');
  await send.click();
  await expect(page.getByText('Enter your email address or phone number.')).toBeVisible();
  watch.expectRefusal({ status: 422, path: /^\/api\/password-reset\/request$/ });
  await field.fill('+44 7911 123456');
  await send.click();
  await expect(page.getByText('Enter a Nigerian mobile number, such as 0803 123 4567.')).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill(newNumber());
  await send.click();
  await expect(page.getByText(BY_TEXT)).toBeVisible();
  await page.getByRole('button', { name: 'Ask again' }).click();
  await expect(field).toBeVisible();
});
