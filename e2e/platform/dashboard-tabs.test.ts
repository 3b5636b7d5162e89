import { expectFailure, expectToast, toastOf } from '../fixtures/browser/toast.ts';
import { accountOf, choosePlan, newPerson, registerPerson } from '../fixtures/customers/customer.ts';
import { runTest, speedTestOf } from '../fixtures/network/speed-test.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

const CHANGE = '**/api/user/subscribe';

function speedTests(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    id: `test-${index}`,
    timestamp: new Date(Date.UTC(2026, 6, 4, 7, 14) - index * 86_400_000).toISOString(),
    downloadSpeed: 40 + index,
    uploadSpeed: 20 + index,
    ping: 14,
  }));
}

const MONTHS = [58.2, 71.4, 64, 88.3, 93.1, 67.5].map((dataUsed, index) => ({
  period: `2026-0${index + 2}`,
  dataUsed,
  dataLimit: 100,
}));

async function answerWithFigures(page: Page): Promise<void> {
  const usage = { dataUsed: 67.5, dataLimit: 100, period: '2026-07', updatedAt: null, sample: false };
  await page.route('**/api/user/usage', (route) => route.fulfill({ json: usage }));
  await page.route('**/api/user/usage/months', (route) => route.fulfill({ json: MONTHS }));
  await page.route('**/api/user/usage/days?*', (route) => {
    const period = new URL(route.request().url()).searchParams.get('period');
    const day = (number: string, downloaded: number) => ({ day: `${period}-${number}`, downloaded, uploaded: 0.5 });
    return route.fulfill({ json: period === '2026-05' ? [] : [day('02', 3.25), day('09', 1)] });
  });
  await page.route('**/api/user/speedtest?*', (route) => route.fulfill({ json: speedTests(7) }));
}

test.describe('the analytics', () => {
  test('show the months, the days of one and the latest seven tests, by pointer, by keyboard and as tables', async ({
    page,
    customer: _customer,
  }) => {
    await answerWithFigures(page);
    await page.goto('/dashboard?tab=analytics');
    const [months, tests] = [page.getByRole('figure').nth(0), page.getByRole('figure').nth(1)];
    await expect(months).toContainText('This month so far');
    await expect(months).toContainText('April 2026: 64.0 of 100 GB.');
    await expect(months.locator('.recharts-bar-rectangle')).toHaveCount(6);
    await months.locator('.recharts-bar-rectangle').nth(2).hover();
    await expect(months.getByText('64.0 of 100 GB', { exact: true })).toBeVisible();
    await expect(months.getByText('April 2026, Normal')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(months.getByText('April 2026, Normal')).toBeHidden();
    // A pointer over a chart that was scrolled under it decides over the keyboard.
    await page.mouse.move(0, 0);
    await tests.getByRole('application').focus();
    await page.keyboard.press('ArrowRight');
    await expect(tests.getByText('45.0 Mbps down', { exact: true })).toBeVisible();

    const days = page.getByRole('figure').nth(2);
    await expect(days).toContainText(/July 2026: 5\.25 GB in all, the most on 2 July( 2026)?: 3\.75 GB\./);
    await expect(days.locator('.recharts-bar-rectangle').nth(1)).toBeVisible();
    await days.getByRole('application').focus();
    await page.keyboard.press('ArrowRight');
    await expect(days.getByText('3.75 GB', { exact: true })).toBeVisible();
    await expect(days.getByText('3.25 GB down, 0.50 GB up')).toBeVisible();
    await days.getByRole('combobox', { name: 'Month' }).selectOption({ label: 'May 2026' });
    await expect(days.getByText('No days recorded in May 2026')).toBeVisible();
    await days.getByRole('combobox', { name: 'Month' }).selectOption({ label: 'April 2026' });
    await expect(days.getByRole('application')).toBeVisible();

    for (const open of await page.getByText('View as table').all()) await open.click();
    await expect(page.getByRole('row').filter({ hasText: '9 April' })).toHaveText(/1\.00 GB0\.50 GB1\.50 GB/);
    await expect(page.getByRole('row').filter({ hasText: 'June 2026' })).toHaveText(/93\.1 GB100 GBCritical/);
    await expect(page.getByRole('row').filter({ hasText: '4 July' })).toContainText(/40\.0.*20\.0.*14/);
  });

  test('load the charts: no other tab fetches their code', { tag: '@long' }, async ({ page, customer: _customer }) => {
    await answerWithFigures(page);
    const scripts: Promise<string>[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) scripts.push(response.text());
    });
    const charts = async () => (await Promise.all(scripts)).filter((code) => code.includes('recharts')).length;
    await page.goto('/dashboard');
    for (const name of ['Subscription', 'Referrals', 'Speedtest']) {
      await page.getByRole('tab', { name }).click();
      await expect(page).toHaveURL(new RegExp(`tab=${name.toLowerCase()}`));
    }
    await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
    expect(await charts()).toBe(0);
    await page.getByRole('tab', { name: 'Analytics' }).click();
    await expect(page.getByRole('application')).toHaveCount(3);
    expect(await charts()).toBeGreaterThan(0);
  });

  test('use singular and plural for the number of tests', { tag: '@long' }, async ({ page, customer: _customer }) => {
    for (const { count, title } of [
      { count: 1, title: 'Last speed test, Mbps' },
      { count: 3, title: 'Last 3 speed tests, Mbps' },
    ]) {
      await page.route('**/api/user/speedtest?*', (route) => route.fulfill({ json: speedTests(count) }));
      await page.goto('/dashboard?tab=analytics');
      await expect(page.getByText(title, { exact: true })).toBeVisible();
    }
  });

  test('show nothing but the marked sample for an account without figures', { tag: '@long' }, async ({
    page,
    customer: _customer,
  }) => {
    await page.goto('/dashboard?tab=analytics');
    await expect(page.getByText('No usage recorded yet')).toBeVisible();
    await expect(page.getByText('No speed tests recorded')).toBeVisible();
    await expect(page.getByText('Sample', { exact: true })).toHaveCount(2);
    await expect(page.getByRole('application')).toHaveCount(0);
  });
});

test.describe('the subscription', () => {
  test('changes at the next billing cycle: select, confirm, see day and price, withdraw', async ({
    page,
    account,
    subscriber: _subscriber,
  }) => {
    await page.goto('/dashboard?tab=subscription');
    await expect(page.getByText('A change takes effect at your next billing cycle.')).toBeVisible();
    const plan = page.locator('label').filter({ hasText: 'Home 50 Mbps' });
    await expect(plan.getByRole('listitem')).toHaveCount(3);
    await plan.getByRole('radio').check();
    await expect(page.getByText(/^₦35,000 a month from \d/)).toBeVisible();
    await page.getByRole('button', { name: 'Confirm change' }).click();
    await expectToast(page, 'Plan updated', /^Home 50 Mbps starts on \d/);
    await expect(page.getByRole('button', { name: 'Confirm change' })).toHaveCount(0);
    await expect(page.getByText(/You change to Home 50 Mbps on \d/)).toBeVisible();
    await expect(page.getByText('Then ₦35,000 a month.')).toBeVisible();
    expect((await account.subscription())?.planName).toBe('Home 20 Mbps');

    await page.getByRole('button', { name: 'Withdraw change' }).click();
    await expectToast(page, 'Plan updated', 'You stay on Home 20 Mbps.');
    await expect(page.getByText(/You change to/)).toHaveCount(0);
    expect((await account.subscription())?.scheduledPlanId).toBeNull();
  });

  test('keeps the selection when a change fails, and a double click sends one request', { tag: '@long' }, async ({
    page,
    subscriber: _subscriber,
    watch,
  }) => {
    watch.expectRefusal({ status: 503, path: /subscribe$/ });
    await page.route(CHANGE, (route) => route.fulfill({ status: 503, json: { success: false } }));
    await page.goto('/dashboard?tab=subscription');
    const choice = page.getByRole('radio', { name: /^Home 50 Mbps/ });
    await choice.check();
    await page.getByRole('button', { name: 'Confirm change' }).click();
    await expectFailure(page, 'Error', 'Failed to update subscription. Please try again.');
    await expect(choice).toBeChecked();
    await page.unroute(CHANGE);
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/user/subscribe')) asked += 1;
    });
    await page.getByRole('button', { name: 'Confirm change' }).dblclick();
    await expectToast(page, 'Plan updated');
    expect(asked).toBe(1);
  });

  test('is shown by its status, also one that this page does not know', { tag: '@long' }, async ({
    page,
    account,
    subscriber: _subscriber,
  }) => {
    for (const { status, label } of [
      { status: 'pending', label: 'Awaiting payment' },
      { status: 'active', label: 'Active' },
      { status: 'suspended', label: 'Suspended' },
      { status: 'cancelled', label: 'Cancelled' },
      { status: 'paused', label: 'Unknown' },
    ]) {
      await test.step(`that is ${status} is shown as ${label}`, async () => {
        const answer = { ...(await account.subscription()), status };
        await page.route('**/api/user/subscription', (route) => route.fulfill({ json: answer }));
        await page.goto('/dashboard?tab=subscription');
        await expect(page.getByRole('main').getByText(label, { exact: true })).toHaveCount(2);
        await page.unrouteAll();
      });
    }
  });
});

test.describe('the referrals', () => {
  test('count a friend once they have paid, and pay ₦2,000 for them', async ({ page, customer, portal, newDevice }) => {
    const referralCode = await portal.referralCodeOf(customer.email);
    const friend = { ...newPerson('Emeka'), lastName: 'Obi', referralCode };
    const device = await newDevice();
    await registerPerson(device, portal.origin, friend);
    await page.goto('/dashboard?tab=referrals');
    await expect(page.getByText(referralCode, { exact: true })).toBeVisible();
    await expect(page.getByText('0 friends joined. 5 more for Silver.')).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: '₦2,000' }).first()).toBeVisible();
    await choosePlan(device, portal.origin, 'Home 20 Mbps');
    const account = accountOf(device, portal.origin);
    const reference = await account.openPayment('Home 20 Mbps', friend.email);
    await portal.sandbox.decide(reference, 'approve');
    await account.verify(reference);
    await page.reload();
    await expect(page.getByText('1 friend joined. 4 more for Silver.')).toBeVisible();
    await expect(page.getByText('₦2,000', { exact: true }).first()).toBeVisible();
  });

  test('copy the code, and say so for two seconds', { tag: '@long' }, async ({ page, context, customer, portal }) => {
    const code = await portal.referralCodeOf(customer.email);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.clock.install();
    await page.goto('/dashboard?tab=referrals');
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await expectToast(page, 'Copied!');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
    await expect(page.getByRole('button', { name: 'Copied', exact: true })).toBeVisible();
    await page.clock.fastForward(2000);
    await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  });

  test('share the link as the device does, else copy it', { tag: '@long' }, async ({
    page,
    context,
    customer,
    portal,
  }) => {
    const link = `${portal.origin}/register?ref=${await portal.referralCodeOf(customer.email)}`;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined, writable: true }));
    await page.goto('/dashboard?tab=referrals');
    const share = page.getByRole('button', { name: 'Share', exact: true });
    await share.click();
    await expectToast(page, 'Link copied!');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);

    const shared = page.waitForEvent('console');
    await page.evaluate(() => {
      Object.assign(navigator, { share: async ({ url }: ShareData) => console.info(url) });
    });
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await share.click();
    expect((await shared).text()).toBe(link);
    await expect(toastOf(page)).toHaveCount(0);

    await page.evaluate(() => Object.assign(navigator, { share: () => Promise.reject(new TypeError('not now')) }));
    await share.click();
    await expectToast(page, 'Link copied!');
  });

  test('show which of Bronze, Silver and Gold is completed, current or locked', { tag: '@long' }, async ({
    page,
    customer: _customer,
  }) => {
    for (const { referrals, badges } of [
      { referrals: 4, badges: ['Current', 'Locked', 'Locked'] },
      { referrals: 5, badges: ['Completed', 'Current', 'Locked'] },
      { referrals: 10, badges: ['Completed', 'Completed', 'Current'] },
    ]) {
      await test.step(`with ${referrals} friends Bronze, Silver and Gold are ${badges.join(', ')}`, async () => {
        const answer = { code: 'AMINA24', referrals, earnings: 2000 * referrals, pendingRewards: 0 };
        await page.route('**/api/user/referral', (route) => route.fulfill({ json: answer }));
        await page.goto('/dashboard?tab=referrals');
        const tiers = page.getByRole('region', { name: 'Tiers' }).getByRole('listitem');
        await expect(tiers).toContainText([
          new RegExp(`^Bronze${badges[0]}.*₦2,000.*None`),
          new RegExp(`^Silver${badges[1]}.*₦2,500.*₦5,000`),
          new RegExp(`^Gold${badges[2]}.*₦3,000.*₦10,000`),
        ]);
        await page.unrouteAll();
      });
    }
  });
});

test.describe('the speed tests', () => {
  test('are listed newest first, seven at a time, and the list is empty before the first', async ({
    page,
    customer: _customer,
    watch,
  }) => {
    await page.goto('/dashboard?tab=speedtest');
    await expect(page.getByText('No speed tests recorded')).toBeVisible();
    const all = speedTests(9);
    await page.route('**/api/user/speedtest?*', (route) => {
      const after = all.findIndex(({ id }) => id === new URL(route.request().url()).searchParams.get('before')) + 1;
      return route.fulfill({ json: all.slice(after, after + 7) });
    });
    await page.reload();
    const rows = page.getByRole('rowgroup').nth(1).getByRole('row');
    await expect(rows).toHaveCount(7);
    await expect(rows.first()).toContainText(/4 July.*08:14.*40\.0.*20\.0.*14/);
    watch.expectRefusal({ status: 503, path: /^\/api\/user\/speedtest$/ });
    await page.route('**/api/user/speedtest?*', (route) => route.fulfill({ status: 503 }), { times: 1 });
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(page.getByText('We could not load more. Please try again.')).toBeVisible();
    await expect(rows).toHaveCount(7);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(rows).toHaveCount(9);
    await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
  });

  test('that are saved appear in the history and on the overview at once', { tag: '@long' }, async ({
    page,
    customer: _customer,
  }) => {
    test.setTimeout(90_000);
    await page.goto('/dashboard?tab=speedtest');
    await expect(page.getByText('No speed tests recorded')).toBeVisible();
    // A busy machine can stall the measurement; a person would then try again.
    await expect(async () => expect(await runTest(speedTestOf(page))).toBe('done')).toPass({ timeout: 60_000 });
    await expectToast(page, 'Speed test completed', 'Your results have been saved to your account.');
    await expect(page.getByRole('rowgroup').nth(1).getByRole('row')).toHaveCount(1);
    await page.getByRole('tab', { name: 'Overview' }).click();
    await expect(page.getByText(/^Last test \d/)).toBeVisible();
    await expect(page.getByText('Speed test completed', { exact: true }).first()).toBeVisible();
  });
});
