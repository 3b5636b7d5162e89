import { waitForHydration } from '../fixtures/browser/hydration.ts';
import { openLive } from '../fixtures/browser/open-live.ts';
import { expectFailure, expectToast, toastOf } from '../fixtures/browser/toast.ts';
import { DEMO_CUSTOMER, newPerson, registerPerson, signIn } from '../fixtures/customers/customer.ts';
import { fillRegistration } from '../fixtures/customers/registration-form.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

test.describe('signing in', () => {
  test('the form says what it is for, what is missing or wrong, and that it is submitting', async ({ page, watch }) => {
    await page.goto('/login');
    await waitForHydration(page);
    const password = page.getByLabel('Password', { exact: true });
    await test.step('what it is for', async () => {
      await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible();
      await expect(page.getByText('Enter your email and password to access your account')).toBeVisible();
    });
    await test.step('what is missing, under each field', async () => {
      await submit(page);
      await expect(page.getByText('Invalid email address')).toBeVisible();
      await expect(page.getByText('Password is required')).toBeVisible();
      await expect(page.getByLabel('Email Address')).toBeFocused();
    });
    await test.step('a password can be shown and hidden', async () => {
      await password.fill('seen by me');
      await expect(password).toHaveAttribute('type', 'password');
      await page.getByRole('button', { name: 'Show password' }).click();
      await expect(password).toHaveAttribute('type', 'text');
      await page.getByRole('button', { name: 'Hide password' }).click();
      await expect(password).toHaveAttribute('type', 'password');
      await expect(password).toHaveValue('seen by me');
    });
    await test.step('the button shows that it is submitting, then the form that address or password is wrong', async () => {
      const answered = Promise.withResolvers<void>();
      watch.expectRefusal({ status: 401, path: /^\/api\/login$/ });
      await page.route('**/api/login', async (route) => {
        await answered.promise;
        await route.continue();
      });
      await fill(page, newPerson());
      await submit(page);
      await expect(page.getByRole('button', { name: 'Signing In...' })).toBeVisible();
      answered.resolve();
      await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
      await expect(page.getByRole('alert').getByText('Invalid email or password')).toBeVisible();
      await expect(page).toHaveURL('/login');
    });
  });

  test('the Test Accounts panel fills the form, and Amina is greeted', async ({ page }) => {
    await page.goto('/login');
    const accounts = page.getByRole('region', { name: 'Test Accounts' });
    for (const account of [DEMO_CUSTOMER.email, 'admin@example.com']) await expect(accounts).toContainText(account);
    await page.getByRole('button', { name: 'Use the Customer account' }).click();
    await expect(page.getByLabel('Email Address')).toHaveValue(DEMO_CUSTOMER.email);
    await submit(page);
    await expectToast(page, 'Login successful', 'Welcome back, Amina!');
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome back, Amina' })).toBeVisible();
  });

  test('without demo data there is no Test Accounts panel', { tag: '@long' }, async ({ page }) => {
    await page.route('**/login', async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      expect(html).toContain('"demo":true');
      await route.fulfill({ response, body: html.replace('"demo":true', '"demo":false') });
    });
    await page.goto('/login');
    await waitForHydration(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible();
    await expect(page.getByText('Test Accounts')).toHaveCount(0);
  });

  test('the links between sign in and register keep the page that the visitor wanted', { tag: '@long' }, async ({
    page,
  }) => {
    await page.goto('/login?next=/payment');
    await page.getByRole('link', { name: 'Create one here' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Create Account' })).toBeVisible();
    await page.getByRole('link', { name: 'Sign in here' }).click();
    await expect(page).toHaveURL('/login?next=/payment');
  });
});

test.describe('registering', () => {
  test('a visitor is told what is wrong, and what was typed stays', async ({ page, portal, newDevice, watch }) => {
    const person = newPerson();
    await registerPerson(await newDevice(), portal.origin, person);
    await page.goto('/register');
    const create = page.getByRole('button', { name: 'Create Account' });
    await test.step('under each field', async () => {
      await create.click();
      for (const message of [
        'First name is required',
        'Last name is required',
        'Invalid email address',
        'Password must be at least 8 characters',
      ]) {
        await expect(page.getByText(message)).toBeVisible();
      }
      await expect(page.getByLabel('First Name')).toBeFocused();
      await page.getByLabel('Password', { exact: true }).fill('long enough, surely');
      await page.getByLabel('Confirm Password').fill('something else');
      await create.click();
      await expect(page.getByText("Passwords don't match")).toBeVisible();
    });
    await test.step('a failure without a message of the server is reported all the same', async () => {
      await fillRegistration(page, person);
      watch.expectRefusal({ status: 503, path: /^\/api\/register$/ });
      await page.route('**/api/register', (route) => route.fulfill({ status: 503, body: '' }), { times: 1 });
      await create.click();
      await expect(page.getByRole('alert').getByText('Registration failed. Please try again.')).toBeVisible();
      await expect(page.getByLabel('Email Address')).toHaveValue(person.email);
    });
    await test.step('an address that has an account already is refused with a message', async () => {
      watch.expectRefusal({ status: 409, path: /^\/api\/register$/ });
      await create.click();
      await expect(page.getByText('An account with this email address already exists')).toBeVisible();
      await expect(page.getByLabel('First Name')).toHaveValue(person.firstName);
    });
  });

  test('five fields lead to the dashboard; the button says when the account is being created', async ({ page }) => {
    const person = newPerson();
    await page.goto('/register');
    const claims = page.getByRole('complementary').getByRole('definition');
    await expect(claims).toHaveText(['1Gbps', '99.9%', '24/7', '50+']);
    await fillRegistration(page, person);
    for (const label of ['Password', 'Confirm Password']) {
      const field = page.getByLabel(label, { exact: true });
      await expect(field).toHaveAttribute('type', 'password');
      await page.getByRole('button', { name: 'Show password' }).first().click();
      await expect(field).toHaveAttribute('type', 'text');
    }
    const answered = Promise.withResolvers<void>();
    const sent = page.waitForRequest('**/api/register');
    await page.route('**/api/register', async (route) => {
      await answered.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByRole('button', { name: 'Creating Account...' })).toBeVisible();
    expect(Object.keys((await sent).postDataJSON())).not.toContain('confirmPassword');
    answered.resolve();
    await expectToast(page, 'Registration successful', /^Welcome to .+, Ngozi\.$/);
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome back, Ngozi' })).toBeVisible();
  });

  test('typing the second password before the first costs no second click', { tag: '@long' }, async ({ page }) => {
    const person = newPerson();
    await page.goto('/register');
    await page.getByLabel('Confirm Password').fill(person.password);
    await page.getByLabel('First Name').fill(person.firstName);
    await expect(page.getByText("Passwords don't match")).toBeVisible();
    await page.getByLabel('Last Name').fill(person.lastName);
    await page.getByLabel('Email Address').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    const button = page.getByRole('button', { name: 'Create Account' });
    const { height = 0 } = (await button.boundingBox()) ?? {};
    // While a finger presses the lower edge of a button, content that disappears must not move it.
    await button.click({ delay: 300, position: { x: 40, y: height - 4 } });
    await expect(page).toHaveURL('/');
  });

  test('what is typed before the script has loaded is not lost', { tag: '@long' }, async ({ page }) => {
    const person = newPerson();
    const arrived = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await arrived.promise;
      await route.continue();
    });
    await page.goto('/register', { waitUntil: 'commit' });
    await fillRegistration(page, person);
    const button = page.getByRole('button', { name: 'Create Account' });
    await expect(button).toBeDisabled();
    arrived.resolve();
    await button.click();
    await expectToast(page, 'Registration successful', new RegExp(`^Welcome to .+, ${person.firstName}\\.$`));
  });

  test('the register page does not exist for signed-in people', { tag: '@long' }, async ({
    page,
    customer: _customer,
  }) => {
    await page.goto('/register');
    await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible();
  });
});

test.describe('logging out', () => {
  test('is confirmed on the start page and clears the customer’s data', async ({ page, customer }) => {
    await openLive(page, '/dashboard');
    await expect(page.getByRole('heading', { level: 1, name: `Welcome back, ${customer.firstName}` })).toBeVisible();
    await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
    await expectToast(page, 'Logged out successfully', 'You have been logged out.');
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
    await page.goBack();
    await expect(page.getByText(customer.firstName)).toHaveCount(0);
  });

  test('that fails on the server is reported; the customer’s data on the device is cleared all the same', {
    tag: '@long',
  }, async ({ page, customer, watch }) => {
    await page.goto('/dashboard');
    await page.evaluate(() => localStorage.setItem('payment_reference', 'P1'));
    watch.expectRefusal({ status: 503, path: /^\/api\/logout$/ });
    await page.route('**/api/logout', (route) => route.fulfill({ status: 503, json: { success: false } }));
    const warned = page.waitForEvent('console', (message) => message.text().startsWith('Logout failed'));
    watch.expectWarning(/^Logout failed/);
    await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
    await warned;
    await expectFailure(page, 'Logout failed', 'Your session could not be ended. Please try again.');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(customer.firstName);
    expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('payment_reference');
  });

  test('because the session has expired leads to sign in at the next call, and back after it', async ({
    page,
    context,
    portal,
    customer,
    newDevice,
    watch,
  }) => {
    // A network without sockets.
    await page.routeWebSocket('**/ws/live', () => undefined);
    const lateCalls = ['/api/user/notices/unread', '/api/chat/active'].map((path) =>
      page.waitForResponse((response) => response.url().endsWith(path)),
    );
    await page.clock.install();
    await page.goto('/profile');
    await expect(page.getByRole('heading', { level: 1, name: 'Account Settings' })).toBeVisible();
    await Promise.all(lateCalls);
    const elsewhere = await newDevice();
    await elsewhere.addCookies(await context.cookies());
    await elsewhere.request.post(`${portal.origin}/api/logout`);

    watch.expectRefusal({ status: 401, path: /^\/api\/(user|chat)/ });
    // Shorter than the silence after which a page reconnects and refetches.
    await page.clock.pauseAt(Date.now() + 20_000);
    await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click();
    // While the clock is stopped, zero-delay timers do not run either.
    await expect(async () => {
      await page.clock.runFor(2);
      await expect(toastOf(page)).toBeVisible({ timeout: 500 });
    }).toPass();
    await expectFailure(page, 'Unauthorized', 'You are logged out. Redirecting to login...');
    await page.clock.runFor(400);
    await expect(page).toHaveURL('/dashboard');
    await page.clock.runFor(100);
    await page.waitForURL('/login?next=%2Fdashboard');
    await page.clock.resume();
    await fill(page, customer);
    await submit(page);
    await page.waitForURL('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(customer.firstName);
  });

  test('a signed-out visitor of the dashboard is told to sign in, and led in', async ({
    page,
    portal,
    newDevice,
    watch,
  }) => {
    const person = newPerson();
    await registerPerson(await newDevice(), portal.origin, person);
    watch.expectRefusal({ status: 404, path: /^\/dashboard$/ });
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
    await fill(page, person);
    await submit(page);
    await page.waitForURL('/dashboard');
  });

  test('a sign-in or logout in one tab automatically applies to the other tabs', { tag: '@long' }, async ({
    page,
    context,
    portal,
    watch,
  }) => {
    const person = newPerson();
    await registerPerson(context, portal.origin, person);
    const connected = page.waitForEvent('websocket');
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(person.firstName);
    await connected;
    const other = await context.newPage();
    await other.goto('/about');
    watch.expectRefusal({ status: 401, path: /^\/api\// });
    watch.expectWarning(/^WebSocket connection/);
    await other.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
    await expectToast(other, 'Logged out successfully');
    await expectFailure(page, 'Unauthorized');
    await page.waitForURL(/\/login/);
    await signIn(context, portal.origin, person);
    await page.reload();
    await page.waitForURL('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(person.firstName);
    await page.goto('/login');
    await expect(page.getByText(`You are signed in as ${person.email}`)).toBeVisible();
  });
});

async function fill(
  page: Page,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}
