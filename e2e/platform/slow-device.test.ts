import type { PlaywrightTestOptions } from '@playwright/test';
import { waitForHydration } from '../fixtures/browser/hydration.ts';
import { watchRequests } from '../fixtures/browser/requests.ts';
import { expectToast } from '../fixtures/browser/toast.ts';
import { newPerson } from '../fixtures/customers/customer.ts';
import { fillRegistration } from '../fixtures/customers/registration-form.ts';
import { type BrowserContext, expect, type Page, test } from '../fixtures/test.ts';

const PHONE = { width: 360, height: 740 };
/** A cheap phone, on 3G at the edge of a cell. */
const SLOWER = { rate: 6 };
const SLOW_3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

type Early = {
  readonly name: string;
  readonly path: string;
  /** Except for the one that `npm test` uses as its example. */
  readonly viewport?: PlaywrightTestOptions['viewport'];
  /** A visitor's actions on the page before its script has loaded. */
  readonly early: (page: Page) => Promise<void>;
  /** The expected state once it has loaded. */
  readonly later: (page: Page) => Promise<void>;
};

const person = newPerson();

const EARLY: readonly Early[] = [
  {
    name: 'the menu of the start page opens at the first tap and leads on at the second',
    path: '/',
    viewport: PHONE,
    early: async (page) => {
      await page.getByRole('banner').locator('summary').click();
      await page.getByRole('navigation', { name: 'Main, mobile' }).getByRole('link', { name: 'Plans' }).click();
    },
    later: async (page) => {
      await expect(page).toHaveURL('/plans');
      await expect(page.getByRole('heading', { level: 1, name: 'Plans and prices' })).toBeVisible();
    },
  },
  {
    name: 'the menu of the start page is still open when the page is hydrated',
    path: '/',
    viewport: PHONE,
    early: (page) => page.getByRole('banner').locator('summary').click(),
    later: (page) => expect(page.getByRole('navigation', { name: 'Main, mobile' })).toBeVisible(),
  },
  {
    name: 'the plans of a city are shown to who taps them on the start page',
    path: '/',
    early: (page) => page.getByRole('link', { name: 'View Plans, Lagos' }).click(),
    later: async (page) => {
      await expect(page).toHaveURL('/plans?region=lagos');
      await expect(page.getByRole('button', { name: 'Lagos' })).toHaveAttribute('aria-pressed', 'true');
    },
  },
  {
    name: 'the city that is picked on the start page stays picked',
    path: '/',
    early: (page) => page.getByRole('radio', { name: /^Lagos/ }).check({ force: true }),
    later: (page) => expect(page.getByRole('radio', { name: /^Lagos/ })).toBeChecked(),
  },
  {
    name: 'a plan that is chosen leads to an account, and on to that plan',
    path: '/plans',
    early: async (page) => {
      const plan = page.getByRole('article', { name: 'Home 10 Mbps' });
      await plan.getByText('Choose plan').click();
    },
    later: (page) => expect(page).toHaveURL(/^[^?]+\/register\?next=%2Fplans%3Fchoose%3D/),
  },
  {
    name: 'what is typed into the registration is kept, and sent by one press',
    path: '/register',
    early: (page) => fillRegistration(page, person),
    later: async (page) => {
      await expect(page.getByLabel('First Name')).toHaveValue(person.firstName);
      await page.getByRole('button', { name: 'Create Account' }).click();
      await expectToast(page, 'Registration successful');
    },
  },
];

for (const { name, path, viewport, early, later } of EARLY) {
  test.describe('on a slow device, before the script has loaded', () => {
    if (viewport) test.use({ viewport });
    test(name, { tag: '@every-page' }, async ({ page, context }) => {
      const arrived = Promise.withResolvers<void>();
      await page.route('**/assets/*.js', async (route) => {
        await arrived.promise;
        await route.continue();
      });
      await slowDown(context, page);
      await page.goto(path, { waitUntil: 'commit' });
      await early(page);
      arrived.resolve();
      await waitForHydration(page);
      await later(page);
    });
  });
}

async function slowDown(context: BrowserContext, page: Page): Promise<void> {
  const device = await context.newCDPSession(page);
  await device.send('Emulation.setCPUThrottlingRate', SLOWER);
  await device.send('Network.enable');
  await device.send('Network.emulateNetworkConditions', SLOW_3G);
}

test('on a slow device input typed into the payment form as soon as it shows is kept, and paid with', {
  tag: '@long',
}, async ({ page, context, chooser: _chooser }) => {
  await slowDown(context, page);
  const requests = watchRequests(page);
  await page.goto('/payment', { waitUntil: 'commit' });
  const email = page.getByLabel('Email');
  await email.waitFor({ timeout: 30_000 });
  await email.fill('accounts@example.com');
  await page.getByLabel('Payment gateway').selectOption('paystack', { timeout: 30_000 });
  await requests.settled(30_000);
  await expect(email).toHaveValue('accounts@example.com');
  const [checkout] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Pay ₦20,000' }).click(),
  ]);
  await expect(checkout.getByText('accounts@example.com')).toBeVisible();
});
