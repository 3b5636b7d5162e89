import { waitForHydration } from '../../fixtures/browser/hydration.ts';
import { openLive } from '../../fixtures/browser/open-live.ts';
import { removePreloadedQueries } from '../../fixtures/browser/preloaded-queries.ts';
import { expectFailure, expectToast, toastOf } from '../../fixtures/browser/toast.ts';
import { newPerson, registerPerson } from '../../fixtures/customers/customer.ts';
import { decideAndVanish, openCheckout } from '../../fixtures/customers/hosted-checkout.ts';
import { expect, type Page, test } from '../../fixtures/test.ts';

const OFFLINE = 'You are offline. What you see may be out of date.';
const BUSY = { status: 503, json: { success: false, message: 'The service is busy.' } };

test.describe('without a connection', () => {
  test('a banner is shown while it lasts, and no input is lost', async ({ paymentScreen: page, context, watch }) => {
    watch.expectLostRequests();
    await page.getByLabel('Email').fill('accounts@example.com');
    await page.getByLabel('Payment gateway').selectOption('paystack');
    await context.setOffline(true);
    await expect(page.getByText(OFFLINE)).toBeVisible();
    await expect(page.getByText('You can pay once you are connected again.')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Pay ₦/ })).toBeDisabled();

    await context.setOffline(false);
    await expect(page.getByText(OFFLINE)).toBeHidden();
    await expect(page.getByLabel('Email')).toHaveValue('accounts@example.com');
    await expect(page.getByLabel('Payment gateway')).toHaveValue('paystack');
    await expect(page.getByRole('button', { name: /^Pay ₦/ })).toBeEnabled();
  });

  test('a payment that cannot be verified now is not reported as lost, and is verified afterwards', {
    tag: '@long',
  }, async ({ paymentScreen: page, context, watch }) => {
    const checkout = await openCheckout(page, 'paystack');
    await decideAndVanish(checkout, 'Approve', [checkout]);
    watch.expectLostRequests();
    await context.setOffline(true);
    const verify = page.getByRole('button', { name: 'Verify Payment' });
    await verify.click();
    await expectFailure(
      page,
      'Payment Verification Failed',
      'We could not check it just now. Your payment is not lost: verify again in a moment.',
    );
    await context.setOffline(false);
    await verify.click();
    await expectToast(page, 'Payment Successful', '₦20,000 received.');
  });

  test('signing in says that the server could not be reached, and works afterwards with what was typed', {
    tag: '@long',
  }, async ({ page, context, portal, watch, newDevice }) => {
    const person = newPerson();
    await registerPerson(await newDevice(), portal.origin, person);
    await page.goto('/login');
    await page.getByLabel('Email Address').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    watch.expectLostRequests();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page.getByText('We could not reach the server. Check your connection and try again.')).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expectToast(page, 'Login successful');
  });

  test('a plan that could not be chosen is reported, and can be chosen again', { tag: '@long' }, async ({
    page,
    context,
    customer: _customer,
    watch,
  }) => {
    await page.goto('/plans');
    await choose(page);
    watch.expectLostRequests();
    await context.setOffline(true);
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm plan' }).click();
    await expectFailure(
      page,
      'Subscription Failed',
      'We could not reach the server. Check your connection and try again.',
    );
    await context.setOffline(false);
    await choose(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm plan' }).click();
    await expectToast(page, 'Plan Selected Successfully!');
  });

  test('a page that cannot be loaded shows that under the navigation, and opens automatically once the connection is back', async ({
    page,
    context,
    watch,
  }) => {
    await page.goto('/');
    watch.expectLostRequests();
    watch.expectWarning(/Failed to fetch dynamically imported module|Importing a module script failed/);
    await context.setOffline(true);
    const bar = page.getByRole('navigation', { name: 'Main', exact: true });
    await bar.getByRole('link', { name: 'Support' }).click();
    await expect(page.getByText('This page could not be shown')).toBeVisible();
    await expect(bar).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1, name: '24/7 Customer Support' })).toBeVisible();
  });
});

test.describe('while the server does not answer', () => {
  test('plans are shown from the built-in list, marked as possibly out of date, and load on Retry', async ({
    page,
    watch,
  }) => {
    watch.expectRefusal({ status: 503, path: /^\/api\/service-plans$/ });
    await page.route('**/api/service-plans', (route) => route.fulfill(BUSY));
    // The page as the server renders it contains the plans.
    await page.goto('/about');
    await waitForHydration(page);
    await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Plans' }).click();
    await expect(page.getByText('503: The service is busy.')).toBeVisible();
    const plan = page.getByRole('article', { name: 'Home 50 Mbps' });
    await expect(plan).toContainText('₦35,000');
    await expect(plan.getByRole('button', { name: 'Choose plan' })).toBeDisabled();
    await page.unroute('**/api/service-plans');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(plan.getByRole('link', { name: 'Choose plan' })).toBeVisible();
  });

  test('the payment screen keeps the input when the refetch after a lost connection fails', { tag: '@long' }, async ({
    page,
    context,
    chooser: _chooser,
    watch,
  }) => {
    watch.expectLostRequests();
    watch.expectRefusal({ status: 503, path: /^\/api\/(plans|user\/subscription|user\/payment-quote)$/ });
    await openLive(page, '/payment');
    await page.getByLabel('Email').fill('accounts@example.com');
    await page.getByLabel('Payment gateway').selectOption('paystack');
    await context.setOffline(true);
    const refused = ['/api/plans', '/api/user/subscription', '/api/user/payment-quote'].map(async (path) => {
      await page.route(`**${path}*`, (route) => route.fulfill(BUSY));
      const answer = await page.waitForResponse((response) => new URL(response.url()).pathname === path);
      await answer.finished();
    });
    await context.setOffline(false);
    await Promise.all(refused);
    await expect(page.getByText(OFFLINE)).toBeHidden();
    await expect(page.getByLabel('Email')).toHaveValue('accounts@example.com');
    await expect(page.getByLabel('Payment gateway')).toHaveValue('paystack');
    await expect(page.getByRole('button', { name: 'Pay ₦20,000' })).toBeEnabled();
  });

  test('a verified payment stays received when the subscription cannot be loaded afterwards', { tag: '@long' }, async ({
    paymentScreen: page,
    watch,
  }) => {
    const checkout = await openCheckout(page, 'paystack');
    await decideAndVanish(checkout, 'Approve', [checkout]);
    watch.expectRefusal({ status: 503, path: /^\/api\/user\/subscription$/ });
    await page.route('**/api/user/subscription', (route) => route.fulfill(BUSY));
    const refused = page.waitForResponse('**/api/user/subscription');
    await page.getByRole('button', { name: 'Verify Payment' }).click();
    await (await refused).finished();
    await expectToast(page, 'Payment Successful', '₦20,000 received.');
    await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible();
    await expect(page.getByText('We could not load your plan')).toHaveCount(0);
  });

  for (const { what, start, link, call, failed, back } of [
    {
      what: 'the plans',
      start: '/about',
      link: 'Plans',
      call: '/api/service-plans',
      failed: 'We could not load the current plans',
      back: (page: Page) =>
        page.getByRole('article', { name: 'Home 50 Mbps' }).getByRole('button', { name: 'Choose plan' }),
    },
    {
      what: 'the network status',
      start: '/',
      link: null,
      call: '/api/network/status',
      failed: 'The network status could not be loaded.',
      back: (page: Page) => page.getByText('Excellent', { exact: true }),
    },
    {
      what: 'the gateways',
      start: '/payment',
      link: null,
      call: '/api/payment/gateways',
      failed: 'The payment gateways could not be loaded.',
      back: (page: Page) => page.getByLabel('Payment gateway'),
    },
  ]) {
    test(`${what} that could not be loaded load automatically when a lost connection is back`, {
      tag: what === 'the plans' ? [] : '@long',
    }, async ({ page, context, chooser: _chooser, watch }) => {
      watch.expectLostRequests();
      watch.expectRefusal({ status: 503, path: new RegExp(`^${call}$`) });
      if (start === '/') await context.clearCookies();
      await page.route(`**${call}`, (route) => route.fulfill(BUSY));
      await page.goto(start);
      await waitForHydration(page);
      const main = page.getByRole('navigation', { name: 'Main', exact: true });
      if (link) await main.getByRole('link', { name: link }).click();
      else if (start === '/') await page.getByRole('heading', { name: 'Network Status' }).scrollIntoViewIfNeeded();
      await expect(page.getByText(failed)).toBeVisible();
      await context.setOffline(true);
      await expect(page.getByText(OFFLINE)).toBeVisible();
      await page.unroute(`**${call}`);
      await context.setOffline(false);
      await expect(back(page)).toBeVisible();
      await expect(page.getByText(failed)).toHaveCount(0);
    });
  }

  test('the dashboard shows what it could not load and loads it on Retry', async ({
    page,
    customer: _customer,
    watch,
  }) => {
    watch.expectRefusal({ status: 503, path: /^\/api\/user\/(subscription|payments)$/ });
    const calls = /\/api\/user\/(subscription|payments)/;
    await removePreloadedQueries(page);
    await page.route(calls, (route) => route.fulfill({ status: 503, json: { success: false, message: 'Busy.' } }));
    await page.goto('/dashboard?tab=subscription');
    await expect(page.getByText('We could not load your subscription')).toBeVisible();
    await expect(page.getByText('We could not load your payments')).toBeVisible();
    await page.unroute(calls);
    for (let left = 2; left > 0; left--) {
      await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(left);
      await page.getByRole('button', { name: 'Retry' }).first().click();
    }
    await expect(page.getByText('No Active Subscription')).toBeVisible();
    await expect(page.getByText('No payments yet')).toBeVisible();
  });

  test('a gateway that does not answer costs the customer nothing, and another one can be used', {
    tag: '@long',
  }, async ({ paymentScreen: page, portal, watch }) => {
    await portal.sandbox.addFault({ gateway: 'quickteller', operation: 'initialize', mode: 'error', times: 1 });
    watch.expectRefusal({ status: 503, path: /\/initialize$/ });
    await page.getByLabel('Payment gateway').selectOption('quickteller');
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: /^Pay ₦/ }).click();
    await expectFailure(
      page,
      'Payment Failed',
      'The payment gateway did not answer. You have not been charged. Try again, or choose another gateway.',
    );
    const popup = await opened;
    if (!popup.isClosed()) await popup.waitForEvent('close');
    await expect(toastOf(page)).toHaveCount(1);
    const checkout = await openCheckout(page, 'paystack');
    await decideAndVanish(checkout, 'Approve', [checkout]);
    await page.getByRole('button', { name: 'Verify Payment' }).click();
    await expectToast(page, 'Payment Successful', '₦20,000 received.');
  });
});

async function choose(page: Page): Promise<void> {
  await page.getByRole('article', { name: 'Home 10 Mbps' }).getByRole('button', { name: 'Choose plan' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}
