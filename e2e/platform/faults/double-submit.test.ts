import { randomInt } from 'node:crypto';
import { submitTwice } from '../../fixtures/browser/double-submit.ts';
import { openLive } from '../../fixtures/browser/open-live.ts';
import { expectToast } from '../../fixtures/browser/toast.ts';
import { newPerson } from '../../fixtures/customers/customer.ts';
import { fillRegistration } from '../../fixtures/customers/registration-form.ts';
import { waitForCode, waitForLink } from '../../fixtures/portal/outbox.ts';
import { expect, type Page, test } from '../../fixtures/test.ts';

const NEW_PASSWORD = 'harmattan morning, brass bell';

test.describe('a double tap', () => {
  test('opens one account, and signs in once', { tag: '@long' }, async ({ page }) => {
    const person = newPerson();
    const calls = callsOf(page);
    await page.goto('/register');
    await fillRegistration(page, person);
    await twice(page, 'Create Account');
    await expectToast(page, 'Registration successful');
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome back, Ngozi' })).toBeVisible();
    await page.goto('/login');
    await page.getByLabel('Email Address').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await twice(page, 'Sign In');
    await expectToast(page, 'Login successful');
    expect(calls()).toEqual(['POST /api/register', 'POST /api/login']);
  });

  test('changes the details and the password of an account once', { tag: '@long' }, async ({ page, customer }) => {
    const calls = callsOf(page);
    await page.goto('/profile');
    await page.getByLabel('First Name').fill('Chinwe');
    await twice(page, 'Update Profile');
    await expectToast(page, 'Profile updated');
    // A connection that still opens while the old session ends would be refused, and opened again.
    await openLive(page, '/profile?tab=security');
    await page.getByLabel('Current Password').fill(customer.password);
    await page.getByLabel('New Password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel('Confirm New Password').fill(NEW_PASSWORD);
    await twice(page, 'Change Password');
    await expectToast(page, 'Password changed');
    await expect(page.getByText('Current password is incorrect')).toHaveCount(0);
    expect(calls()).toEqual(['PUT /api/user/profile', 'POST /api/user/change-password']);
  });

  test('requests one link, and sets the new password once', { tag: '@long' }, async ({ page, portal, customer }) => {
    const calls = callsOf(page);
    await page.goto('/forgot-password');
    await page.getByLabel('Email Address').fill(customer.email);
    await twice(page, 'Send the link');
    await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
    await page.goto(await waitForLink(portal.origin, customer.email, '/reset-password'));
    await page.getByLabel('New Password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel('Confirm New Password').fill(NEW_PASSWORD);
    await twice(page, 'Change Password');
    await expectToast(page, 'Password changed', 'Sign in with your new password.');
    expect(calls()).toEqual(['POST /api/password-reset/request', 'POST /api/password-reset/confirm']);
  });

  test('sends one code, and enters it once', { tag: '@long' }, async ({ page, portal, customer: _customer }) => {
    const number = `+234803${String(randomInt(10_000_000)).padStart(7, '0')}`;
    const calls = callsOf(page);
    await page.goto('/profile');
    await page.getByLabel('Phone Number').fill(number);
    await twice(page, 'Send Code');
    await page.getByLabel('Verification code').fill(await waitForCode(portal.origin, number));
    await twice(page, 'Verify');
    await expectToast(page, 'Phone Verified Successfully');
    expect(calls()).toEqual(['POST /api/sms/send-otp', 'POST /api/sms/verify-otp']);
  });

  test('sends one request to sales', { tag: '@long' }, async ({ page }) => {
    const calls = callsOf(page);
    await page.goto('/plans');
    await page.getByRole('button', { name: 'Get a quote' }).click();
    await page.getByLabel('Name').fill('Bola Ade');
    await page.getByLabel('Email').fill('bola@company.example');
    await page.getByLabel('What do you need?').fill('A line for forty desks');
    await twice(page, 'Send request');
    await expect(page.getByRole('dialog', { name: 'Request sent' })).toBeVisible();
    expect(calls()).toEqual(['POST /api/sales-requests']);
  });

  test('pauses a subscription, cancels it and saves the name on its bills once', async ({
    page,
    subscriber: _subscriber,
  }) => {
    await page.goto('/profile?tab=billing');
    const calls = callsOf(page);
    await page.getByLabel('Company name').fill('Ada Foods Ltd');
    await twice(page, 'Save details');
    await expectToast(page, 'Billing details saved');
    await page.goto('/dashboard?tab=subscription');
    await page.getByRole('button', { name: 'Pause my line' }).click();
    await page.getByLabel('For how many days?').fill('14');
    await submitTwice(page.getByRole('dialog').getByRole('button', { name: 'Pause my line' }));
    await expectToast(page, 'Paused');
    await page.getByRole('button', { name: 'Come back now' }).click();
    await expectToast(page, 'Welcome back');
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await page.getByLabel('Why are you leaving?').fill('We are moving to Enugu');
    await submitTwice(page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }));
    await expect(page.getByText('Your reason: We are moving to Enugu')).toBeVisible();
    expect(calls().filter((call) => !/^DELETE|notices/.test(call))).toEqual([
      'PUT /api/user/billing-details',
      'POST /api/user/subscription/pause',
      'POST /api/user/subscription/cancellation',
    ]);
  });
});

/** The requests for changes that the page has sent so far. */
function callsOf(page: Page): () => readonly string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') calls.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return () => calls;
}

async function twice(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  await expect(button).toBeEnabled();
  await submitTwice(button);
}
