import { formatAccountNumber } from '@portal/kernel/account-number';
import { expectToast } from '../fixtures/browser/toast.ts';
import { newPerson, registerPerson } from '../fixtures/customers/customer.ts';
import { fillRegistration } from '../fixtures/customers/registration-form.ts';
import { waitForLink } from '../fixtures/portal/outbox.ts';
import { expect, test } from '../fixtures/test.ts';

test('a person is invited by mail, registers, joins the account for its bills, becomes an owner, and leaves', {
  tag: '@long',
}, async ({ page: hers, portal, newDevice }) => {
  const [ada, bola] = [newPerson('Ada'), newPerson('Bola')];
  const device = await newDevice();
  await registerPerson(device, portal.origin, ada);
  const page = await device.newPage();
  const { accountNumber } = await (await device.request.get(`${portal.origin}/api/user/account`)).json();

  await page.goto('/profile?tab=account');
  const shown = formatAccountNumber(accountNumber);
  await expect(page.getByText(shown)).toBeVisible();
  await page.getByLabel('Email').fill(bola.email);
  await page.getByRole('button', { name: 'Send the invitation' }).click();
  await expectToast(page, 'Invitation sent');
  await expect(page.getByRole('button', { name: `Withdraw the invitation to ${bola.email}` })).toBeVisible();

  await hers.goto(await waitForLink(portal.origin, bola.email, '/account-invitation'));
  await expect(hers.getByRole('heading', { level: 1, name: 'You are invited' })).toBeVisible();
  await expect(hers, 'the token is out of the address bar').toHaveURL('/account-invitation');
  await hers.reload();
  await expect(hers.getByRole('heading', { level: 1, name: 'You are invited' }), 'and is kept').toBeVisible();
  // As a tap that comes before the page's own code: the address alone leads on.
  const onward = await hers.getByRole('link', { name: 'Create Account' }).getAttribute('href');
  await hers.goto(onward ?? '');
  await expect(hers, 'nor is it in that of the next page').toHaveURL('/register?next=%2Faccount-invitation');
  await fillRegistration(hers, bola);
  await hers.getByRole('button', { name: 'Create Account' }).click();
  await hers.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(hers).toHaveURL('/dashboard');
  await expectToast(hers, 'Welcome to the account');

  await test.step('the owner sees who came, without loading the page again', async () => {
    await expect(page.getByText(bola.email, { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Open invitations' })).toHaveCount(0);
    await expect(page.getByText('You are the only owner.')).toBeVisible();
  });

  await test.step('a person for bills invites nobody, and reads whose tickets are not theirs', async () => {
    await hers.goto('/profile?tab=account');
    await expect(hers.getByRole('heading', { name: 'People' })).toBeVisible();
    await expect(hers.getByRole('heading', { name: 'Invite a person' })).toHaveCount(0);
    await expect(hers.getByRole('button', { name: /^Choose the account of/ })).toBeVisible();
    await hers.goto('/support');
    await expect(hers.getByText('Your role in this account does not show this.').first()).toBeVisible();
    await hers.goto('/plans');
    await expect(hers.getByText('Only an owner of this account can choose a plan.')).toBeVisible();
  });

  await page.getByLabel(/^What .*Bola.* may do$/).selectOption({ label: 'Owner' });
  await expectToast(page, 'Role changed');

  await hers.goto('/profile?tab=account');
  const otherTab = await hers.context().newPage();
  await otherTab.goto('/profile?tab=account');
  const adasNumber = otherTab.getByRole('region', { name: 'Account number' }).getByText(shown);
  await expect(adasNumber).toBeVisible();
  await hers.getByRole('button', { name: 'Leave', exact: true }).click();
  await hers.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(hers).toHaveURL('/dashboard');
  await expectToast(hers, 'You have left the account');
  await expect(adasNumber, 'another tab shows the account that it acts for').toHaveCount(0);
  await expect(page.getByText(bola.email, { exact: true })).toHaveCount(0);
});
