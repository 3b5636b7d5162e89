import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import type { Line } from '../speed-test/open-shaped-line.ts';

/** A client's result for a line. */
export type Reading = { readonly downloadMbps: number; readonly uploadMbps: number; readonly pingMs: number };

export type ClientName = 'portal' | 'cloudflare' | 'librespeed';

/** The addresses of the servers. */
export type FarEnds = { readonly portal: string; readonly yardstick: string };

const PATIENCE_MS = 180_000;
const LOOK_EVERY_MS = 100;
/** Below this Cloudflare's client would test for more than a minute. */
const SLOW_MBPS = 20;

/** Reads the widget's result before the page rounds it. */
const OVERHEAR = `{
  const Original = Worker;
  globalThis.Worker = class extends Original {
    constructor(...of) {
      super(...of);
      this.addEventListener('message', ({ data }) => {
        if (data.kind === 'finished') globalThis.labResult = data.result;
        if (data.kind === 'failed') globalThis.labResult = { error: data.reason };
      });
    }
  };
}`;

/** Waits for hydration: before it a prerendered page only shows its buttons. */
const ALIVE = "Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__reactContainer'))";

/**
 * The value of the expression in the page as soon as there is one. Evaluated from outside: the
 * portal's pages evaluate no text.
 */
async function waitFor<Value>(page: Page, expression: string): Promise<Value> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  while (performance.now() < giveUpAt) {
    const value: Value | undefined = await page.evaluate(expression);
    if (value) return value;
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error(`${page.url()} has not finished`);
}

/** Opens the landing page as a visitor and runs the widget in its dialog. */
async function runPortal(page: Page, { portal }: FarEnds): Promise<void> {
  await page.addInitScript({ content: OVERHEAR });
  await page.goto(portal);
  await waitFor(page, ALIVE);
  await page.getByRole('button', { name: 'Speed Test' }).first().click();
  await page.getByRole('button', { name: 'Start test' }).click();
}

const starts: Readonly<Record<ClientName, (page: Page, ends: FarEnds, line: Line) => Promise<unknown>>> = {
  portal: runPortal,
  cloudflare: (page, { yardstick }, { downMbps }) =>
    page.goto(`${yardstick}/cloudflare/?finishMs=${downMbps < SLOW_MBPS ? 600 : 1000}`),
  librespeed: (page, { yardstick }) => page.goto(`${yardstick}/librespeed/`),
};

/**
 * Runs one client once in a window of its own. `seconds` is from the opened page to the result; a
 * string is the reason for a missing result.
 */
export async function runClient(
  browser: Browser,
  client: ClientName,
  { ends, line }: { readonly ends: FarEnds; readonly line: Line },
): Promise<{ readonly reading: Reading; readonly seconds: number } | string> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    await starts[client](page, ends, line);
    const startedAt = performance.now();
    const result = await waitFor<Reading & { readonly error?: string }>(page, 'globalThis.labResult');
    const seconds = (performance.now() - startedAt) / 1000;
    const { downloadMbps, uploadMbps, pingMs, error } = result;
    if (![downloadMbps, uploadMbps, pingMs].every(Number.isFinite)) return error ?? 'no figures';
    return { reading: { downloadMbps, uploadMbps, pingMs }, seconds };
  } finally {
    await context.close();
  }
}
