import type { ServicePlan } from '@portal/contract/catalogue/plans';
import { waitForHydration } from '../fixtures/browser/hydration.ts';
import { removePreloadedQueries } from '../fixtures/browser/preloaded-queries.ts';
import { expectToast } from '../fixtures/browser/toast.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

test.describe('the plans page', () => {
  test('a city of the start page links to the plans of that city', { tag: '@long' }, async ({ page }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'View Plans, Lagos' }).click();
    await expect(page.getByRole('button', { name: 'Lagos' })).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('article', { name: 'Home 10 Mbps' })).toBeVisible();
    await expect(page.getByRole('article', { name: 'Home 20 Mbps' })).toHaveCount(0);
    await page.getByRole('button', { name: 'All areas' }).click();
    await expect(page.getByRole('article', { name: 'Home 20 Mbps' })).toBeVisible();
  });

  test('triple play plans are marked as Business, and no others', { tag: '@long' }, async ({ page }) => {
    await page.goto('/plans');
    await expect(page.getByRole('article', { name: /Triple Play/ }).getByText('Business', { exact: true })).toHaveCount(
      4,
    );
    await expect(page.getByRole('article').getByText('Business', { exact: true })).toHaveCount(4);
  });

  test('where nothing is sold, the page says so, and a request can still be sent to sales', { tag: '@long' }, async ({
    page,
  }) => {
    await page.route('**/api/service-plans', (route) => route.fulfill({ json: [] }));
    // The page as the server renders it contains the plans.
    await page.goto('/about');
    await waitForHydration(page);
    await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Plans' }).click();
    await expect(page.getByText('No plans available')).toBeVisible();
    await page.getByRole('button', { name: 'Contact sales' }).click();
    await expect(page.getByRole('dialog', { name: 'Contact sales' })).toBeVisible();
  });

  test('a visitor asks for a quote, gets a number, and sales get the request', async ({ page, portal, watch }) => {
    await page.goto('/plans');
    await page.getByRole('button', { name: 'Lagos' }).click();
    await page.getByRole('button', { name: 'Get a quote' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('What do you need?')).toHaveValue(/quote .* in Lagos/);
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await expect(dialog.getByText('Name is required')).toBeVisible();
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await dialog.getByLabel('Name').fill('Bola Ade');
    const email = dialog.getByLabel('Email');
    await email.fill('bola@company.example');
    const url = '**/api/sales-requests';
    const errors = { email: 'We cannot write to this address' };
    watch.expectRefusal({ status: 422, path: /^\/api\/sales-requests$/ });
    await page.route(url, (route) =>
      route.fulfill({ status: 422, json: { success: false, message: 'Check the form.', errors } }),
    );
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await expect(email).toHaveAccessibleDescription(errors.email);
    await expect(email).toBeFocused();
    await email.fill('bola@office.example');
    await expect(email).not.toHaveAccessibleDescription(errors.email);
    await page.unroute(url);
    await dialog.getByRole('button', { name: 'Send request' }).click();
    const sent = page.getByRole('dialog', { name: 'Request sent' });
    const number = (await sent.getByRole('strong').textContent()) ?? '';
    expect(number).not.toBe('');
    await sent.getByRole('button', { name: 'Done' }).click();
    await expect(sent).toBeHidden();
    const outbox = await page.request.get(`${portal.origin}/sandbox/outbox`, {
      headers: { accept: 'application/json' },
    });
    expect(await outbox.text()).toContain(number);
  });
});

test.describe('a customer with a plan', () => {
  test('changes it from the next bill on, and may withdraw the change', async ({
    page,
    account,
    subscriber: _subscriber,
  }) => {
    await page.goto('/plans');
    await expect(page.getByRole('article', { name: 'Home 20 Mbps' }).getByRole('button')).toHaveText('Your plan');
    await confirm(page, 'Home 50 Mbps', 'Choose plan', 'You keep Home 20 Mbps until');
    await page.goto('/dashboard?tab=subscription');
    await expect(page.getByText(/You change to Home 50 Mbps on \d/)).toBeVisible();
    expect((await account.subscription())?.planName).toBe('Home 20 Mbps');

    await page.getByRole('main').getByRole('link', { name: 'Change plan' }).click();
    await expect(page.getByRole('article', { name: 'Home 50 Mbps' }).getByRole('button')).toHaveText('Next cycle');
    await confirm(page, 'Home 20 Mbps', 'Keep this plan', 'You stay on this plan');
    await page.goto('/dashboard?tab=subscription');
    await expect(page.getByRole('heading', { name: 'Current subscription' })).toBeVisible();
    expect((await account.subscription())?.scheduledPlanId).toBeNull();
  });

  test('is offered no first plan while theirs is loading, nor when it could not be loaded', { tag: '@long' }, async ({
    page,
    watch,
    subscriber: _subscriber,
  }) => {
    let answer = (_status: number): void => undefined;
    const status = new Promise<number>((resolve) => {
      answer = resolve;
    });
    watch.expectRefusal({ status: 503, path: /^\/api\/user\/subscription$/ });
    await removePreloadedQueries(page);
    await page.route('**/api/user/subscription', async (route) => route.fulfill({ status: await status }));
    const sold = (await (await page.request.get('/api/service-plans')).json()) as ServicePlan[];
    await page.goto(`/plans?choose=${sold.find(({ name }) => name === 'Home 50 Mbps')?.id}`);
    const plans = page.getByRole('article').getByRole('button');
    const choosable = page.getByRole('article').getByRole('button', { disabled: false });
    await expect(plans.first()).toHaveText('Choose plan');
    await expect(choosable).toHaveCount(0);
    answer(503);
    await expect(page.getByText('We could not load your plan')).toBeVisible();
    await expect(choosable).toHaveCount(0);
    await expect(page.getByRole('dialog')).toBeHidden();

    await page.unrouteAll();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('dialog')).toContainText('You keep Home 20 Mbps until');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('article', { name: 'Home 20 Mbps' }).getByRole('button')).toHaveText('Your plan');
  });

  test('pays the next month early, and is then paid for two months', { tag: '@long' }, async ({
    page,
    portal,
    account,
    subscriber,
  }) => {
    const before = await account.subscription();
    await page.goto('/dashboard?tab=subscription');
    await page.getByRole('main').getByRole('link', { name: 'Pay early' }).click();
    await expect(page.getByRole('button', { name: 'Pay ₦20,000' })).toBeVisible();
    const reference = await account.openPayment('Home 20 Mbps', subscriber.email);
    await portal.sandbox.decide(reference, 'approve');
    await account.verify(reference);
    const after = await account.subscription();
    expect(Date.parse(after?.nextBillingDate ?? '')).toBeGreaterThan(Date.parse(before?.nextBillingDate ?? ''));
    await page.goto('/dashboard?tab=subscription');
    await expect(page.getByRole('row').filter({ hasText: 'Paid' }).filter({ hasText: '₦20,000' })).toHaveCount(2);
  });
});

async function confirm(page: Page, planName: string, button: string, says: string): Promise<void> {
  await page.getByRole('article', { name: planName }).getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog', { name: `Choose ${planName}?` });
  await expect(dialog).toContainText(says);
  await dialog.getByRole('button', { name: 'Confirm plan' }).click();
  await expectToast(page, 'Plan Selected Successfully!');
}
