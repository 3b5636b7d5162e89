import { toastOf } from '../../fixtures/browser/toast.ts';
import { expect, type Page, test } from '../../fixtures/test.ts';

test.describe('the demo page', () => {
  test.beforeEach(async ({ page, customer: _customer }) => {
    await page.goto('/demo');
    await expect(page.getByText('Plans on offer')).toBeVisible();
  });

  test('shows the portal’s current price, gateways, endpoints and availability', { tag: '@long' }, async ({ page }) => {
    await expect(page.getByText('From ₦15,000 a month')).toBeVisible();
    await expect(page.getByText('Paystack, Flutterwave, Quickteller')).toBeVisible();
    const { paths } = await (await page.request.get('/api/openapi.json')).json();
    const endpoints = Object.values<object>(paths).flatMap((methods) => Object.keys(methods)).length;
    await expect(page.getByText(String(endpoints), { exact: true })).toBeVisible();
    await expect(page.getByText('99.9%')).toBeVisible();
  });

  test('shows one demonstration at a time, and none when it is closed', { tag: '@long' }, async ({ page }) => {
    await open(page, 'Payment');
    await expect(page.getByRole('region', { name: 'Payment' })).toBeVisible();
    await open(page, 'Live chat');
    await expect(page.getByRole('region', { name: 'Payment' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Close the demo' }).click();
    await expect(page.getByRole('region', { name: 'Live chat' })).toHaveCount(0);
  });

  test('scrolls an opened demonstration into view, also on a phone', { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const title of ['Payment', 'Live chat']) {
      await open(page, title);
      await expect(page.getByRole('region', { name: title }).getByRole('heading', { level: 3 })).toBeInViewport();
      await expect(page.getByRole('region', { name: title })).toBeFocused();
    }
  });

  test('plays a payment of ₦25,000 to the end without opening one, and buys nothing', async ({ page, account }) => {
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') calls.push(request.url());
    });
    await open(page, 'Payment');
    const demo = page.getByRole('region', { name: 'Payment' });
    await expect(demo.getByText('Demonstration: no payment is opened')).toBeVisible();
    await demo.getByLabel('Payment gateway').selectOption('flutterwave');
    await demo.getByRole('button', { name: 'Pay ₦25,000' }).click();
    await demo.getByRole('button', { name: 'Verify Payment' }).click();
    await expect(demo.getByText('Waiting for confirmation')).toBeVisible();
    await demo.getByRole('button', { name: 'Decline' }).click();
    await demo.getByRole('button', { name: 'Verify Payment' }).click();
    await expect(demo.getByText('No payment received')).toBeVisible();
    await demo.getByRole('button', { name: 'Approve' }).click();
    await demo.getByRole('button', { name: 'Verify Payment' }).click();
    await expect(demo.getByRole('heading', { name: 'The demonstration ends here' })).toBeFocused();
    await expect(demo.getByText('Nothing was charged.')).toBeVisible();
    expect(calls).toEqual([]);
    expect(await account.payments()).toEqual([]);
    expect(await account.subscription()).toBeNull();
    expect(await page.evaluate(() => localStorage.getItem('payment_reference'))).toBeNull();
  });

  test('plays a chat from the queue to the last answer, marked as scripted', async ({ page }) => {
    await page.clock.install();
    await open(page, 'Live chat');
    const demo = page.getByRole('region', { name: 'Live chat' });
    await expect(demo.getByText('this conversation is written in advance')).toBeVisible();
    await expect(demo.getByText('Offline')).toBeVisible();
    await demo.getByRole('button', { name: 'Start Chat' }).click();
    await expect(demo.getByText('You are next in line.')).toBeVisible();
    await expect(demo.getByRole('button', { name: 'Send' })).toBeDisabled();
    await page.clock.runFor(2000);
    await expect(demo.getByText('Online')).toBeVisible();
    for (const answer of ['its light is weak', 'come tomorrow at 9', 'It is booked.']) {
      await demo.getByRole('textbox', { name: 'Message' }).press('Enter');
      await expect(demo.getByText('is typing')).toBeAttached();
      await page.clock.runFor(1600);
      await expect(demo.getByText(answer)).toBeVisible();
    }
    await demo.getByRole('button', { name: 'Start again' }).click();
    await expect(demo.getByText('its light is weak')).toHaveCount(0);
  });

  test('has the real panel for confirming a telephone number', { tag: '@long' }, async ({ page }) => {
    await open(page, 'SMS verification');
    const demo = page.getByRole('region', { name: 'SMS verification' });
    await expect(demo.getByText('This one is real')).toBeVisible();
    await expect(demo.getByLabel('Phone Number')).toBeVisible();
  });

  test('has a speed test that says its figures are invented, and saves none', { tag: '@long' }, async ({ page }) => {
    const calls: string[] = [];
    page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    await page.getByRole('button', { name: 'Start test' }).click();
    await expect(page.getByText('Simulated', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Test Again' })).toBeVisible();
    expect(calls.filter((path) => /^\/(api\/user\/speedtest|speedtest)/.test(path))).toEqual([]);
  });

  test('explains how the portal is built, in four tabs that arrow keys move through', { tag: '@long' }, async ({
    page,
  }) => {
    await expect(page.getByRole('tabpanel').getByText('React and TypeScript')).toBeVisible();
    const tabs = page.getByRole('tablist', { name: 'Parts of the architecture' });
    await tabs.getByRole('tab', { name: 'Frontend' }).press('ArrowRight');
    await expect(page.getByRole('tabpanel').getByText('One process')).toBeVisible();
    await tabs.getByRole('tab', { name: 'Backend' }).press('ArrowRight');
    await expect(page.getByRole('tabpanel').getByText('PostgreSQL', { exact: true })).toBeVisible();
    await tabs.getByRole('tab', { name: 'Database' }).press('ArrowRight');
    await expect(page.getByRole('tabpanel').getByText('Passwords')).toBeVisible();
    await expect(toastOf(page)).toHaveCount(0);
  });
});

async function open(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { level: 3, name: title }).locator('..').getByRole('button').click();
}
