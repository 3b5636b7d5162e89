import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EnginePrograms } from '../../../tools/run/programs/find-engines.ts';
import { type Look, type WebDriver, WebDriverError } from './web-driver.ts';

/** Not what Firefox's own loader of experiments prints, which has no network. */
const ERROR_OF_A_PAGE = /^(console\.(error|warn): (?!RSLoader)|JavaScript (error|warning): http).*/gm;
const START_WITHIN_MS = 60_000;

/** https://searchfox.org/mozilla-central/source/remote/shared/RecommendedPreferences.sys.mjs has the others. */
const PREFERENCES = {
  // Any free port; Firefox writes it into its profile.
  'marionette.port': 0,
  // Its own services on the internet.
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'browser.startup.page': 0,
  'browser.newtabpage.enabled': false,
  // What the pages print, on standard output, without what Firefox's own parts print.
  'browser.dom.window.dump.enabled': true,
  'devtools.console.stdout.content': true,
  'devtools.console.stdout.chrome': false,
  // The authenticator that WebDriver adds, and no real one.
  'security.webauth.webauthn_enable_softtoken': true,
  'security.webauth.webauthn_enable_usbtoken': false,
  'intl.accept_languages': 'en-NG,en',
  // Scrolls at once: WebDriver clicks where the element was.
  'ui.prefersReducedMotion': 1,
};

/** [type, id, error, result]: https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html */
type Answer = readonly [1, number, { readonly error: string; readonly message: string } | null, unknown];

/** Starts Firefox with a new profile, without a window on screen, and opens a session over Marionette. */
export async function startFirefox(
  { browser: program }: Pick<EnginePrograms, 'browser'>,
  { dark }: Look,
): Promise<WebDriver> {
  const profile = mkdtempSync(join(tmpdir(), 'portal-firefox-'));
  const preferences = { ...PREFERENCES, 'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1 };
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const browser = spawn(program, ['--headless', '--marionette', '--no-remote', '--profile', profile, 'about:blank'], {
    // Fonts, caches and locks of its own.
    env: { ...process.env, HOME: profile, MOZ_HEADLESS_WIDTH: '1280', MOZ_HEADLESS_HEIGHT: '900' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed: string[] = [];
  for (const stream of [browser.stdout, browser.stderr])
    stream.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
  const close = async (): Promise<void> => {
    if (browser.exitCode === null) {
      browser.kill('SIGKILL');
      await once(browser, 'exit');
    }
    rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
  };
  try {
    const marionette = openMarionette(connect(await readPort(browser, profile), '127.0.0.1'));
    const { capabilities } = (await marionette('WebDriver:NewSession', {})) as {
      capabilities: { browserVersion: string };
    };
    return {
      version: `Firefox ${capabilities.browserVersion}`,
      send: (command, parameters = {}) => marionette(`WebDriver:${command}`, parameters),
      addAuthenticator: async () => {
        await marionette('WebAuthn:AddVirtualAuthenticator', {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserConsenting: true,
          isUserVerified: true,
        });
      },
      printedErrors: () => printed.join('').match(ERROR_OF_A_PAGE) ?? [],
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function readPort(browser: ChildProcess, profile: string): Promise<number> {
  for (const until = performance.now() + START_WITHIN_MS; performance.now() < until; await sleep(50)) {
    if (browser.exitCode !== null) throw new Error(`Firefox has ended with exit code ${browser.exitCode}`);
    const port = Number(readIfThere(join(profile, 'MarionetteActivePort')));
    if (port > 0) return port;
  }
  throw new Error(`Firefox has not opened a port within ${START_WITHIN_MS / 1000} s`);
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Messages are JSON after their length in bytes and a colon. */
function openMarionette(socket: Socket) {
  let received = Buffer.alloc(0);
  let lastId = 0;
  const waiting = new Map<number, PromiseWithResolvers<Answer>>();
  socket.on('error', () => {});
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has closed the connection'));
  });
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const colon = received.indexOf(':');
      const end = colon + 1 + Number(received.subarray(0, colon));
      if (colon < 0 || received.length < end) return;
      const message: unknown = JSON.parse(received.subarray(colon + 1, end).toString());
      received = received.subarray(end);
      // The greeting is an object.
      if (Array.isArray(message)) waiting.get(message[1])?.resolve(message as unknown as Answer);
    }
  });
  return async (name: string, parameters: object): Promise<unknown> => {
    lastId += 1;
    const id = lastId;
    const message = JSON.stringify([0, id, name, parameters]);
    const answered = Promise.withResolvers<Answer>();
    waiting.set(id, answered);
    socket.write(`${Buffer.byteLength(message)}:${message}`);
    const [, , error, result] = await answered.promise;
    waiting.delete(id);
    if (error) throw new WebDriverError(error.error, error.message);
    return result !== null && typeof result === 'object' && 'value' in result ? result.value : result;
  };
}
