import { findBarriers, findOverflow } from '../fixtures/browser/accessibility.ts';
import { expectToast } from '../fixtures/browser/toast.ts';
import { codeOf } from '../fixtures/customers/authenticator.ts';
import { DEMO_STAFF, newPerson, type Person, registerPerson, signIn } from '../fixtures/customers/customer.ts';
import { openPortal, type PortalForTests } from '../fixtures/portal/portal-for-tests.ts';
import { becomeAgent } from '../fixtures/support/console.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

async function signInAt(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

const sendCode = async (page: Page, code: string): Promise<void> => {
  await page.getByRole('textbox').fill(code);
  await page.getByRole('button', { name: /^(Continue|Finish)$/ }).click();
};

test.describe('without demo data', () => {
  test.describe.configure({ mode: 'default' });
  let portal: PortalForTests;
  test.beforeAll(async () => {
    test.setTimeout(90_000);
    portal = await openPortal({ DEMO_DATA: 'off' });
  });
  test.afterAll(() => portal?.close());

  /** Sets up the app as a person does; returns the secret and the recovery codes. */
  async function enrol(page: Page): Promise<{ secret: string; recoveryCodes: string[] }> {
    await expect(page.getByRole('heading', { name: 'Set up your second factor' })).toBeVisible();
    await page.getByRole('button', { name: 'Begin' }).click();
    await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
    const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
    await sendCode(page, codeOf(secret, Date.now()));
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
    return { secret, recoveryCodes: await codes.allInnerTexts() };
  }

  test('the first sign-in sets up an app, hands out recovery codes and leads to the page that the agent wanted', async ({
    page,
    newDevice,
    watch,
  }) => {
    const person = await becomeAgent(await newDevice(), portal, 'Tosin');
    await page.goto(`${portal.origin}/admin/audit?from=mail`);
    await expect(page).toHaveURL(/\/login\?next=%2Fadmin%2Faudit%3Ffrom%3Dmail$/);
    await signInAt(page, person);
    await page.waitForURL(`${portal.origin}/admin/audit?from=mail`);
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
    expect(await findBarriers(page)).toEqual([]);

    await sendCode(page, '');
    await expect(page.getByText('Enter the code', { exact: true })).toBeVisible();
    watch.expectRefusal({ status: 422, path: /second-factor\/confirm$/ });
    await sendCode(page, codeOf('JBSWY3DPEHPK3PXP', Date.now()));
    await expect(page.getByText('That is not the code. Check it and try again.')).toBeVisible();
    await expect(page.getByRole('textbox')).toBeFocused();

    await sendCode(page, codeOf(secret, Date.now()));
    await expect(page.getByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('recovery-codes.txt');
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 780 });
      expect(await findOverflow(page), `${width} px`).toEqual([]);
    }
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
    await expect(page).toHaveURL(`${portal.origin}/admin/audit?from=mail`);
  });

  test('each later sign-in takes a code of the app, or a recovery code, which is valid once', {
    tag: '@long',
  }, async ({ page, newDevice, watch }) => {
    const device = await newDevice();
    const person = await becomeAgent(device, portal, 'Tosin');
    const first = await device.newPage();
    await first.goto(`${portal.origin}/admin/audit`);
    const { secret, recoveryCodes } = await enrol(first);
    await first.getByRole('button', { name: 'I have saved them' }).click();

    await signIn(page.context(), portal.origin, person);
    await page.goto(`${portal.origin}/admin/audit`);
    await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await sendCode(page, recoveryCodes[0]?.toLowerCase() ?? '');
    await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();

    await page.locator('.console-menu summary').click();
    await page.getByRole('link', { name: 'Security', exact: true }).click();
    await expect(page.getByText('9 of 10 left')).toBeVisible();
    await page.getByLabel('Code from the app').fill(codeOf(secret, Date.now(), 1));
    await page.getByRole('button', { name: 'Make new codes' }).click();
    await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await expect(page.getByText('10 of 10 left')).toBeVisible();

    await signIn(page.context(), portal.origin, person);
    await page.goto(`${portal.origin}/admin`);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    watch.expectRefusal({ status: 422, path: /second-factor$/ });
    await sendCode(page, recoveryCodes[1] ?? '');
    await expect(page.getByText('That is not the code. Check it and try again.')).toBeVisible();
  });

  test('five wrong codes block further attempts, with a message', { tag: '@long' }, async ({
    page,
    newDevice,
    watch,
  }) => {
    const device = await newDevice();
    const person = await becomeAgent(device, portal, 'Tosin');
    const first = await device.newPage();
    await first.goto(`${portal.origin}/admin`);
    const { secret } = await enrol(first);
    await signIn(page.context(), portal.origin, person);
    await page.goto(`${portal.origin}/admin`);
    watch.expectRefusal({ status: 422, path: /second-factor$/ });
    watch.expectRefusal({ status: 429, path: /second-factor$/ });
    for (let guess = 0; guess < 5; guess++) {
      const answered = page.waitForResponse(/second-factor$/);
      await sendCode(page, `00000${guess}`);
      await answered;
    }
    await sendCode(page, codeOf(secret, Date.now(), 1));
    await expect(page.getByText('Too many attempts. Please wait a moment and try again.')).toBeVisible();
    await expect(page.getByRole('textbox')).not.toHaveValue('');
  });
});

test.describe('the console', () => {
  test('does not exist for customers; staff reach it from the portal, and the portal from it', async ({
    page,
    context,
    portal,
    newDevice,
    watch,
  }) => {
    watch.expectRefusal({ status: 404, path: /^\/admin$/ });
    await registerPerson(context, portal.origin, newPerson());
    await page.goto('/admin');
    await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Staff', exact: true })).toHaveCount(0);

    const device = await newDevice();
    await signIn(device, portal.origin, DEMO_STAFF);
    const desk = await device.newPage();
    for (const width of [1280, 1024, 360]) {
      await desk.setViewportSize({ width, height: 780 });
      await desk.goto('/');
      if (width === 360) await desk.getByText('Menu', { exact: true }).click();
      await expect(desk.getByRole('link', { name: 'Staff', exact: true })).toBeVisible();
      expect(await findOverflow(desk), `${width} px`).toEqual([]);
    }
    await desk.getByRole('link', { name: 'Staff', exact: true }).click();
    await expect(desk.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
    await desk.locator('.console-menu summary').click();
    await desk.getByRole('link', { name: 'Customer site' }).click();
    await expect(desk).toHaveURL('/');
    await desk.goto('/admin/no-such-page');
    await expect(desk.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  });

  test('asks for a sign-in when the session has ended, and returns to where the agent was', async ({
    page,
    context,
    portal,
    watch,
  }) => {
    const person = await becomeAgent(context, portal, 'Tosin');
    await page.goto('/admin/customers?search=amina');
    await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible();
    watch.expectRefusal({ status: 401, path: /^\/api\// });
    watch.expectWarning(/WebSocket/);
    await portal.endSessions(person.email);
    await page.waitForURL(/\/login\?next=%2Fadmin%2Fcustomers%3Fsearch%3Damina$/);
    await expectToast(page, 'Signed out');
    await signInAt(page, person);
    await page.waitForURL('/admin/customers?search=amina');
    await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible();
  });

  test('closes automatically after 30 minutes without activity', async ({ page, context, portal, watch }) => {
    const person = await becomeAgent(context, portal, 'Tosin');
    await page.clock.install();
    await page.goto('/admin/audit');
    await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
    // The connection takes the jump of the clock for a sleep and reconnects.
    watch.expectWarning(/WebSocket/);
    await page.clock.fastForward('29:00');
    await page.getByRole('heading', { level: 1 }).click();
    await page.clock.fastForward('29:00');
    await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
    watch.expectRefusal({ status: 401, path: /^\/api\/(staff\/|user$)/ });
    await page.clock.fastForward('02:00');
    await page.waitForURL(/\/login\?next=%2Fadmin%2Faudit$/);
    await expectToast(
      page,
      'Signed out',
      'You were signed out after 30 minutes without activity. Sign in to continue where you were.',
    );
    expect((await context.request.get(`${portal.origin}/api/user`)).status()).toBe(401);
    await signInAt(page, person);
    await page.waitForURL('/admin/audit');
  });
});
