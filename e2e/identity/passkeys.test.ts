import { findFreePort } from '../../bench/portal/program-process.ts';
import { findBarriers, findOverflow } from '../fixtures/browser/accessibility.ts';
import { clearSession } from '../fixtures/browser/clear-session.ts';
import { expectToast } from '../fixtures/browser/toast.ts';
import { codeOf } from '../fixtures/customers/authenticator.ts';
import { DEMO_CUSTOMER, signIn } from '../fixtures/customers/customer.ts';
import { openPortal, type PortalForTests } from '../fixtures/portal/portal-for-tests.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

test.describe.configure({ mode: 'default' });

// Browsers bind passkeys to a name: an IP address, which the other tests use, has none.
let portal: PortalForTests;
let origin: string;
test.beforeAll(async () => {
  test.setTimeout(90_000);
  const port = await findFreePort();
  origin = `http://localhost:${port}`;
  portal = await openPortal({ PUBLIC_URL: origin }, port);
});
test.afterAll(() => portal?.close());

/** A device with a fingerprint reader that always recognises its owner. */
async function plugInAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setVerified: (isUserVerified: boolean) => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

async function openSecurity(page: Page): Promise<void> {
  await signIn(page.context(), origin, DEMO_CUSTOMER);
  await page.goto(`${origin}/profile?tab=security`);
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
}

test('a customer adds a passkey and signs in with it, without a password', async ({ page }) => {
  await plugInAuthenticator(page);
  await openSecurity(page);
  await expect(page.getByText('You have no passkey yet.')).toBeVisible();
  await addPasskey(page, 'My phone');
  await expectToast(page, 'Passkey added');
  await expect(page.getByText('My phone')).toBeVisible();
  await clearSession(page);
  await page.goto(`${origin}/login?next=/profile`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL(`${origin}/profile`);
  await expectToast(page, 'Login successful');
});

test('a passkey is renamed and removed, and one that the device does not confirm is not added', {
  tag: '@long',
}, async ({ page }) => {
  const device = await plugInAuthenticator(page);
  await openSecurity(page);
  await addPasskey(page, 'Old laptop');
  await expectToast(page, 'Passkey added');
  await page.getByRole('button', { name: 'Rename Old laptop' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Give the passkey a name')).toBeVisible();
  await page.getByRole('dialog').getByLabel('Name').fill('New laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Passkey renamed');
  expect(await findBarriers(page)).toEqual([]);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await findOverflow(page)).toEqual([]);
  }
  await page.getByRole('button', { name: 'Remove New laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expectToast(page, 'Passkey removed');
  await expect(page.getByText('New laptop')).toBeHidden();

  await device.setVerified(false);
  await addPasskey(page, 'Stranger');
  await expect(page.getByText('That was cancelled, or took too long. Please try again.')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Stranger')).toBeHidden();
});

test('a customer switches an authenticator app on, signs in with its code, and switches it off with a recovery code', {
  tag: '@long',
}, async ({ page, watch }) => {
  await openSecurity(page);
  await page.getByRole('button', { name: 'Set up an app' }).click();
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  expect(await findBarriers(page)).toEqual([]);
  await page.getByLabel('Code from the app').fill(codeOf(secret, Date.now()));
  await page.getByRole('button', { name: 'Switch on' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const [first = '', second = ''] = await codes.allInnerTexts();
  expect(await findBarriers(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await findOverflow(page)).toEqual([]);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('10 of 10 left')).toBeVisible();

  await clearSession(page);
  await page.goto(`${origin}/login?next=/profile%3Ftab%3Dsecurity`);
  watch.expectRefusal({ status: 403, path: /\/api\/login$/ });
  await page.getByLabel('Email Address').fill(DEMO_CUSTOMER.email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_CUSTOMER.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  expect(await findOverflow(page)).toEqual([]);
  watch.expectRefusal({ status: 422, path: /\/api\/login\/second-factor$/ });
  await page.getByLabel('Code from the app').fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('That is not the code. Check it and try again.')).toBeVisible();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(first);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(/tab=security/);

  await page.getByRole('button', { name: 'Switch the app off' }).click();
  await page.getByLabel('Code from the app, or a recovery code').fill(second);
  await page.getByRole('button', { name: 'Switch off', exact: true }).click();
  await expectToast(page, 'App switched off');
  await expect(page.getByRole('button', { name: 'Set up an app' })).toBeVisible();
});
