import { openLive } from '../fixtures/browser/open-live.ts';
import { expectFailure, expectToast } from '../fixtures/browser/toast.ts';
import { DEMO_CUSTOMER, newPerson, signIn } from '../fixtures/customers/customer.ts';
import { messagesTo, waitForLink } from '../fixtures/portal/outbox.ts';
import { type BrowserContext, expect, type Page, test } from '../fixtures/test.ts';

const NEW_PASSWORD = 'harmattan morning, brass bell';

test.describe('Account Settings', () => {
  test('each tab has an address of its own and is reached with the arrow keys', { tag: '@long' }, async ({
    page,
    customer: _customer,
  }) => {
    await page.goto('/profile?tab=security');
    await expect(page.getByRole('tab', { name: 'Security' })).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('tab', { name: 'Security' }).press('ArrowRight');
    await expect(page).toHaveURL('/profile?tab=notifications');
    await expect(page.getByLabel('Service Updates')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Service Updates')).toBeVisible();
    await page.goto('/profile?tab=nonsense');
    await expect(page.getByRole('tab', { name: 'Profile' })).toHaveAttribute('aria-selected', 'true');
  });
});

test.describe('the Profile tab', () => {
  test('a new name is saved without a password, and the whole portal shows it', async ({ page, customer }) => {
    await page.goto('/profile');
    await page.getByLabel('Email Address').fill('another@example.com');
    await expect(page.getByLabel('Current Password')).toBeVisible();
    await page.getByLabel('Email Address').fill(customer.email);
    await page.getByLabel('First Name').fill('Ọlámidé');
    await page.getByRole('button', { name: 'Update Profile' }).click();
    await expectToast(page, 'Profile updated');
    await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Ọlámidé');
    await page.goto('/profile');
    await expect(page.getByLabel('First Name')).toHaveValue('Ọlámidé');
  });

  test('errors are shown under their fields, and a failure of the server beside what was typed', {
    tag: '@long',
  }, async ({ page, customer, watch }) => {
    await page.goto('/profile');
    const update = page.getByRole('button', { name: 'Update Profile' });
    await test.step('every missing value is reported under its field, and the first such field has the focus', async () => {
      for (const label of ['First Name', 'Last Name']) await page.getByLabel(label).fill(' ');
      await page.getByLabel('Email Address').fill('amina@');
      await update.click();
      for (const message of [
        'First name is required',
        'Last name is required',
        'Invalid email address',
        'Current password is required',
      ]) {
        await expect(page.getByText(message)).toBeVisible();
      }
      await expect(page.getByLabel('First Name')).toBeFocused();
    });
    await test.step('an address that has an account already is refused under the field', async () => {
      await page.getByLabel('First Name').fill('Chinwe');
      await page.getByLabel('Last Name').fill(customer.lastName);
      await page.getByLabel('Email Address').fill(DEMO_CUSTOMER.email);
      await page.getByLabel('Current Password').fill(customer.password);
      watch.expectRefusal({ status: 409, path: /^\/api\/user\/profile$/ });
      await update.click();
      await expect(page.getByLabel('Email Address')).toHaveAccessibleDescription(
        'An account with this email address already exists',
      );
    });
    await test.step('a failure of the server is reported and what was typed stays', async () => {
      await page.getByLabel('Email Address').fill(customer.email);
      await page.route('**/api/user/profile', (route) => route.fulfill({ status: 503, body: '' }));
      watch.expectRefusal({ status: 503, path: /^\/api\/user\/profile$/ });
      await update.click();
      await expect(page.getByText('Failed to update profile. Please try again.')).toBeVisible();
      await expect(page.getByLabel('First Name')).toHaveValue('Chinwe');
    });
  });

  test('another email address needs the password, gets a link, and is verified with it', async ({
    page,
    portal,
    customer,
    watch,
  }) => {
    const { email } = newPerson('Ngozi-new');
    await page.goto('/profile');
    const password = page.getByLabel('Current Password');
    await expect(password).toBeHidden();
    await page.getByLabel('Email Address').fill(email);
    await expect(page.getByText('We send a link to the new address.')).toBeVisible();

    watch.expectRefusal({ status: 422, path: /^\/api\/user\/profile$/ });
    await password.fill('not my password');
    await page.getByRole('button', { name: 'Update Profile' }).click();
    await expect(page.getByText('Current password is incorrect')).toBeVisible();
    await expect(password).toBeFocused();
    await expect(page.getByLabel('Email Address')).toHaveValue(email);
    await password.fill(customer.password);
    await page.getByRole('button', { name: 'Update Profile' }).click();
    await expectToast(page, 'Profile updated', `We sent a link to ${email}. Open it to verify the address.`);
    await expect(password).toBeHidden();
    await expect(page.getByText(`Your email address ${email} is not verified yet.`)).toBeVisible();
    expect(await messagesTo(portal.origin, customer.email)).toContainEqual(
      expect.objectContaining({ subject: 'Your email address was changed' }),
    );

    await page.goto(await waitForLink(portal.origin, email, '/verify-email'));
    await expect(page, 'the token is out of the address bar').toHaveURL('/verify-email');
    await page.getByRole('button', { name: 'Verify email address' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Email address verified' })).toBeVisible();
    await page.goto('/profile');
    await expect(page.getByLabel('Email Address')).toHaveValue(email);
    await expect(page.getByText('is not verified yet')).toHaveCount(0);
  });

  test('"Send the link again" sends another link, says when it sends none, and notices when the address is verified already', {
    tag: '@long',
  }, async ({ page, portal, customer, newDevice, watch }) => {
    const first = await waitForLink(portal.origin, customer.email, '/verify-email');
    await page.goto('/profile');
    watch.expectRefusal({ status: 429, path: /^\/api\/user\/email-verification$/ });
    await page.getByRole('button', { name: 'Send the link again' }).click();
    await expectFailure(page, 'Link not sent', /^We sent a link less than a minute ago\./);

    await portal.passMailMinute();
    await page.getByRole('button', { name: 'Send the link again' }).click();
    await expectToast(page, 'Link sent', `Look into the mailbox of ${customer.email}.`);
    await expect.poll(() => waitForLink(portal.origin, customer.email, '/verify-email')).not.toBe(first);

    const phone = await (await newDevice()).newPage();
    await phone.goto(await waitForLink(portal.origin, customer.email, '/verify-email'));
    await phone.getByRole('button', { name: 'Verify email address' }).click();
    await expect(phone.getByRole('link', { name: 'Sign In' })).toBeVisible();

    watch.expectRefusal({ status: 409, path: /^\/api\/user\/email-verification$/ });
    await page.getByRole('button', { name: 'Send the link again' }).click();
    await expectFailure(page, 'Link not sent', 'Your email address is verified already.');
    await expect(page.getByText('is not verified yet')).toHaveCount(0);
  });
});

test.describe('the Security tab', () => {
  test('mistakes are reported in the words of the rules, and a failure of the server beside the passwords', {
    tag: '@long',
  }, async ({ page, customer, watch }) => {
    await page.goto('/profile?tab=security');
    const button = page.getByRole('button', { name: 'Change Password' });
    await test.step('under each field, the first of them focused', async () => {
      await button.click();
      for (const message of [
        'Current password is required',
        'Password must be at least 8 characters',
        'Password confirmation is required',
      ]) {
        await expect(page.getByText(message)).toBeVisible();
      }
      await expect(page.getByLabel('Current Password')).toBeFocused();
      await fillPasswords(page, 'not my password', NEW_PASSWORD, 'something else');
      await button.click();
      await expect(page.getByText("Passwords don't match")).toBeVisible();
    });
    await test.step('a wrong password is reported, and can then be shown', async () => {
      watch.expectRefusal({ status: 422, path: /^\/api\/user\/change-password$/ });
      await fillPasswords(page, 'not my password', NEW_PASSWORD);
      await button.click();
      await expect(page.getByText('Current password is incorrect')).toBeVisible();
      await expect(page.getByLabel('Current Password')).toBeFocused();
      await page.getByRole('button', { name: 'Show password' }).first().click();
      await expect(page.getByLabel('Current Password')).toHaveAttribute('type', 'text');
    });
    await test.step('a failure of the server is reported and the passwords stay', async () => {
      await page.route('**/api/user/change-password', (route) => route.fulfill({ status: 503, body: '' }));
      watch.expectRefusal({ status: 503, path: /^\/api\/user\/change-password$/ });
      await fillPasswords(page, customer.password, NEW_PASSWORD);
      await button.click();
      await expect(page.getByText('Failed to change password. Please try again.')).toBeVisible();
      await expect(page.getByLabel('Current Password')).toHaveValue(customer.password);
    });
  });

  test('a new password empties the form and signs every other device out', async ({
    page,
    portal,
    customer,
    newDevice,
  }) => {
    const elsewhere = await newDevice();
    await signIn(elsewhere, portal.origin, customer);
    const askedForChat = page.waitForResponse('**/api/chat/active');
    await openLive(page, '/profile?tab=security');
    await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toBeVisible();
    await askedForChat;
    await fillPasswords(page, customer.password, NEW_PASSWORD);
    await page.getByRole('button', { name: 'Change Password' }).click();
    await expectToast(page, 'Password changed');
    for (const label of ['Current Password', 'Confirm New Password'])
      await expect(page.getByLabel(label)).toHaveValue('');
    await expect(page.getByText('You are not signed in anywhere else.')).toBeVisible();
    expect(await statusOf(elsewhere, portal.origin)).toBe(401);
    await signIn(elsewhere, portal.origin, { ...customer, password: NEW_PASSWORD });
  });

  test('the devices are listed, and each can be signed out from here, or all others at once', async ({
    page,
    portal,
    customer,
    newDevice,
    watch,
  }) => {
    const others = [await newDevice(), await newDevice(), await newDevice()];
    for (const device of others) await signIn(device, portal.origin, customer);
    await page.goto('/profile?tab=security');
    const rows = page.getByRole('main').getByRole('listitem');
    await expect(rows).toHaveCount(4);
    await expect(rows.filter({ hasText: 'This device' })).toHaveCount(1);
    await expect(rows.filter({ hasText: 'This device' }).getByRole('button')).toHaveCount(0);

    await page
      .getByRole('button', { name: /^Sign out \w+ / })
      .first()
      .click();
    await expectToast(page, 'Signed out');
    await expect(rows).toHaveCount(3);
    await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeFocused();

    const signOut = page.getByRole('button', { name: /^Sign out \w+ / });
    watch.expectRefusal({ status: 404, path: /^\/api\/user\/sessions\// });
    await page.route('**/api/user/sessions/*', async (route) => {
      await route.fetch();
      await route.continue();
    });
    await signOut.first().click();
    await expect(rows).toHaveCount(2);
    await expect(page.locator('.toast').filter({ hasText: 'Not signed out' })).toHaveCount(0);
    await page.unroute('**/api/user/sessions/*');
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await expect(rows).toHaveCount(1);
    for (const device of others) expect(await statusOf(device, portal.origin)).toBe(401);
  });
});

test.describe('the Notifications tab', () => {
  test('the choices start with the defaults, are saved at once, and are there after a reload', async ({
    page,
    customer: _customer,
    watch,
  }) => {
    await page.goto('/profile?tab=notifications');
    await expect(page.getByLabel('Service Updates')).toBeChecked();
    await expect(page.getByLabel('Bill Reminders')).toBeChecked();
    await expect(page.getByLabel('Promotional Offers')).not.toBeChecked();
    await page.getByLabel('Bill Reminders').click();
    const secondSaved = page.waitForResponse((answer) => answer.request().postDataJSON()?.promotionalOffers === true);
    await page.getByLabel('Promotional Offers').click();
    await secondSaved;
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Bill Reminders')).not.toBeChecked();
    await expect(page.getByLabel('Promotional Offers')).toBeChecked();
    await expect(page.getByRole('heading', { name: 'Always sent' })).toBeVisible();
    await test.step('a choice that could not be saved is reported and reverted', async () => {
      watch.expectRefusal({ status: 503, path: /^\/api\/user\/notification-choices$/ });
      await page.route('**/api/user/notification-choices', (route) =>
        route.fulfill({ status: 503, json: { success: false, message: 'The service is busy.' } }),
      );
      await page.getByLabel('Service Updates').click();
      await expectFailure(page, 'Your choice was not saved', 'The service is busy.');
      await expect(page.getByLabel('Service Updates')).toBeChecked();
    });
  });

  test('of two quick choices only what could be saved is stored and shown', { tag: '@long' }, async ({
    page,
    customer: _customer,
    watch,
  }) => {
    const url = '**/api/user/notification-choices';
    await page.goto('/profile?tab=notifications');
    watch.expectRefusal({ status: 503, path: /^\/api\/user\/notification-choices$/ });
    const service = page.getByLabel('Service Updates');
    const offers = page.getByLabel('Promotional Offers');
    const failure = page.locator('.toast').filter({ hasText: 'Your choice was not saved' });
    for (const failures of [2, 1]) {
      await expect(service).toBeChecked();
      await expect(offers).not.toBeChecked();
      const clicked = Promise.withResolvers<void>();
      await page.route(
        url,
        async (route) => {
          await clicked.promise;
          await route.fulfill({ status: 503, body: '' });
        },
        { times: failures },
      );
      const secondAnswer = page.waitForResponse(
        (answer) => answer.request().postDataJSON()?.promotionalOffers === true,
      );
      await service.click();
      await offers.click();
      clicked.resolve();
      await secondAnswer;
      await expect(page.getByText('Saving...')).toHaveCount(0);
      await expect(failure.first()).toBeVisible();
      await expect(service).toBeChecked();
      await expect(offers).toBeChecked({ checked: failures === 1 });
    }
    await page.reload();
    await expect(service).toBeChecked();
    await expect(offers).toBeChecked();
  });
});

test.describe('the Billing tab', () => {
  test('a customer without a plan is told so, shown the way, and told when the first bill comes', {
    tag: '@long',
  }, async ({ page, customer: _customer }) => {
    await page.goto('/profile?tab=billing');
    await expect(page.getByText('No Active Subscription')).toBeVisible();
    await expect(page.getByText('No saved payment method')).toBeVisible();
    const invoices = page.getByRole('region', { name: 'Invoices', exact: true });
    await expect(invoices.getByText('No invoices yet')).toBeVisible();
    await expect(invoices).toContainText('The first comes with your first payment');
    await page.getByRole('button', { name: 'View History' }).click();
    await expect(page.getByText('No payments yet')).toBeVisible();
  });

  test('it shows plan, fee, card without its number, and the history with its receipts', async ({
    page,
    context,
    portal,
  }) => {
    await signIn(context, portal.origin, DEMO_CUSTOMER);
    await page.goto('/profile?tab=billing');
    const content = page.getByRole('tabpanel', { name: 'Billing' });
    await expect(content.getByText('Premium Fiber 100Mbps').first()).toBeVisible();
    await expect(content.getByText('₦25,000/month')).toBeVisible();
    const nextBilling = content.getByRole('term').filter({ hasText: 'Next billing' });
    await expect(nextBilling.locator('xpath=following-sibling::dd')).toHaveText(/^\d{1,2} [A-Z][a-z]+/);
    await expect(content.getByText('Visa ending 4081').first()).toBeVisible();
    const invoices = content.getByRole('region', { name: 'Invoices' });
    const history = content.getByRole('button', { name: 'View History' });
    await expect(invoices.locator('xpath=following-sibling::button')).toHaveText('View History');
    await history.click();
    await page.getByRole('row').getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible();
    await page.getByRole('link', { name: 'All payments' }).click();
    await expect(page).toHaveURL('/profile?tab=billing#bills');
    await expect(page.getByRole('row').getByRole('link').first()).toBeVisible();
    await page.getByRole('button', { name: 'Hide History' }).click();
    await expect(page.getByRole('row')).toHaveCount(0);
    await page.getByRole('link', { name: 'Update' }).click();
    await expect(page).toHaveURL('/payment');
  });
});

async function fillPasswords(page: Page, current: string, next: string, confirmed = next): Promise<void> {
  await page.getByLabel('Current Password').fill(current);
  await page.getByLabel('New Password', { exact: true }).fill(next);
  await page.getByLabel('Confirm New Password').fill(confirmed);
}

async function statusOf(device: BrowserContext, origin: string): Promise<number> {
  return (await device.request.get(`${origin}/api/user`)).status();
}
