import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test';
import { type ConsoleWatch, watchConsole } from './console-watch.ts';
import { type Account, accountOf, choosePlan, newPerson, type Person, registerPerson } from './customer.ts';
import { NETWORK_TOKEN } from './network.ts';
import { openPortal, type PortalForTests } from './portal-for-tests.ts';

/** No sweep in the lifetime of a test: whatever becomes active was told by a notice or asked for by the customer. */
const NO_SWEEP = { RECONCILE_INTERVAL_S: '3600' };

/** A speed test over this machine's own loopback would take all of its two cores. */
const SLOW_SPEED_TESTS = { SPEED_TEST_FASTEST_MBPS: '150' };

type TestFixtures = {
  readonly watch: ConsoleWatch;
  /** Another browser, or another person's: nothing is shared with the first, and its console is watched as well. */
  readonly newDevice: () => Promise<BrowserContext>;
  /** The account of the browser's signed-in person. */
  readonly account: Account;
  /** A customer of this test's own, signed in. */
  readonly customer: Person;
  /** A customer of this test's own, signed in, who has chosen Home 20 Mbps (₦20,000) and has not paid. */
  readonly chooser: Person;
  /** A customer of this test's own, signed in, who has paid for a month of Home 20 Mbps. */
  readonly subscriber: Person;
  /** The payment screen, open on the chooser's plan. */
  readonly paymentScreen: Page;
};

type WorkerFixtures = { readonly portal: PortalForTests };

/** A test that fails when the browser's console shows an error or a warning, or a request fails unexpectedly. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads this pattern to learn what the fixture needs.
    async ({}, use) => {
      const portal = await openPortal({ ...NO_SWEEP, ...SLOW_SPEED_TESTS, NETWORK_TOKEN });
      await use(portal);
      await portal.close();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ portal }, use) => use(portal.origin),
  watch: [
    async ({ context }, use) => {
      const watch = watchConsole(context);
      await use(watch);
      expect(watch.complaints(), 'console errors and failed requests').toEqual([]);
    },
    { auto: true },
  ],
  newDevice: async ({ browser, baseURL }, use) => {
    const opened: { context: BrowserContext; watch: ConsoleWatch }[] = [];
    await use(async () => {
      const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
      opened.push({ context, watch: watchConsole(context) });
      return context;
    });
    for (const { context, watch } of opened) {
      expect(watch.complaints(), 'console errors and failed requests').toEqual([]);
      await context.close();
    }
  },
  account: async ({ context, portal }, use) => use(accountOf(context, portal.origin)),
  customer: async ({ context, portal }, use) => {
    const person = newPerson();
    await registerPerson(context, portal.origin, person);
    await use(person);
  },
  chooser: async ({ context, portal, customer }, use) => {
    await choosePlan(context, portal.origin, 'Home 20 Mbps');
    await use(customer);
  },
  subscriber: async ({ portal, account, chooser }, use) => {
    const reference = await account.openPayment('Home 20 Mbps', chooser.email);
    await portal.sandbox.decide(reference, 'approve');
    await account.verify(reference);
    await use(chooser);
  },
  paymentScreen: async ({ page, chooser: _chooser }, use) => {
    await page.goto('/payment');
    await use(page);
  },
});

export type { BrowserContext, Locator, Page };
export { expect };
