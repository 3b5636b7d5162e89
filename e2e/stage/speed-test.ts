import type { Locator, Page } from '@playwright/test';
import { type Line, type LineLog, openShapedLine } from '../../bench/speed-test/open-shaped-line.ts';
import { comeAlive } from './come-alive.ts';
import { expect } from './stage.ts';

const MOST_TRIES = 4;

export type Figures = { readonly downloadMbps: number; readonly uploadMbps: number; readonly pingMs: number };

export function speedTestOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Speed test', exact: true });
}

/** The figures of a finished test as the widget shows them. */
export async function figuresOf(widget: Locator): Promise<Figures> {
  const read = async (label: string): Promise<number> => {
    const term = widget.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) });
    const text = await term.locator('xpath=following-sibling::dd').innerText();
    return Number.parseFloat(text.replaceAll(',', ''));
  };
  return { downloadMbps: await read('Download'), uploadMbps: await read('Upload'), pingMs: await read('Ping') };
}

/** Runs a test and waits for its end, whichever it is; `meanwhile` is called once it runs. */
export async function runTest(widget: Locator, meanwhile = async () => {}): Promise<'done' | 'failed'> {
  await widget.getByRole('button', { name: /^(Start test|Test Again|Retry)$/ }).click();
  await expect(widget.getByText('Testing your connection...')).toBeVisible();
  await meanwhile();
  const end = widget.getByRole('button', { name: /^(Test Again|Retry)$/ });
  await expect(end).toBeVisible({ timeout: 20_000 });
  return (await end.innerText()) === 'Retry' ? 'failed' : 'done';
}

/** Runs tests until one is done. On a machine that keeps its programs waiting the widget rightly refuses to tell a figure. */
export async function measure(widget: Locator, meanwhile?: () => Promise<void>): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) if ((await runTest(widget, meanwhile)) === 'done') return;
  throw new Error(`no speed test of ${MOST_TRIES} came to an end: ${await widget.innerText()}`);
}

export type TestOverLine = {
  /** Null where the widget told none. */
  readonly figures: Figures | null;
  /** The widget says that this device was too busy to measure well. */
  readonly busy: boolean;
  readonly log: LineLog;
};

/** Opens the landing page over a line of this speed and runs its speed test. What the line did meanwhile is told with the result. */
export async function testOver(page: Page, line: Line, portalOrigin: string): Promise<TestOverLine> {
  const shaped = await openShapedLine(line, Number(new URL(portalOrigin).port));
  try {
    await page.goto(shaped.origin);
    await comeAlive(page);
    await page.getByRole('button', { name: 'Speed Test' }).first().click();
    const widget = speedTestOf(page);
    await expect(widget).toBeVisible();
    const before = await shaped.log();
    const end = await runTest(widget);
    const log = await shaped.log();
    const busy = (await widget.getByText('This device was busy during the test').count()) > 0;
    return {
      figures: end === 'done' ? await figuresOf(widget) : null,
      busy,
      log: { ...log, lostMs: log.lostMs - before.lostMs },
    };
  } finally {
    shaped.close();
  }
}
