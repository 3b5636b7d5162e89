import { expectFailure, expectToast, toastOf } from '../fixtures/browser/toast.ts';
import { accountOf, choosePlan, newPerson, registerPerson } from '../fixtures/customers/customer.ts';
import { decideAndVanish, decisionButton, openCheckout } from '../fixtures/customers/hosted-checkout.ts';
import { fillRegistration } from '../fixtures/customers/registration-form.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

const NOT_RECEIVED = 'No payment received';

test.describe('the payer’s decision', () => {
  test('a declined payment is shown as failed, and can be paid again under a new reference', async ({
    paymentScreen: page,
    portal,
    chooser,
  }) => {
    await decide(await openCheckout(page, 'paystack'), 'Decline');
    await expectFailure(
      page,
      'Payment Verification Failed',
      'Paystack reports that this payment did not go through. You can try again.',
    );
    await expect(page.getByText(NOT_RECEIVED)).toBeVisible();

    await decide(await openCheckout(page, 'paystack'), 'Approve');
    await expectToast(page, 'Payment Successful', '₦20,000 received.');
    const [first, second] = await portal.sandbox.ordersOf(chooser.email);
    expect([first?.status, second?.status]).toEqual(['failed', 'success']);
    expect(first?.reference).not.toBe(second?.reference);
  });

  test('while the portal cannot save, the customer reads that the payment is being saved, never that it failed', {
    tag: '@long',
  }, async ({ paymentScreen: page, watch }) => {
    const json = { success: false, code: 'service.unavailable', message: 'The service is busy.' };
    watch.expectRefusal({ status: 503, path: /^\/api\/payment\// });
    await page.route(/\/api\/payment\/(paystack\/initialize|verify)$/, (route) => route.fulfill({ status: 503, json }));
    const saving = page.getByRole('button', { name: 'We are saving your payment...' });
    await page.getByLabel('Payment gateway').selectOption('paystack');
    const popup = page.waitForEvent('popup');
    await page.getByRole('button', { name: /^Pay ₦/ }).click();
    await expect(saving).toBeVisible();
    await page.unrouteAll();
    const checkout = await popup;
    await expect(decisionButton(checkout, 'Approve')).toBeVisible();
    await page.route('**/api/payment/verify', (route) => route.fulfill({ status: 503, json }), { times: 1 });
    await decide(checkout, 'Approve');
    await expect(saving).toBeVisible();
    await expectToast(page, 'Payment Successful', '₦20,000 received.');
    await expect(toastOf(page).filter({ hasText: 'Failed' })).toHaveCount(0);
  });

  test('a card that Flutterwave declines and then accepts is one payment, and it succeeds', { tag: '@long' }, async ({
    paymentScreen: page,
    portal,
    chooser,
  }) => {
    const checkout = await openCheckout(page, 'flutterwave');
    await decideAndVanish(checkout, 'Decline', [checkout]);
    await verify(page);
    await expectFailure(page, 'Payment Verification Failed');
    const [order] = await portal.sandbox.ordersOf(chooser.email);
    await portal.sandbox.decide(order?.reference ?? '', 'approve');
    await verify(page);
    await expectToast(page, 'Payment Successful', '₦20,000 received.');
    expect(await portal.sandbox.ordersOf(chooser.email)).toHaveLength(1);
  });

  test('a customer who leaves Paystack’s page without paying may return to it, and is not charged', {
    tag: '@long',
  }, async ({ paymentScreen: page, portal, account, chooser }) => {
    await decide(await openCheckout(page, 'paystack'), 'Abandon');
    await expect(page.getByRole('status').filter({ hasText: 'Waiting for confirmation' })).toBeVisible();
    expect((await account.subscription())?.status).toBe('pending');
    await decide(await openCheckout(page, 'paystack'), 'Approve');
    await expectToast(page, 'Payment Successful', '₦20,000 received.');
    expect(await portal.sandbox.ordersOf(chooser.email)).toHaveLength(1);
  });

  test('a customer who leaves Quickteller’s page, where that is final, is notified and can pay elsewhere', {
    tag: '@long',
  }, async ({ paymentScreen: page, account }) => {
    await decide(await openCheckout(page, 'quickteller'), 'Abandon');
    await expectFailure(
      page,
      'Payment Verification Failed',
      'Quickteller reports that this payment did not go through. You can try again.',
    );
    expect((await account.subscription())?.status).toBe('pending');
    await decide(await openCheckout(page, 'paystack'), 'Approve');
    await expectToast(page, 'Payment Successful', '₦20,000 received.');
    expect((await account.payments()).map(({ gateway, status }) => `${gateway} ${status}`)).toEqual([
      'paystack successful',
      'quickteller failed',
    ]);
  });

  test('a pending payment is shown as waiting, then as received, without another click', async ({
    paymentScreen: page,
    portal,
    account,
    chooser,
  }) => {
    await page.clock.install();
    await decide(await openCheckout(page, 'paystack'), 'Abandon');
    await expect(page.getByRole('status').filter({ hasText: 'Waiting for confirmation' })).toBeVisible();
    expect((await account.subscription())?.status).toBe('pending');
    const [order] = await portal.sandbox.ordersOf(chooser.email);
    await portal.sandbox.decide(order?.reference ?? '', 'approve');
    // The page polls by itself.
    await page.clock.fastForward(5000);
    await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible();
    await expectToast(page, 'Payment Successful', '₦20,000 received.');
  });

  test('a bank transfer that takes ten seconds shows as waiting, then as received, without another click', {
    tag: '@long',
  }, async ({ paymentScreen: page }) => {
    await decide(await openCheckout(page, 'paystack'), 'Delayed bank transfer');
    const notice = page.getByRole('status').filter({ hasText: 'Waiting for confirmation' });
    await expect(notice).toContainText('there is no need to pay again');
    await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible({ timeout: 25_000 });
    await expectToast(page, 'Payment Successful', '₦20,000 received.');
  });
});

test.describe('the window of the gateway', () => {
  test('a browser that blocks popups opens the gateway’s page in the same tab and returns verified', async ({
    paymentScreen: page,
  }) => {
    await page.evaluate(() => {
      window.open = () => null;
    });
    await page.getByLabel('Payment gateway').selectOption('flutterwave');
    await page.getByRole('button', { name: /^Pay ₦/ }).click();
    await page.waitForURL('**/sandbox/flutterwave/checkout/**');
    await decisionButton(page, 'Approve').click();
    await page.waitForURL('/payment');
    await expectToast(page, 'Payment Successful', '₦20,000 received.');
    await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible();
  });

  test('a double click on Pay opens one payment', async ({ paymentScreen: page, portal, chooser }) => {
    await page.getByLabel('Payment gateway').selectOption('paystack');
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: /^Pay ₦/ }).dblclick();
    const checkout = await opened;
    await checkout.waitForURL('**/sandbox/**/checkout/**');
    expect(page.context().pages()).toHaveLength(2);
    const [order, ...others] = await portal.sandbox.ordersOf(chooser.email);
    expect(others).toEqual([]);
    expect(await portal.sandbox.callsAbout(order?.reference ?? '')).toHaveLength(1);
  });

  test('two tabs that pay for the same month are led to the same payment', { tag: '@long' }, async ({
    page,
    context,
    portal,
    chooser,
  }) => {
    const other = await context.newPage();
    for (const tab of [page, other]) await tab.goto('/payment');
    const pages = await Promise.all([page, other].map((tab) => openCheckout(tab, 'quickteller')));
    const [first, second] = pages.map((checkout) => checkout.url());
    expect(first).toBe(second);
    expect(await portal.sandbox.ordersOf(chooser.email)).toHaveLength(1);
  });
});

test.describe('a returning customer', () => {
  test('finds the unfinished payment, resumes it and pays', async ({
    paymentScreen: page,
    context,
    portal,
    chooser,
  }) => {
    const abandoned = await openCheckout(page, 'flutterwave');
    await abandoned.close();
    await page.close();

    const later = await context.newPage();
    await later.goto('/payment');
    const notice = later.getByRole('status').filter({ hasText: 'You have an unfinished payment' });
    const [order] = await portal.sandbox.ordersOf(chooser.email);
    await expect(notice).toContainText(`₦20,000, reference ${order?.reference}`);
    const opened = later.waitForEvent('popup');
    await notice.getByRole('button', { name: 'Resume' }).click();
    const checkout = await opened;
    await checkout.waitForURL(order?.checkoutUrl ?? '');
    await decide(checkout, 'Approve');
    await expectToast(later, 'Payment Successful', '₦20,000 received.');
    expect(await portal.sandbox.ordersOf(chooser.email)).toHaveLength(1);
  });

  test('finds it on another device too, and a payment made meanwhile is verified there', { tag: '@long' }, async ({
    paymentScreen: page,
    portal,
    chooser,
    newDevice,
  }) => {
    const checkout = await openCheckout(page, 'paystack');
    const [order] = await portal.sandbox.ordersOf(chooser.email);
    const reference = order?.reference ?? '';
    await portal.sandbox.addFault({ gateway: 'paystack', operation: 'webhook', mode: 'lose', times: 2, reference });
    await decideAndVanish(checkout, 'Approve', [checkout, page]);

    const phone = await newDevice();
    const login = await phone.newPage();
    await login.goto('/login?next=/payment');
    await login.getByLabel('Email Address').fill(chooser.email);
    await login.getByLabel('Password', { exact: true }).fill(chooser.password);
    await login.getByRole('button', { name: 'Sign In', exact: true }).click();
    await login.waitForURL('/payment');
    await login.getByRole('button', { name: 'Verify now' }).click();
    await expectToast(login, 'Payment Successful', '₦20,000 received.');
  });

  test('can click Verify before the list of payments has loaded, and the payment is found', { tag: '@long' }, async ({
    page,
    account,
    chooser,
    portal,
  }) => {
    const reference = await account.openPayment('Home 20 Mbps', chooser.email);
    await portal.sandbox.addFault({ gateway: 'paystack', operation: 'webhook', mode: 'lose', times: 2, reference });
    await portal.sandbox.decide(reference, 'approve');
    const { promise: pressed, resolve: letGo } = Promise.withResolvers<void>();
    await page.route(/\/api\/user\/payments/, async (route) => {
      await pressed;
      await route.fallback();
    });
    await page.goto('/payment');
    await verify(page);
    letGo();
    await expectToast(page, 'Payment Successful', '₦20,000 received.');
  });

  test('without any payment is told that there is none to verify', async ({ paymentScreen: page }) => {
    await verify(page);
    await expectFailure(page, 'No Payment to Verify', 'No pending payment found');
    await expect(toastOf(page)).toHaveCount(1);
  });
});

test.describe('the amount due', () => {
  test('a price that changed meanwhile is shown before anything is paid', async ({
    page,
    context,
    portal,
    watch,
    customer,
  }) => {
    const plan = 'SME 40 Mbps';
    await choosePlan(context, portal.origin, plan);
    await page.goto('/payment');
    await expect(page.getByRole('button', { name: 'Pay ₦65,000' })).toBeVisible();
    await page.getByLabel('Payment gateway').selectOption('paystack');
    await portal.setPrice(plan, 66_500);

    watch.expectRefusal({ status: 409, path: /\/initialize$/ });
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Pay ₦65,000' }).click();
    await expect(page.getByText('The amount due is now ₦66,500. Check it above, then pay.')).toBeVisible();
    const popup = await opened;
    if (!popup.isClosed()) await popup.waitForEvent('close');
    expect(await portal.sandbox.ordersOf(customer.email)).toEqual([]);

    await decide(await openCheckout(page, 'paystack'), 'Approve');
    await expectToast(page, 'Payment Successful', '₦66,500 received.');
    await portal.setPrice(plan, 65_000);
  });

  test('a referred friend pays 20% less, and the referrer then has ₦2,000', { tag: '@long' }, async ({
    page,
    portal,
    account,
    newDevice,
  }) => {
    const home = await newDevice();
    const referrer = await registerPerson(home, portal.origin, { ...newPerson('Ibrahim'), lastName: 'Bello' });
    const code = await portal.referralCodeOf(referrer.email);
    const friend = newPerson('Ada');
    await page.goto(`/register?ref=${code}&next=/plans`);
    await expect(
      page.getByText(`Referral code ${code}: when it is valid, your first month costs 20% less.`),
    ).toBeVisible();
    await fillRegistration(page, friend);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await page.waitForURL('/plans');
    await choosePlan(page.context(), portal.origin, 'Home 20 Mbps');
    await page.goto('/payment');
    const lines = page.getByRole('region', { name: 'Payment' }).getByRole('definition');
    await expect(lines).toHaveText(['₦20,000', '-₦4,000']);
    await decide(await openCheckout(page, 'quickteller'), 'Approve');
    await expectToast(page, 'Payment Successful', '₦16,000 received.');
    expect((await account.quote('Home 20 Mbps')).total).toBe(20_000);
    expect((await accountOf(home, portal.origin).quote('Home 20 Mbps')).lines).toContainEqual({
      label: 'Account credit',
      amount: -2000,
    });
  });
});

/** The payer decides, and the gateway's page redirects its window back, which then closes. */
async function decide(checkout: Page, decision: Parameters<typeof decisionButton>[1]): Promise<void> {
  const closed = checkout.waitForEvent('close');
  await decisionButton(checkout, decision).click();
  await closed;
}

async function verify(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Verify Payment' }).click();
}
