import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findFreePort, runServer } from '../../apps/speedtest/src/testing/run-server.ts';
import { openShapedLine } from '../../bench/speed-test/open-shaped-line.ts';
import { findBarriers, findOverflow } from '../fixtures/browser/accessibility.ts';
import { waitForHydration } from '../fixtures/browser/hydration.ts';
import { expectFailure, expectToast, toastOf } from '../fixtures/browser/toast.ts';
import { DEMO_STAFF, signIn } from '../fixtures/customers/customer.ts';
import { figuresOf, measure, speedTestOf } from '../fixtures/network/speed-test.ts';
import { test as base, expect, type Locator, type Page } from '../fixtures/test.ts';

const test = base.extend<{
  /**
   * Of the portal at the other end of a line much slower than this machine: a visitor's tests over it end even
   * where other programs take most of the machine.
   */
  lineOrigin: string;
}>({
  lineOrigin: async ({ portal }, use) => {
    const line = await openShapedLine({ downMbps: 20, upMbps: 10, rttMs: 20 }, Number(new URL(portal.origin).port));
    await use(line.origin);
    line.close();
  },
});

// The figures do not matter here; speed-test-accuracy.test.ts checks them.
test.describe.configure({ timeout: 60_000 });

async function openOnLandingPage(page: Page, origin = '') {
  await page.goto(`${origin}/`);
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Speed Test' }).first().click();
  const widget = speedTestOf(page);
  await expect(widget.getByRole('button', { name: 'Start test' })).toBeVisible();
  return widget;
}

/** Every value that the progress bar shows until it disappears. */
function watchProgress(page: Page): Promise<number[]> {
  return page.getByRole('progressbar', { name: 'Speed test progress' }).evaluate(
    (bar) =>
      new Promise<number[]>((resolve) => {
        const seen: number[] = [];
        const look = () => {
          const percent = Number(bar.getAttribute('aria-valuenow'));
          if (seen.at(-1) !== percent) seen.push(percent);
          if (bar.isConnected) requestAnimationFrame(look);
          else resolve(seen);
        };
        look();
      }),
  );
}

type Timing = { readonly path: string; readonly workerStart: number };

/**
 * From now on records what the page and its workers fetch; the returned function returns all of it.
 * A worker records its own requests, which are lost when it ends.
 */
async function watchTimings(page: Page): Promise<() => Promise<Timing[]>> {
  const book = 'resource timings';
  const note = (name: string) => {
    const told = new BroadcastChannel(name);
    const observer = new PerformanceObserver((list) => {
      const entries = list.getEntries() as PerformanceResourceTiming[];
      told.postMessage(
        entries.map((entry) => ({ path: new URL(entry.name).pathname, workerStart: entry.workerStart })),
      );
    });
    observer.observe({ type: 'resource', buffered: true });
  };
  const kept = await page.evaluateHandle((name) => {
    const all: Timing[] = [];
    new BroadcastChannel(name).onmessage = ({ data }) => all.push(...data);
    return all;
  }, book);
  await page.evaluate(note, book);
  page.on('worker', (worker) => void worker.evaluate(note, book));
  return () => kept.jsonValue();
}

/** From now on a test takes three seconds: only the first tests are about its duration. */
async function useLessData(widget: Locator): Promise<void> {
  await widget.getByRole('checkbox', { name: 'Use less data' }).check();
}

test('a visitor tests the line in five seconds', async ({ page, lineOrigin }) => {
  const saves: string[] = [];
  page.on('request', (request) => request.url().includes('/api/user/speedtest') && saves.push(request.method()));
  const widget = await openOnLandingPage(page, lineOrigin);
  await test.step('is shown beforehand how much data it uses', async () => {
    await expect(widget.getByText(/^The test uses about 6 MB at 10 Mbps and 56 MB at 100 Mbps\.$/)).toBeVisible();
  });
  await test.step('sees continuous progress to the end', async () => {
    let percents: number[] = [];
    await measure(widget, async () => {
      percents = await watchProgress(page);
    });
    expect(percents).toEqual(percents.toSorted((one, other) => one - other));
    expect(percents.every((percent) => percent % 2 === 0 && percent <= 100)).toBe(true);
    expect(percents.length).toBeGreaterThan(15);
    expect(percents.at(-1)).toBeGreaterThan(90);
  });
  await test.step('sees download and upload with one decimal and the ping as a whole number', async () => {
    const values = await widget.getByRole('definition').allInnerTexts();
    expect(values[0]).toMatch(/^\d+\s*ms$/);
    expect(values[1]).toMatch(/^[\d,]+\.\d\s*Mbps$/);
    expect(values[2]).toMatch(/^[\d,]+\.\d\s*Mbps$/);
  });
  await test.step('is shown how much data it used, and nothing is saved', async () => {
    await expect(widget.getByText(/^This test used \d+ MB\. Another one uses about as much\.$/)).toBeVisible();
    await expect(toastOf(page)).toHaveCount(0);
    expect(saves).toEqual([]);
  });
  await test.step('closes the dialog while another test runs: it ends, and a third can be started at once', async () => {
    await widget.getByRole('button', { name: 'Test Again' }).click();
    await expect(widget.getByText('Testing your connection...')).toBeVisible();
    await expect(widget.getByRole('button', { name: 'Test Again' })).toHaveCount(0);
    await expect(widget.getByText('Mbps download')).toBeVisible();
    const measuring = page.workers();
    expect(measuring).not.toEqual([]);
    const ended = Promise.all(measuring.map((worker) => worker.waitForEvent('close')));
    await page.keyboard.press('Escape');
    await ended;
    await expect(widget).toHaveCount(0);
    const opener = page.getByRole('button', { name: 'Speed Test' }).first();
    await expect(opener).toBeFocused();
    await opener.click();
    await widget.getByRole('button', { name: 'Start test' }).click();
    await expect(widget.getByText('Mbps download')).toBeVisible();
    // It would count as a test of this address in the next test.
    await page.keyboard.press('Escape');
    await expect(widget).toHaveCount(0);
  });
});

test('a customer tests the line, and staff can see how the test ran', { tag: '@long' }, async ({
  page,
  portal,
  customer,
  newDevice,
}) => {
  await page.goto('/dashboard?tab=speedtest');
  const widget = speedTestOf(page);
  await test.step('finds the result in the history, and the focus stays in the test', async () => {
    await expect(page.getByText('No speed tests recorded')).toBeVisible();
    await widget.getByRole('button', { name: 'Start test' }).focus();
    await measure(widget);
    await expectToast(page, 'Speed test completed', 'Your results have been saved to your account.');
    await expect(page.getByText('No speed tests recorded')).toHaveCount(0);
    await expect(widget).toBeFocused();
    expect(await findBarriers(page)).toEqual([]);
  });
  await test.step('staff see how the test ran and that the server counted it too', async () => {
    const desk = await newDevice();
    await signIn(desk, portal.origin, DEMO_STAFF);
    const staffPage = await desk.newPage();
    await staffPage.goto(`/admin/customers?${new URLSearchParams({ search: customer.email })}`);
    await staffPage.getByRole('listitem').filter({ hasText: customer.email }).getByRole('link').first().click();
    await expect(staffPage.getByText('Confirmed by our server')).toBeVisible();
    await staffPage.getByText('How it ran').click();
    await expect(staffPage.getByText(/^Download: [\d.,]+ Mbps of payload, 2\.3 s in steps of 50 ms$/)).toBeVisible();
    await expect(staffPage.getByText(/^Upload: [\d.,]+ Mbps of payload, [\d.]+ s in steps of 50 ms$/)).toBeVisible();
    expect(await findBarriers(staffPage)).toEqual([]);
    expect(await findOverflow(staffPage)).toEqual([]);
  });
});

test('with less data a customer needs little more than half of it and less time', { tag: '@long' }, async ({
  page,
  customer: _customer,
}) => {
  await page.goto('/dashboard?tab=speedtest');
  const widget = speedTestOf(page);
  await test.step('is shown this before and after', async () => {
    await useLessData(widget);
    await expect(widget.getByText('Takes 3 seconds')).toBeVisible();
    await expect(widget.getByText(/about 3 MB at 10 Mbps and 31 MB at 100 Mbps/)).toBeVisible();
    // Not by a route: the browser would then pass every upload of the test to Playwright.
    await page.evaluate(() => {
      const { fetch } = window;
      window.fetch = async (input, init) => {
        if (init?.method !== 'POST' || !String(input).endsWith('/api/user/speedtest')) return fetch(input, init);
        window.fetch = fetch;
        return new Response('{"success":false,"message":"The service is busy."}', { status: 503 });
      };
    });
    await measure(widget);
    await expect(widget.getByText('Measured with less data: less exact than the full test.')).toBeVisible();
    await widget.getByRole('checkbox', { name: 'Use less data' }).uncheck();
    await expect(widget.getByText(/^This test used \d+ MB\. The next one uses about \d+ MB\.$/)).toBeVisible();
  });
  await test.step('is told when the result could not be saved, keeps it on screen and saves it again', async () => {
    await expectFailure(page, 'Error', 'Failed to save speed test results');
    const { downloadMbps } = await figuresOf(widget);
    await widget.getByRole('button', { name: 'Save result' }).click();
    await expectToast(page, 'Speed test completed');
    expect((await figuresOf(widget)).downloadMbps).toBe(downloadMbps);
    await expect(widget.getByRole('button', { name: 'Save result' })).toHaveCount(0);
  });
});

test.describe('with the service worker in control', () => {
  test.use({ serviceWorkers: 'allow' });

  test('no request of a test passes through it', { tag: '@long' }, async ({ page }) => {
    await page.goto('/');
    // The worker controls a page from the visit after the one that installs it.
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const widget = await openOnLandingPage(page);
    expect(await page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
    const timings = await watchTimings(page);
    await useLessData(widget);
    await measure(widget);
    const seen = await timings();
    const measured = seen.filter(({ path }) => path.startsWith('/speedtest/'));
    // Whether or not it includes the meter, which lasts as long as the worker that would record it.
    expect(measured.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/speedtest/session', '/speedtest/empty', '/speedtest/garbage']),
    );
    expect(measured.filter(({ workerStart }) => workerStart > 0)).toEqual([]);
    // It does handle the portal's own files.
    expect(seen.filter(({ path, workerStart }) => path.startsWith('/assets/') && workerStart > 0)).not.toEqual([]);
  });
});

test.describe('an aborted test', () => {
  test('an address that tests too often is told so, and Retry measures once a test has ended', {
    tag: '@long',
  }, async ({ page, watch, portal }) => {
    watch.expectRefusal({ status: 429, path: /^\/speedtest\/session$/ });
    const others = await Promise.all([1, 2, 3].map(() => occupySlot(portal.origin)));
    const widget = await openOnLandingPage(page);
    await widget.getByRole('button', { name: 'Start test' }).click();
    await expect(widget.getByRole('alert')).toContainText('There were too many speed tests.');
    for (const end of others) end();
    await useLessData(widget);
    await measure(widget);
  });

  test('ends and shows why', { tag: '@long' }, async ({ page, context, watch }) => {
    const widget = await openOnLandingPage(page);
    await test.step('a page that goes into the background ends its test', async () => {
      await widget.getByRole('button', { name: 'Start test' }).click();
      await expect(widget.getByText('Mbps download')).toBeVisible();
      await page.evaluate(() => {
        const toTheBackground = (hidden: boolean) => {
          Object.defineProperty(document, 'hidden', { get: () => hidden, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'));
        };
        toTheBackground(true);
        toTheBackground(false);
      });
      await expect(widget.getByRole('alert')).toContainText('this page was in the background');
      expect(await findBarriers(page)).toEqual([]);
    });
    await test.step('a lost connection is reported as lost', async () => {
      watch.expectLostRequests();
      // Tests aborted before this one count for the address until the server has noticed.
      watch.expectRefusal({ status: 429, path: /^\/speedtest\/session$/ });
      await expect(async () => {
        await openOnLandingPage(page);
        await widget.getByRole('button', { name: 'Start test' }).click({ timeout: 1000 });
        await expect(widget.getByText('Mbps download')).toBeVisible({ timeout: 3000 });
      }).toPass();
      await context.setOffline(true);
      await expect(widget.getByRole('alert')).toContainText('You are offline. Connect and try again.');
      await context.setOffline(false);
    });
  });
});

/**
 * Starts another visitor's test from the same address; it lasts until the returned function is
 * called.
 */
async function occupySlot(origin: string): Promise<() => void> {
  const end = new AbortController();
  const opened = await fetch(`${origin}/speedtest/session`, { method: 'POST' });
  const { session } = (await opened.json()) as { session: string };
  const metered = await fetch(`${origin}/speedtest/meter?session=${session}`, { signal: end.signal });
  // A response that is not read is garbage collected, and its connection closed.
  metered.text().catch(() => undefined);
  return () => end.abort();
}

/**
 * A LibreSpeed server like the PHP version: no sessions, no meter, and pages of other origins
 * allowed.
 */
function openLibreSpeed() {
  const chunk = Buffer.alloc(256 * 1024, 7);
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'Content-Encoding, Content-Type');
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/backend/garbage.php') {
      const timer = setInterval(() => response.write(chunk), 10);
      response.on('close', () => clearInterval(timer));
      return;
    }
    request.resume();
    request.on('end', () => response.writeHead(pathname === '/backend/empty.php' ? 200 : 404).end());
  });
  return new Promise<{ origin: string; close: () => void }>((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve({
        origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        close: () => {
          server.closeAllConnections();
          server.close();
        },
      }),
    ),
  );
}

test('a foreign LibreSpeed server is used, named, and its upload marked as less exact', {
  tag: '@long',
}, async ({ page, watch, portal }) => {
  const foreign = await openLibreSpeed();
  for (const path of [/^\/speedtest\/session$/, /^\/backend\/empty$/, /^\/empty(\.php)?$/]) {
    watch.expectRefusal({ status: 404, path });
  }
  await portal.kill();
  await portal.restart({ RECONCILE_INTERVAL_S: '3600', SPEED_TEST_ORIGIN: foreign.origin });
  try {
    const widget = await openOnLandingPage(page);
    await expect(widget.getByText(/^Measured over TCP from this browser to 127\.0\.0\.1:\d+\./)).toBeVisible();
    await measure(widget);
    await expect(
      widget.getByText(/^Measured against 127\.0\.0\.1:\d+, which is not our own server\. Its upload was counted in/),
    ).toBeVisible();
  } finally {
    foreign.close();
    await portal.kill();
    await portal.restart();
  }
});

test('a standalone test server of our own measures the pages of the portal, and a customer’s result is stored unconfirmed', {
  tag: '@long',
}, async ({ page, portal, customer: _customer }) => {
  const edge = runServer({
    SPEEDTEST_PORT: String(await findFreePort()),
    SPEEDTEST_ALLOWED_ORIGINS: portal.origin,
    SPEED_TEST_FASTEST_MBPS: '150',
  });
  await portal.kill();
  try {
    const { origin } = new URL(await edge.address);
    await portal.restart({ RECONCILE_INTERVAL_S: '3600', SPEED_TEST_ORIGIN: origin });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto('/dashboard?tab=speedtest');
    const widget = speedTestOf(page);
    await measure(widget);
    await expectToast(page, 'Speed test completed');
    // Its meter counts there: the page mentions neither a foreign server nor an upload counted in
    // the browser.
    await expect(widget.getByText(/not our own server/)).toHaveCount(0);
    // On one machine it may round down to 0.
    expect((await figuresOf(widget)).pingMs).toBeGreaterThanOrEqual(0);
    expect(asked.filter((url) => url.startsWith(`${origin}/speedtest/meter`)).length).toBeGreaterThan(0);
    expect(asked.filter((url) => url.startsWith(`${portal.origin}/speedtest/`))).toEqual([]);
    const [kept] = await (await page.request.get('/api/user/speedtest')).json();
    expect(kept.how).toMatchObject({ foreignServer: null, uploadCountedBy: 'server', confirmed: false });
  } finally {
    await page.goto('about:blank');
    edge.process.kill();
    await edge.ended;
    await portal.kill();
    await portal.restart();
  }
});
