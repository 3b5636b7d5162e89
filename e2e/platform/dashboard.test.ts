import { removePreloadedQueries } from '../fixtures/browser/preloaded-queries.ts';
import { gotoSettled } from '../fixtures/browser/requests.ts';
import { expectFailure } from '../fixtures/browser/toast.ts';
import { DEMO_CUSTOMER, signIn } from '../fixtures/customers/customer.ts';
import { answerWith } from '../fixtures/forms/form-faults.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

const TABS = ['Overview', 'Analytics', 'Subscription', 'Referrals', 'Speedtest'];
const UNAVAILABLE = { status: 503, json: { success: false, message: 'The service is busy.' } };

function tab(page: Page, name: string) {
  return page.getByRole('tab', { name, exact: true });
}

async function expectTab(page: Page, name: string): Promise<void> {
  await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true');
}

test('the tabs have addresses and are reached with the arrow keys', { tag: '@long' }, async ({
  page,
  customer: _customer,
}) => {
  await test.step('each have an address: it opens the tab, and the back button goes through them', async () => {
    for (const name of TABS) {
      await page.goto(`/dashboard?tab=${name.toLowerCase()}`);
      await expectTab(page, name);
    }
    await page.goto('/dashboard');
    await expectTab(page, 'Overview');
    await tab(page, 'Referrals').click();
    await expect(page).toHaveURL('/dashboard?tab=referrals');
    await tab(page, 'Speedtest').click();
    await expect(page).toHaveURL('/dashboard?tab=speedtest');
    await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
    await page.goBack();
    await expectTab(page, 'Referrals');
    await page.goBack();
    await expectTab(page, 'Overview');
    await expect(page).toHaveURL('/dashboard');
  });

  await test.step('they are there at / as well, and an unknown one is the overview', async () => {
    await page.goto('/?tab=analytics');
    await expectTab(page, 'Analytics');
    await tab(page, 'Overview').click();
    await expect(page).toHaveURL('/');
    await page.goto('/dashboard?tab=no-such-tab');
    await expectTab(page, 'Overview');
  });

  await test.step('they are reached by arrow keys, and on a phone the current one is in view', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/dashboard?tab=speedtest');
    await expect(tab(page, 'Speedtest')).toBeInViewport({ ratio: 1 });
    await expect(tab(page, 'Overview')).not.toBeInViewport({ ratio: 1 });
    await tab(page, 'Speedtest').press('ArrowLeft');
    await expectTab(page, 'Referrals');
    await expect(tab(page, 'Referrals')).toBeFocused();
    await page.keyboard.press('Home');
    await expectTab(page, 'Overview');
    await expect(tab(page, 'Overview')).toBeInViewport({ ratio: 1 });
  });
});

test.describe('the overview', () => {
  test('shows a customer without a line only figures marked as a sample, and the way to a plan', {
    tag: '@long',
  }, async ({ page, customer: _customer }) => {
    await page.goto('/dashboard');
    const main = page.getByRole('main');
    await expect(main.getByText('67.5', { exact: true })).toBeVisible();
    await expect(main.getByText('of 100 GB')).toBeVisible();
    await expect(main.getByText(/^50\s*Mbps$/)).toBeVisible();
    await expect(main.getByText('Test your connection to see yours.')).toBeVisible();
    await expect(main.getByText('Your data use appears here once your line is connected.')).toBeVisible();
    await expect(main.getByText('Sample', { exact: true })).toHaveCount(2);
    await expect(main.getByText('₦0', { exact: true })).toBeVisible();
    await expect(main.getByText('No activity yet')).toBeVisible();
    await expect(main.getByText('No Active Subscription')).toBeVisible();
    await main.getByRole('link', { name: 'View Plans' }).click();
    await expect(page).toHaveURL('/plans');
  });

  test('shows a customer their own figures, without the mark of a sample', async ({ page, context, portal }) => {
    await signIn(context, portal.origin, DEMO_CUSTOMER);
    await page.goto('/dashboard');
    const main = page.getByRole('main');
    const meter = main.getByRole('meter', { name: 'Data used' });
    await expect(meter).toHaveAttribute('aria-valuenow', '67.5');
    await expect(meter).toHaveAttribute('aria-valuetext', '67.5 of 100 GB, Normal');
    for (const title of ['Data Usage', 'Connection Speed', 'Referral Earnings']) {
      await expect(main.getByText(title, { exact: true })).toBeVisible();
    }
    await expect(main.getByText('32.5 GB left')).toBeVisible();
    await expect(main.getByText(/^Last test \d/)).toBeVisible();
    await expect(main.getByText('₦6,000', { exact: true })).toBeVisible();
    await expect(main.getByText('3 friends joined. 2 more for Silver.')).toBeVisible();
    await expect(main.getByText('Sample', { exact: true })).toHaveCount(0);
    await expect(main.getByRole('region', { name: 'Connection status' })).toContainText('Excellent');
    await expect(main.getByRole('region', { name: 'Account details' })).toContainText('Premium Fiber 100Mbps');
  });

  test('shows the amount of the next bill once it is known, and only the day where it could not be loaded', async ({
    page,
    subscriber: _subscriber,
    watch,
  }) => {
    const quote = '**/api/user/payment-quote?*';
    const bill = page.getByText(/^Next bill, \d/).locator('..');
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(quote, async (route) => {
      await answered;
      await route.continue();
    });
    await page.goto('/dashboard');
    await expect(bill).toHaveText(/^Next bill, \d{1,2} \w+ \d{4}$/);
    await expect(bill.locator('.skeleton')).toHaveCount(1);
    answer();
    await expect(bill).toContainText('₦20,000');
    await expect(bill.locator('.skeleton')).toHaveCount(0);

    await page.unroute(quote);
    watch.expectRefusal({ status: 503, path: /^\/api\/user\/payment-quote$/ });
    await page.route(quote, (route) => route.fulfill(UNAVAILABLE));
    await page.reload();
    await expect(bill).toHaveText(/^Next bill, \d{1,2} \w+ \d{4}$/);
    await expect(bill.locator('.skeleton')).toHaveCount(0);
  });

  test('shows no amount for the next bill that the server does not have, and loads it again on Retry', {
    tag: '@long',
  }, async ({ page, subscriber: _subscriber, watch }) => {
    const quote = '**/api/user/payment-quote?*';
    const bill = page.getByRole('heading', { level: 2, name: 'Next bill' }).locator('..');
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    watch.expectRefusal({ status: 503, path: /^\/api\/user\/payment-quote$/ });
    await page.route(quote, async (route) => {
      await answered;
      await route.fulfill(UNAVAILABLE);
    });
    await page.goto('/dashboard?tab=subscription');
    await expect(bill).toContainText(/Due on \d/);
    await expect(bill).not.toContainText('₦');
    // One for the amount, and one for the subscription that it is based on.
    await expect(bill.locator('.skeleton')).toHaveCount(2);
    answer();
    await expect(bill).toContainText('We could not work out the amount due');
    await expect(bill).not.toContainText('₦');
    await page.unroute(quote);
    await bill.getByRole('button', { name: 'Retry' }).click();
    await expect(bill).toContainText('₦20,000');
  });

  test('shows that “Add data” is loading until it has loaded', { tag: '@long' }, async ({ page, context, portal }) => {
    await signIn(context, portal.origin, DEMO_CUSTOMER);
    await gotoSettled(page, '/dashboard');
    const script = '**/assets/*.js';
    let deliver = () => {};
    const delivered = new Promise<void>((resolve) => {
      deliver = resolve;
    });
    await page.route(script, async (route) => {
      await delivered;
      await route.continue();
    });
    const addData = page.getByRole('button', { name: 'Add data' });
    await addData.click();
    await expect(addData).toHaveAttribute('aria-busy', 'true');
    deliver();
    await expect(page.getByRole('dialog', { name: 'Add data to this month' })).toBeVisible();
  });

  test('shows that no data is sold when there is no bundle', { tag: '@long' }, async ({ page, context, portal }) => {
    await signIn(context, portal.origin, DEMO_CUSTOMER);
    await page.goto('/dashboard');
    await answerWith<object>(page, /^\/api\/user\/data-bundles$/, (offer) => ({ ...offer, bundles: [] }));
    await page.getByRole('button', { name: 'Add data' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add data to this month' });
    await expect(dialog.getByText('No data bundle is on offer right now')).toBeVisible();
    await expect(dialog.getByRole('link')).toHaveCount(0);
  });

  test('links by its quick actions to the plans, the payment and the settings', { tag: '@long' }, async ({
    page,
    customer: _customer,
  }) => {
    for (const { name, path } of [
      { name: 'Add Data Bundle', path: '/plans' },
      { name: 'Make Payment', path: '/payment' },
      { name: 'Account Settings', path: '/profile' },
    ]) {
      await test.step(`“${name}” leads to ${path}`, async () => {
        await page.goto('/dashboard');
        await page.getByRole('navigation', { name: 'Quick actions' }).getByRole('link', { name }).click();
        await expect(page).toHaveURL(path);
      });
    }
  });

  test('“View Bills” switches to the subscription tab, where the bills are, and scrolls to its top', {
    tag: '@long',
  }, async ({ page, subscriber: _subscriber }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    // The page must not still be scrolling to the link when it is clicked.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/dashboard');
    const bills = page.getByRole('navigation', { name: 'Quick actions' }).getByRole('link', { name: 'View Bills' });
    await bills.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard?tab=subscription');
    await expect(tab(page, 'Subscription')).toBeFocused();
    // Not 1: an edge may be off by less than a pixel.
    await expect(tab(page, 'Subscription')).toBeInViewport({ ratio: 0.99 });
    await expect(page.getByRole('row').filter({ hasText: '₦20,000' })).toContainText('Paid');
  });

  test('lists what happened on the account, newest first: payments, tests, tickets and the plan', async ({
    page,
    context,
    portal,
    subscriber: _subscriber,
  }) => {
    const { request } = context;
    const ticket = { subject: 'Router restarts', description: 'At night.', priority: 'medium' };
    await request.post(`${portal.origin}/api/user/tickets`, { data: ticket });
    const result = { downloadSpeed: 48.6, uploadSpeed: 23.9, ping: 14 };
    await request.post(`${portal.origin}/api/user/speedtest`, { data: result });
    await page.goto('/dashboard');
    const activity = page.getByRole('list').filter({ hasText: 'Payment received' });
    await expect(activity.getByRole('listitem')).toContainText([
      /^Speed test completed.*48\.6 Mbps$/,
      /^Ticket open: Router restarts.*Open$/,
      /^(Payment received.*Paystack₦20,000|Home 20 Mbps started.*)$/,
      /^(Payment received.*Paystack₦20,000|Home 20 Mbps started.*)$/,
    ]);
  });
});

test('shows the usage by its level, the allowance and when it is reset', { tag: '@long' }, async ({
  page,
  customer: _customer,
}) => {
  for (const { used, limit, level, says } of [
    { used: 74.9, limit: 100, level: 'Normal', says: 'of 100 GB' },
    { used: 75, limit: 100, level: 'High', says: 'of 100 GB' },
    { used: 90, limit: 100, level: 'Critical', says: 'of 100 GB' },
    { used: 1536, limit: 2048, level: 'High', says: 'of 2 TB' },
    { used: 500, limit: 1024, level: 'Normal', says: 'GB of 1 TB' },
    { used: 300, limit: null, level: 'Unlimited', says: 'GB used, unlimited' },
  ]) {
    await test.step(`of ${used} of ${limit} GB is shown as ${level}`, async () => {
      const answer = { dataUsed: used, dataLimit: limit, period: '2026-07', updatedAt: null, sample: false };
      await page.route('**/api/user/usage', (route) => route.fulfill({ json: answer }));
      await page.goto('/dashboard');
      const main = page.getByRole('main');
      await expect(main.getByText(level, { exact: true })).toBeVisible();
      await expect(main.getByText(says, { exact: true })).toBeVisible();
      await expect(main.getByRole('meter')).toHaveCount(limit === null ? 0 : 1);
      await expect(main.getByText(`${limit === null ? 'Counted anew from' : 'New data on'} 1 August`)).toBeVisible();
      await page.unrouteAll();
    });
  }
});

test('a part of the overview that the server cannot answer shows that, the others stay, and Retry loads it', {
  tag: '@long',
}, async ({ page, customer: _customer, watch }) => {
  watch.expectRefusal({ status: 503, path: /^\/api\// });
  await removePreloadedQueries(page);
  for (const { call, says, back } of [
    { call: 'user/usage', says: 'We could not load your data usage', back: 'of 100 GB' },
    { call: 'user/speedtest*', says: 'We could not load your speed tests', back: 'Test your connection to see yours.' },
    { call: 'user/referral', says: 'We could not load your referrals', back: '0 friends joined. 5 more for Silver.' },
    { call: 'user/tickets*', says: 'We could not load your activity', back: 'No activity yet' },
    { call: 'user/network-status', says: 'The network status could not be loaded.', back: 'Excellent' },
    { call: 'user/subscription', says: 'We could not load your subscription', back: 'No Active Subscription' },
  ]) {
    await test.step(`${call}: the part says “${says}”`, async () => {
      await page.route(`**/api/${call}`, (route) => route.fulfill(UNAVAILABLE));
      await page.goto('/dashboard');
      const failed = page.getByRole('alert').filter({ hasText: says });
      await expect(failed).toContainText('503: The service is busy.');
      await expect(page.getByRole('navigation', { name: 'Quick actions' })).toBeVisible();
      await page.unroute(`**/api/${call}`);
      await failed.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByText(back).first()).toBeVisible();
      await expect(failed).toHaveCount(0);
    });
  }
});

test('a tab whose code does not load shows that in its place, and Retry loads it', { tag: '@long' }, async ({
  page,
  customer: _customer,
  watch,
}) => {
  watch.expectLostRequests();
  const code = /\/assets\/[^/]*\.js$/;
  await gotoSettled(page, '/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome back');
  // The page reloads once for what is missing, in case the portal was updated: it needs its own code.
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  await page.route(code, (route) => (loaded.includes(route.request().url()) ? route.continue() : route.abort()));
  await tab(page, 'Analytics').click();
  const failed = page.getByRole('alert').filter({ hasText: 'This part could not be loaded' });
  await expect(failed).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome back');
  await page.unroute(code);
  await failed.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Current usage' })).toBeVisible();
  await expectTab(page, 'Analytics');
});

test('a session that has ended is reported, whichever call finds it, and leads to sign in and back', {
  tag: '@long',
}, async ({ page, chooser: _chooser, watch }) => {
  watch.expectRefusal({ status: 401, path: /^\/api\/user/ });
  for (const call of ['usage', 'usage/months', 'subscription', 'payments*']) {
    await test.step(`a session that /api/user/${call} finds ended is reported, and leads to sign in and back`, async () => {
      await page.route(`**/api/user/${call}`, (route) =>
        route.fulfill({ status: 401, json: { success: false, message: 'Please sign in to continue.' } }),
      );
      await page.goto(call === 'usage/months' ? '/dashboard?tab=analytics' : '/dashboard');
      await expectFailure(page, 'Unauthorized', 'You are logged out. Redirecting to login...');
      await page.waitForURL(/\/login\?next=%2Fdashboard/);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
  }
});
