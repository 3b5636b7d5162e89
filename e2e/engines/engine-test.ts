import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserContext, test as base, expect, type TestInfo } from '@playwright/test';
import { REPOSITORY } from '../../bench/portal/portal-process.ts';
import { findFreePort } from '../../bench/portal/program-process.ts';
import { type Engine, findEngine } from '../../tools/run/programs/find-engines.ts';
import {
  accountOf,
  choosePlan,
  type Device,
  newPerson,
  type Person,
  registerPerson,
} from '../fixtures/customers/customer.ts';
import { NETWORK_TOKEN } from '../fixtures/network/network.ts';
import { openPortal, type PortalForTests } from '../fixtures/portal/portal-for-tests.ts';
import { startFirefox } from './drivers/firefox.ts';
import { startWebKit } from './drivers/webkit.ts';
import { type EnginePage, openEnginePage } from './engine-page.ts';
import { type Line, openLine } from './line.ts';

type TestFixtures = {
  /** The first window of a browser that has nothing stored. */
  readonly tab: EnginePage;
  /** A device without a browser, of another person. */
  readonly newDevice: () => Promise<Device & Pick<BrowserContext, 'cookies'>>;
  /** Signed in in the browser, with a paid month of Home 20 Mbps. */
  readonly subscriber: Person & { readonly id: number };
};

type WorkerFixtures = {
  readonly engine: Engine;
  /** Between the browser and the portal. */
  readonly line: Line;
  readonly portal: PortalForTests;
};

const FAILURES = join(REPOSITORY, '.cache/run');
/** It hangs while the browser shows a dialog of its own. */
const SCREENSHOT_WITHIN_MS = 10_000;

/** A journey in one engine; an error on the page's console fails it. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  engine: ['Firefox', { option: true, scope: 'worker' }],
  line: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads this pattern to learn what the fixture needs.
    async ({}, use) => {
      const line = await openLine(await findFreePort(), await findFreePort());
      await use(line);
      await line.close();
    },
    { scope: 'worker' },
  ],
  portal: [
    async ({ line }, use) => {
      // Passkeys are bound to a name: an IP address has none.
      const settings = { PUBLIC_URL: `http://localhost:${line.port}`, RECONCILE_INTERVAL_S: '3600' };
      const limits = { SPEED_TEST_FASTEST_MBPS: '20', NETWORK_TOKEN };
      const portal = await openPortal({ ...settings, ...limits }, line.portalPort);
      await use({ ...portal, origin: settings.PUBLIC_URL });
      await portal.close();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  tab: async ({ engine, portal, line }, use, testInfo) => {
    const look = { dark: false };
    const programs = findEngine(engine);
    if ('missing' in programs) throw new Error(programs.missing);
    const driver = await (engine === 'Firefox' ? startFirefox : startWebKit)(programs, look);
    const tab = openEnginePage(driver, portal.origin);
    try {
      await use(tab);
      if (testInfo.status === testInfo.expectedStatus)
        expect(await tab.errors(), `${driver.version}: errors on the console`).toEqual([]);
    } finally {
      if (testInfo.status !== testInfo.expectedStatus) await keepEvidence(tab, testInfo, driver.version);
      await driver.close();
      await line.mend();
    }
  },
  newDevice: async ({ playwright }, use) => {
    const requests: { dispose: () => Promise<void> }[] = [];
    await use(async () => {
      const request = await playwright.request.newContext();
      requests.push(request);
      return { request, cookies: async () => (await request.storageState()).cookies };
    });
    for (const request of requests) await request.dispose();
  },
  subscriber: async ({ tab, portal, newDevice }, use) => {
    const device = await newDevice();
    const person = newPerson();
    const { id } = await registerPerson(device, portal.origin, person);
    await choosePlan(device, portal.origin, 'Home 20 Mbps');
    const account = accountOf(device, portal.origin);
    const reference = await account.openPayment('Home 20 Mbps', person.email);
    await portal.sandbox.decide(reference, 'approve');
    await account.verify(reference);
    await tab.takeSession(device);
    await use({ ...person, id });
  },
});

/** Keeps what the browser shows, and says where. */
async function keepEvidence(tab: EnginePage, { titlePath, title }: TestInfo, version: string): Promise<void> {
  mkdirSync(FAILURES, { recursive: true });
  const path = join(FAILURES, `engines-${[version, title].join('-').replaceAll(/[^a-z0-9]+/gi, '-')}`);
  const screenshot = await Promise.race([tab.screenshot(), sleep(SCREENSHOT_WITHIN_MS, null)]).catch(() => null);
  if (screenshot) writeFileSync(`${path}.png`, screenshot);
  writeFileSync(`${path}.txt`, await tab.text().catch(String));
  const kept = relative(REPOSITORY, path);
  console.log(`${version}, ${titlePath.slice(1).join(' › ')}: ${screenshot ? `${kept}.png and ` : ''}${kept}.txt`);
}

export { expect };
