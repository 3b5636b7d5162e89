import { expect, type Page } from '@playwright/test';

/** What may move without anybody losing their place. */
const MOST = 0.02;

/** A slow line: what has no room kept for it arrives when the page has long been drawn. */
const SLOW_LINE = { offline: false, latency: 150, downloadThroughput: 250_000, uploadThroughput: 100_000 };

declare global {
  interface Window {
    shifts: { value: number; moved: string }[];
  }
}

/** The line of one window, and what moves on the pages that it opens. */
export type ShiftWatch = {
  readonly slowDown: () => Promise<void>;
  /** Nothing stays in the browser's cache. */
  readonly forget: () => Promise<void>;
  /** Fails, softly, where more has moved on the page that is open than a reader would put up with. */
  readonly expectStill: (what: string) => Promise<void>;
};

export async function watchShifts(page: Page): Promise<ShiftWatch> {
  await page.addInitScript(noteShifts);
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  return {
    slowDown: async () => void (await line.send('Network.emulateNetworkConditions', SLOW_LINE)),
    forget: async () => void (await line.send('Network.clearBrowserCache')),
    expectStill: async (what) => {
      // What moved is told after the frame that shows it.
      await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))));
      const shifts = await page.evaluate(() => window.shifts);
      const sum = shifts.reduce((total, { value }) => total + value, 0);
      expect.soft(sum, `${what}: ${shifts.map(({ moved }) => moved).join('; ')}`).toBeLessThanOrEqual(MOST);
    },
  };
}

/** Runs in the page, before anything else. */
function noteShifts(): void {
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
