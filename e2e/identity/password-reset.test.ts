import { openLive } from '../fixtures/browser/open-live.ts';
import { expectToast } from '../fixtures/browser/toast.ts';
import { newPerson, type Person, registerPerson, signIn } from '../fixtures/customers/customer.ts';
import { messagesTo, waitForLink } from '../fixtures/portal/outbox.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

const NEW_PASSWORD = 'harmattan morning, brass bell';
const SAME_FOR_ALL = /If this address has an account, we have sent a link/;

/** A customer who is signed in on another device. */
const stranded = test.extend<{ readonly person: Person }>({
  person: async ({ newDevice, portal }, use) => {
    const person = newPerson();
    await registerPerson(await newDevice(), portal.origin, person);
    await use(person);
  },
});

stranded(
  'from "Forgot password?" to a new password: one link, once, and every device is signed out',
  async ({ page, portal, person, newDevice, watch }) => {
    const elsewhere = await newDevice();
    await signIn(elsewhere, portal.origin, person);

    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    // Both pages ask for an email address.
    await expect(page.getByRole('heading', { level: 1, name: 'Forgot password?' })).toBeVisible();
    await requestLink(page, person.email);
    await expect(page.getByRole('heading', { level: 1, name: 'Check your mail' })).toBeFocused();
    await expect(page.getByText(SAME_FOR_ALL)).toBeVisible();

    const link = await waitForLink(portal.origin, person.email, '/reset-password');
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1, name: 'Set a new password' })).toBeVisible();
    await expect(page, 'the token is out of the address bar').toHaveURL('/reset-password');
    await setPassword(page, NEW_PASSWORD);
    await expectToast(page, 'Password changed', 'Sign in with your new password.');
    await expect(page).toHaveURL('/login');

    expect((await elsewhere.request.get(`${portal.origin}/api/user`)).status()).toBe(401);
    watch.expectRefusal({ status: 401, path: /^\/api\/login$/ });
    await signInWith(page, person.email, person.password);
    await expect(page.getByText('Invalid email or password')).toBeVisible();
    await signInWith(page, person.email, NEW_PASSWORD);
    await expectToast(page, 'Login successful');
  },
);

stranded(
  'mistakes are told under their fields, and the link stays good, once',
  async ({ page, portal, person, watch }) => {
    await page.goto('/forgot-password');
    await requestLink(page, person.email);
    const link = await waitForLink(portal.origin, person.email, '/reset-password');
    await page.goto(link);
    const first = page.getByLabel('New Password', { exact: true });

    await page.getByRole('button', { name: 'Change Password' }).click();
    await expect(page.getByText('Password must be at least 8 characters')).toBeVisible();
    await expect(page.getByText('Password confirmation is required')).toBeVisible();
    await expect(first).toBeFocused();
    await first.fill(NEW_PASSWORD);
    await page.getByLabel('Confirm New Password').fill('something else');
    await page.getByRole('button', { name: 'Change Password' }).click();
    await expect(page.getByText("Passwords don't match")).toBeVisible();

    watch.expectRefusal({ status: 422, path: /^\/api\/password-reset\/confirm$/ });
    await setPassword(page, 'password1');
    await expect(first).toHaveAttribute('aria-invalid', 'true');
    await expect(first).toBeFocused();
    await setPassword(page, NEW_PASSWORD);
    await expect(page).toHaveURL('/login');

    await stranded.step('the same link a second time says so, and leads to a new one', async () => {
      await page.goto(link);
      await setPassword(page, 'another one, quite long');
      await expect(page.getByRole('heading', { level: 1, name: 'This link cannot be used' })).toBeFocused();
      await page.getByRole('link', { name: 'Ask for a new link' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Forgot password?' })).toBeVisible();
    });
  },
);

stranded(
  'a signed-in person is led to sign in again, without a fright',
  { tag: '@long' },
  async ({ page, context, portal, person }) => {
    await signIn(context, portal.origin, person);
    await page.goto('/profile?tab=security');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(page.getByLabel('Email Address')).toHaveValue(person.email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    // It must connect before the session ends: a later connection would be refused.
    await openLive(page, await waitForLink(portal.origin, person.email, '/reset-password'));
    await setPassword(page, NEW_PASSWORD);
    await expectToast(page, 'Password changed');
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('You are signed in as')).toHaveCount(0);
  },
);

test.describe('requesting a link', () => {
  test('an address without an account gets the same answer as a customer’s, and no mail', { tag: '@long' }, async ({
    page,
    portal,
  }) => {
    const { email } = newPerson();
    await page.goto('/forgot-password');
    await requestLink(page, email);
    await expect(page.getByText(SAME_FOR_ALL)).toBeVisible();
    expect(await messagesTo(portal.origin, email)).toEqual([]);
    await page.getByRole('button', { name: 'Ask again' }).click();
    await expect(page.getByLabel('Email Address')).toBeVisible();
  });

  test('an invalid address is reported under the field, and a busy service above the button', { tag: '@long' }, async ({
    page,
    watch,
  }) => {
    await page.goto('/forgot-password');
    await requestLink(page, 'amina@');
    await expect(page.getByText('Enter your email address or phone number.')).toBeVisible();
    await expect(page.getByLabel('Email Address')).toBeFocused();

    watch.expectRefusal({ status: 503, path: /^\/api\/password-reset\/request$/ });
    const message = 'The service is busy. Please try again in a moment.';
    await page.route('**/api/password-reset/request', (route) =>
      route.fulfill({ status: 503, json: { success: false, message } }),
    );
    await requestLink(page, 'amina@example.com');
    await expect(page.getByRole('alert').getByText(message)).toBeVisible();
    await expect(page.getByLabel('Email Address')).toHaveValue('amina@example.com');
  });

  test('the pages of mailed links say what to do when they are opened without a token', { tag: '@long' }, async ({
    page,
  }) => {
    await page.goto('/reset-password');
    await expect(page.getByRole('heading', { level: 1, name: 'This link cannot be used' })).toBeVisible();
    await page.goto('/verify-email');
    await expect(page.getByText('A new link is sent from Account Settings.')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
    await expect(page).toHaveURL('/login?next=%2Fprofile');
  });
});

async function requestLink(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email Address').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
}

async function setPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm New Password').fill(password);
  await page.getByRole('button', { name: 'Change Password' }).click();
}

async function signInWith(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}
