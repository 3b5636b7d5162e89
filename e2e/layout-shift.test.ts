import { haveArrived } from './stage/come-alive.ts';
import { become } from './stage/screens.ts';
import { expect, type Page, test } from './stage/stage.ts';

const MOST = 0.02;
const PLACES = [
  ...(['/', '/plans', '/support', '/about', '/status', '/login'] as const).map((path) => ({
    path,
    viewer: 'visitor' as const,
  })),
  ...(['/dashboard', '/profile?tab=billing', '/payment'] as const).map((path) => ({
    path,
    viewer: 'demo customer' as const,
  })),
  { path: '/dashboard', viewer: 'demo customer' as const, language: 'yo' as const },
].map((place) => ({ language: 'en' as const, ...place }));

/** A slow line: what has no room kept for it arrives when the page has long been drawn. */
const SLOW_LINE = { offline: false, latency: 150, downloadThroughput: 250_000, uploadThroughput: 100_000 };

declare global {
  interface Window {
    shifts: { value: number; moved: string }[];
  }
}

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const { path, viewer, language } of PLACES) {
  test(`nothing on ${path} in ${language} moves under the eyes of a ${viewer} when the rest arrives over a slow line`, async ({
    page,
    context,
    portal,
  }) => {
    await become(viewer, context, portal.origin);
    await page.addInitScript(watchShifts);
    await page.addInitScript((code) => localStorage.setItem('language', code), language);
    const line = await context.newCDPSession(page);
    await line.send('Network.enable');
    await line.send('Network.emulateNetworkConditions', SLOW_LINE);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await line.send('Network.clearBrowserCache');
      await page.goto(path);
      await walkDown(page);
      const shifts = await page.evaluate(() => window.shifts);
      const sum = shifts.reduce((total, { value }) => total + value, 0);
      expect.soft(sum, `${width} px: ${shifts.map(({ moved }) => moved).join('; ')}`).toBeLessThanOrEqual(MOST);
    }
  });
}

/** Runs in the page, before anything else. */
function watchShifts(): void {
  window.shifts = [];
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
  const note = (shift: Shift) => {
    if (shift.hadRecentInput) return;
    const moved = shift.sources.map(({ node }) => (node instanceof Element ? node.outerHTML : node?.textContent) ?? '');
    window.shifts.push({
      value: shift.value,
      moved: `${shift.value.toFixed(4)} ${moved.map((html) => html.slice(0, 120)).join(' | ')}`,
    });
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) note(entry as Shift);
  }).observe({ type: 'layout-shift', buffered: true });
}

/** A window at a time to the foot of the page, each looked at once what it asked for has come. */
async function walkDown(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await haveArrived(page);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < height; top += 600) {
    await page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), top);
    await haveArrived(page);
  }
  // What moved is told after the frame that shows it.
  await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))));
}
