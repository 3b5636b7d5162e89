import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../../bench/portal/program-process.ts';
import type { EnginePrograms } from '../../../tools/run/programs/find-engines.ts';
import { COMMANDS, type Look, type WebDriver, WebDriverError } from './web-driver.ts';

const START_WITHIN_MS = 60_000;

/** Starts MiniBrowser with nothing stored, on a screen of its own, through WebKitWebDriver. */
export async function startWebKit({ driver, browser, screen }: EnginePrograms, { dark }: Look): Promise<WebDriver> {
  const home = mkdtempSync(join(tmpdir(), 'portal-webkit-'));
  configureToolkit(home);
  const xvfb = spawn(screen, ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const processes = [xvfb];
  const close = async (): Promise<void> => {
    // The driver ends its browser.
    for (const process of processes.reverse()) {
      if (process.exitCode !== null || process.signalCode !== null) continue;
      process.kill('SIGTERM');
      await once(process, 'exit');
    }
    rmSync(home, { recursive: true, force: true, maxRetries: 10 });
  };
  try {
    const [display] = (await once(xvfb.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer];
    const port = await findFreePort();
    const program = spawn(driver, [`--port=${port}`], {
      stdio: 'ignore',
      env: {
        ...process.env,
        HOME: home,
        XDG_CONFIG_HOME: home,
        DISPLAY: `:${display.toString().trim()}`,
        LANGUAGE: 'en_NG:en',
        // There is no graphics card to share buffers with.
        WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      },
    });
    processes.push(program);
    const call = openHttp(`http://127.0.0.1:${port}`);
    await waitUntilReady(call);
    const args = ['--automation', ...(dark ? ['--dark-mode'] : [])];
    const wanted = { 'webkitgtk:browserOptions': { binary: browser, args } };
    const session = (await call('POST', '/session', { capabilities: { alwaysMatch: wanted } })) as {
      sessionId: string;
      capabilities: { browserVersion: string };
    };
    const path = `/session/${session.sessionId}`;
    return {
      version: `WebKitGTK ${session.capabilities.browserVersion}`,
      send: (command, parameters = {}) => {
        const [method, address] = COMMANDS[command];
        const { id = '', ...body } = parameters;
        return call(method, path + address.replace('{id}', String(id)), method === 'POST' ? body : undefined);
      },
      addAuthenticator: null,
      printedErrors: () => [],
      close: async () => {
        await call('DELETE', path).catch(() => {});
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** MiniBrowser's bar would keep the window wider than a phone; and WebDriver clicks where the element was. */
function configureToolkit(home: string): void {
  const folder = join(home, 'gtk-3.0');
  mkdirSync(folder);
  writeFileSync(join(folder, 'gtk.css'), '* { min-width: 0; padding: 0; margin: 0 }');
  writeFileSync(join(folder, 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
}

type Call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;

function openHttp(origin: string): Call {
  return async (method, path, body) => {
    const response = await fetch(origin + path, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await response.json()) as { value: unknown };
    if (response.ok) return value;
    const { error, message } = value as { error: string; message: string };
    throw new WebDriverError(error, message);
  };
}

async function waitUntilReady(call: Call): Promise<void> {
  for (const until = performance.now() + START_WITHIN_MS; performance.now() < until; await sleep(50)) {
    const status = await call('GET', '/status').catch(() => null);
    if (status !== null) return;
  }
  throw new Error(`WebKitWebDriver has not answered within ${START_WITHIN_MS / 1000} s`);
}
