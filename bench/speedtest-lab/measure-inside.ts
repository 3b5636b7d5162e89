import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { chromiumLaunch } from '../../e2e/fixtures/browser/chromium.ts';
import { watchOtherWork } from '../load/processor-time.ts';
import { startPortal } from '../portal/portal-process.ts';
import { type RunningProgram, startProgram } from '../portal/program-process.ts';
import type { Line } from '../speed-test/open-shaped-line.ts';
import { type ClientName, type FarEnds, type Reading, runClient } from './lab-clients.ts';
import { inside, SERVER, SERVER_ADDRESS } from './lab-network.ts';

const PORTAL_PORT = 3000;
const YARDSTICK_PORT = 3001;
/** How often a client without a result is run again. */
const MORE_TRIES = 3;

export type LabOrder = {
  readonly line: Line;
  readonly clients: readonly ClientName[];
  readonly runs: number;
  readonly librespeedDir: string;
};

/** One line of this program's output. */
export type LabRun = {
  readonly client: ClientName;
  /** The share of the processors (0 to 1) used by other programs and by the line itself. */
  readonly otherWork: number;
} & ({ readonly reading: Reading; readonly seconds: number } | { readonly refusal: string });

const tell = (run: LabRun): void => console.log(JSON.stringify(run));

/** The real portal and the servers of the other clients, at the far end of the line. */
async function startFarEnds(folder: string, librespeedDir: string) {
  const through = inside(SERVER);
  const portal = await startPortal({
    port: PORTAL_PORT,
    host: SERVER_ADDRESS,
    through,
    dataDir: join(folder, 'data'),
    logFile: join(folder, 'portal.log'),
    env: { SPEED_TEST_DAILY_GB_PER_ADDRESS: '100000' },
  });
  const running: RunningProgram[] = [portal];
  const stop = async (): Promise<void> => {
    for (const server of running) await server.stop();
  };
  try {
    const origin = `http://${SERVER_ADDRESS}:${YARDSTICK_PORT}`;
    const file = join(import.meta.dirname, 'yardstick-server.ts');
    running.push(
      await startProgram({
        name: 'the yardstick server',
        command: [...through, process.execPath, file, SERVER_ADDRESS, String(YARDSTICK_PORT), librespeedDir],
        env: {},
        logFile: join(folder, 'yardstick.log'),
        readyUrl: `${origin}/readyz`,
      }),
    );
    return { ends: { portal: portal.origin, yardstick: origin }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** All clients in turn, so that a temporary disturbance affects all of them. */
async function runAll(browser: Browser, ends: FarEnds, { line, clients, runs }: LabOrder): Promise<void> {
  for (let round = 0; round < runs; round += 1) {
    for (const client of clients) {
      for (let tries = 0; tries <= MORE_TRIES; tries += 1) {
        const watch = watchOtherWork();
        const result = await runClient(browser, client, { ends, line });
        const otherWork = watch();
        tell(typeof result === 'string' ? { client, otherWork, refusal: result } : { client, otherWork, ...result });
        if (typeof result !== 'string') break;
      }
    }
  }
}

async function openBrowser(ends: FarEnds): Promise<Browser> {
  const { executablePath, args } = chromiumLaunch();
  // As over HTTPS: a plain address that is not this machine's own lacks APIs that the portal's
  // pages use.
  const secure = `--unsafely-treat-insecure-origin-as-secure=${ends.portal},${ends.yardstick}`;
  return chromium.launch({ executablePath, args: [...args, secure], handleSIGINT: false, handleSIGTERM: false });
}

const order: LabOrder = JSON.parse(process.argv[2] ?? '');
const folder = mkdtempSync(join(tmpdir(), 'portal-lab-'));
// The embedded database may run under an account of its own, which needs access.
chmodSync(folder, 0o711);
// Calls that wait for the browser then fail, and everything is shut down in order.
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());
try {
  const { ends, stop } = await startFarEnds(folder, order.librespeedDir);
  try {
    interruption.signal.throwIfAborted();
    const browser = await openBrowser(ends);
    interruption.signal.addEventListener('abort', () => void browser.close());
    try {
      await runAll(browser, ends, order);
    } finally {
      await browser.close();
    }
  } finally {
    await stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
