import { waitForHydration } from '../../fixtures/browser/hydration.ts';
import { expectFailure, expectToast, toastOf } from '../../fixtures/browser/toast.ts';
import { expect, type Page, test } from '../../fixtures/test.ts';

const VISITOR_LINKS = [
  { name: 'Plans', path: '/plans', heading: 'Plans and prices' },
  { name: 'Support', path: '/support', heading: '24/7 Customer Support' },
  { name: 'About', path: '/about', heading: /^About / },
];
const MEMBER_LINKS = [
  ...VISITOR_LINKS,
  { name: 'Payment', path: '/payment', heading: 'Payment' },
  { name: 'Demo', path: '/demo', heading: 'Demo' },
];
const PHONE = { width: 360, height: 740 };

test.describe('the navigation bar', () => {
  test('every link leads a visitor to its page and marks it, and the logo leads home', async ({ page }) => {
    await page.goto('/');
    await followAll(page, VISITOR_LINKS);
    await page.getByRole('banner').getByRole('link', { name: /home$/ }).click();
    await expect(page).toHaveURL('/');
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    await expect(page).toHaveURL('/login');
  });

  test('a customer has two more links and the way to the dashboard', async ({ page, customer }) => {
    await page.goto('/');
    await followAll(page, MEMBER_LINKS);
    await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome back, ${customer.firstName}`);
  });

  test('an unknown address says so and links home', async ({ page, watch }) => {
    watch.expectRefusal({ status: 404, path: /^\/no-such-place$/ });
    await page.goto('/no-such-place');
    await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Go to home page' }).click();
    await expect(page).toHaveURL('/');
  });

  test('the mobile menu opens, closes, closes on Escape, and closes on choosing a link', async ({
    page,
    customer: _customer,
  }) => {
    await page.setViewportSize(PHONE);
    await page.goto('/');
    const list = page.getByRole('navigation', { name: 'Main, mobile' });
    const toggle = page.locator('.menu summary');
    await expect(list).toBeHidden();
    await toggle.click();
    for (const { name } of MEMBER_LINKS) await expect(list.getByRole('link', { name })).toBeVisible();
    await toggle.click();
    await expect(list).toBeHidden();
    await toggle.press('Enter');
    await expect(list).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await expect(toggle).toBeFocused();
    await toggle.click();
    await list.getByRole('link', { name: 'Support' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '24/7 Customer Support' })).toBeVisible();
    await expect(list).toBeHidden();
  });

  test('the back button returns to the page before and to its scroll position', { tag: '@long' }, async ({ page }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Browse FAQs' }).click();
    await expect(page).toHaveURL('/support#faq');
    await page.goBack();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('link', { name: 'Browse FAQs' })).toBeInViewport();
  });
});

test('each language applies from the choice on, also after a reload, and the page declares it', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/');
  await waitForHydration(page);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  for (const { code, name, plans } of [
    { code: 'yo', name: 'Yorùbá', plans: 'Àwọn ètò' },
    { code: 'ha', name: 'Hausa', plans: 'Tsare-tsare' },
    { code: 'ig', name: 'Igbo', plans: 'Atụmatụ' },
  ]) {
    await test.step(`${name} applies from the choice on, also after a reload, and the page declares it`, async () => {
      await waitForHydration(page);
      await page.getByRole('banner').getByRole('combobox').selectOption(code);
      const link = page.getByRole('banner').getByRole('link', { name: plans, exact: true });
      await expect(link).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', code);
      await page.reload();
      await expect(link).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', code);
    });
  }
});

test.describe('by keyboard', () => {
  test('the first Tab reaches a link that skips to the content', async ({ page }) => {
    await page.goto('/');
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.locator('#main')).toBeFocused();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  });

  test('a plan is chosen and confirmed, and a dialog closes on Escape and returns the focus', async ({
    page,
    customer: _customer,
  }) => {
    await page.goto('/plans');
    const choose = page.getByRole('article', { name: 'Home 10 Mbps' }).getByRole('button', { name: 'Choose plan' });
    // Focus and key in one step: the list may be drawn anew in between.
    await choose.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Choose Home 10 Mbps?' });
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(choose).toBeFocused();
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Confirm plan' }).press('Enter');
    await expectToast(page, 'Plan Selected Successfully!');
  });
});

test.describe('toasts', () => {
  test('F8 moves the focus to the toast, which then stays for as long as it is read', { tag: '@long' }, async ({
    paymentScreen: page,
  }) => {
    await page.clock.install();
    await page.getByRole('button', { name: 'Verify Payment' }).click();
    await expectFailure(page, 'No Payment to Verify');
    await page.keyboard.press('F8');
    await expect(page.getByRole('region', { name: 'Notifications (F8)' })).toBeFocused();
    await page.clock.fastForward(20_000);
    await expect(toastOf(page)).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(toastOf(page)).toHaveCount(0);
  });

  test('a toast is shown for five seconds, and at most one at a time', { tag: '@long' }, async ({
    paymentScreen: page,
  }) => {
    const verify = page.getByRole('button', { name: 'Verify Payment' });
    await expect(verify).toBeEnabled();
    await page.clock.install();
    // A time that went on could end the first toast before the second is looked at.
    await page.clock.pauseAt(Date.now() + 1000);
    await verify.click();
    await verify.click();
    await expectFailure(page, 'No Payment to Verify');
    await expect(toastOf(page)).toHaveCount(1);
    await page.clock.runFor(5000);
    await expect(toastOf(page)).toHaveCount(0);
  });

  test('a toast that is swiped 50 px to the right is dismissed; 40 px are too few', { tag: '@long' }, async ({
    paymentScreen: page,
  }) => {
    await page.getByRole('button', { name: 'Verify Payment' }).click();
    const toast = toastOf(page);
    await swipe(page, 40);
    await expect(toast).toBeVisible();
    await swipe(page, 60);
    await expect(toast).toHaveCount(0);
  });
});

async function followAll(
  page: Page,
  links: readonly { name: string; path: string; heading: string | RegExp }[],
): Promise<void> {
  const bar = page.getByRole('navigation', { name: 'Main', exact: true });
  await expect(bar.getByRole('link')).toHaveText(links.map(({ name }) => name));
  for (const { name, path, heading } of links) {
    await bar.getByRole('link', { name }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(bar.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
  }
}

async function swipe(page: Page, distance: number): Promise<void> {
  const box = await toastOf(page).boundingBox();
  if (!box) throw new Error('no toast on screen');
  const [x, y] = [box.x + 60, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + distance, y, { steps: 4 });
  await page.mouse.up();
}
