import type { Page } from '@playwright/test';
import { findBarriers, findOverflow } from '../fixtures/browser/accessibility.ts';
import { expectToast } from '../fixtures/browser/toast.ts';
import { DEMO_STAFF, signIn } from '../fixtures/customers/customer.ts';
import { expect, test } from '../fixtures/test.ts';

const TELEPHONE = { width: 360, height: 740 };

type Transfer = { accountNumber: string; amount: number; senderName: string; provider?: string };

/** As a bank's customer sends money. */
async function sendMoney(origin: string, transfer: Transfer): Promise<void> {
  const sent = await fetch(`${origin}/sandbox/bank/transfers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(transfer),
  });
  expect(sent.status).toBe(201);
}

async function expectNoFault(page: Page): Promise<void> {
  expect(await findOverflow(page)).toEqual([]);
  expect(await findBarriers(page)).toEqual([]);
}

test('a customer asks for numbers on a phone, somebody sends money, and the page says paid by itself', async ({
  page,
  portal,
  chooser: _chooser,
}) => {
  await page.setViewportSize(TELEPHONE);
  await page.goto('/payment');
  const main = page.getByRole('main');
  await main.getByRole('navigation', { name: 'How to pay' }).getByRole('link', { name: 'Bank transfer' }).click();
  const due = main.getByRole('region', { name: 'Due now' });
  await expect(due.getByText('If you send ₦25,000')).toBeVisible();
  await expect(due.getByText('Home 20 Mbps, one month').first()).toBeVisible();
  const numbers = main.getByRole('region', { name: 'Your own account numbers' });
  await numbers.getByRole('button', { name: 'Get my account numbers' }).click();
  await expect(numbers.getByText('Being prepared')).toBeVisible();
  await expectNoFault(page);

  // The other bank wants to know who they are, and has its number at once.
  await numbers.getByRole('button', { name: 'Add a number' }).click();
  await numbers.getByLabel('Its 11 digits').fill('2121');
  await numbers.getByRole('button', { name: 'Ask for the number' }).click();
  await expect(numbers.getByText('BVN has 11 digits')).toBeVisible();
  await numbers.getByLabel('Its 11 digits').fill('21212121212');
  await numbers.getByRole('button', { name: 'Ask for the number' }).click();
  await expect(numbers.getByText('Ready').first()).toBeVisible();
  await expectNoFault(page);

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await numbers
    .getByRole('button', { name: /^Copy the number/ })
    .first()
    .click();
  await expect(numbers.getByRole('status').filter({ hasText: /is copied\.$/ })).toBeAttached();
  const accountNumber = await page.evaluate(() => navigator.clipboard.readText());
  expect(accountNumber).toMatch(/^\d{10}$/);

  await sendMoney(portal.origin, { accountNumber, amount: 25_000, senderName: 'BISI ADE' });
  await expect(main.getByText('₦25,000 from BISI ADE has arrived.')).toBeVisible();
  await expect(due.getByText('Home 20 Mbps, one month')).toHaveCount(0);
  expect((await (await page.request.get('/api/user/subscription')).json()).status).toBe('active');
  await main.getByRole('link', { name: 'View receipt' }).click();
  await expect(main.getByText('Bank transfer')).toBeVisible();
});

test('a customer with two lines asks for a number that pays for one of them alone', async ({
  page,
  portal,
  subscriber: _subscriber,
}) => {
  await page.setViewportSize(TELEPHONE);
  const [{ planId }] = await (await page.request.get('/api/user/lines')).json();
  const headers = { origin: portal.origin };
  const added = await page.request.post('/api/user/lines', { data: { label: 'Shop', planId }, headers });
  expect(added.ok()).toBe(true);
  await page.goto('/payment?tab=transfer');
  const numbers = page.getByRole('main').getByRole('region', { name: 'Your own account numbers' });
  await numbers.getByLabel('A further number pays for').selectOption('Shop');
  await numbers.getByRole('button', { name: 'Get more account numbers' }).click();
  await expect(numbers.getByText('Pays only for Shop')).toBeVisible();
  await expectNoFault(page);
  await numbers.getByLabel('A further number pays for').selectOption('All lines');
  await expect(numbers.getByRole('button', { name: 'Get my account numbers' })).toBeVisible();
});

test('staff give money that waits to the customer whose name it has, and send other money back', async ({
  page,
  portal,
  subscriber,
}) => {
  await sendMoney(portal.origin, {
    accountNumber: '9900000001',
    amount: 7300,
    senderName: `${subscriber.firstName} ${subscriber.lastName}`,
    provider: 'monnify',
  });
  await sendMoney(portal.origin, {
    accountNumber: '9900000002',
    amount: 1250,
    senderName: 'ZUBAIRU NOBODY',
    provider: 'monnify',
  });
  await signIn(page.context(), portal.origin, DEMO_STAFF);
  await expect
    .poll(async () => (await (await page.request.get('/api/staff/unmatched-money')).json()).count)
    .toBeGreaterThanOrEqual(2);
  await page.goto('/admin/accounting');
  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'Unmatched money' }).click();
  const known = main.getByRole('article', { name: /^₦7,300 / });
  await expect(known.getByText('Nobody has the number that it was sent to.')).toBeVisible();
  await expectNoFault(page);
  await known.getByRole('button', { name: 'Another customer' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Find a customer').fill(subscriber.email);
  await dialog.getByRole('button', { name: new RegExp(subscriber.email) }).click();
  await dialog.getByRole('button', { name: 'Give it' }).click();
  await expect(dialog.getByText('Say how you know whose it is')).toBeVisible();
  await dialog.getByLabel('Reason').fill('They called and read the transfer out');
  await dialog.getByRole('button', { name: 'Give it' }).click();
  await expectToast(page, 'Unmatched money', 'The money is booked, and the customer has a receipt.');
  await expect(known).toHaveCount(0);

  await main
    .getByRole('article', { name: '₦1,250 from ZUBAIRU NOBODY' })
    .getByRole('button', { name: 'Send back' })
    .click();
  await dialog.getByLabel('How and when it goes back').fill('By Monnify, today');
  await dialog.getByRole('button', { name: 'Record it' }).click();
  await expectToast(page, 'Unmatched money', 'It is recorded as sent back.');
  await main.getByRole('link', { name: 'Sent back' }).click();
  await expect(main.getByRole('article', { name: '₦1,250 from ZUBAIRU NOBODY' })).toBeVisible();
  await main.getByRole('link', { name: 'Settled' }).click();
  await expect(
    main
      .getByRole('article', { name: /^₦7,300 / })
      .getByRole('link', { name: /./ })
      .first(),
  ).toBeVisible();
});
