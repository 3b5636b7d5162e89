import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext } from '@playwright/test';
import { ELEMENT_KEY, type WebDriver, WebDriverError } from './drivers/web-driver.ts';
import { describe, findInPage, type Target, toSend, type Words } from './find-in-page.ts';

/** As long as the other browser tests wait, and the time of a command itself. */
const WITHIN_MS = 15_000;
/** Each look takes the page's own time. */
const POLL_MS = 100;

/** The page has moved on since the element was found, or something still covers it. */
const PASSING = ['stale element reference', 'element click intercepted', 'element not interactable'];

const TESTING_LIBRARY = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
);
/** Errors before this are known from what the browser prints, where it prints any. */
const PREPARE = `
  const exports = {}, module = {};
  (function () { ${TESTING_LIBRARY}
  }).call(window);
  // In one script with the library: in Firefox each script has a RegExp of its own.
  const find = ${findInPage};
  window.findInPage = (target) => find(exports, target);
  const errors = window.pageErrors = [];
  window.addEventListener('error', ({ message }) => errors.push(message));
  window.addEventListener('unhandledrejection', ({ reason }) => errors.push('unhandled: ' + reason));
  document.addEventListener('securitypolicyviolation', (event) =>
    errors.push(event.violatedDirective + ' refused ' + event.blockedURI));
  const report = window.console.error;
  window.console.error = (...words) => { errors.push(words.join(' ')); report(...words); };
`;

/** What a person does in a window, in any engine. Each waits until it can be done, or throws what was missing. */
export type EnginePage = {
  /** Opens a path and waits until its buttons work. */
  readonly open: (path: string) => Promise<void>;
  readonly reload: () => Promise<void>;
  readonly press: (target: Target) => Promise<void>;
  /** Replaces the text of a field, by its label or otherwise. */
  readonly fill: (field: string | Target, text: string) => Promise<void>;
  /** Presses keys, one after the other, on what has the focus. */
  readonly keys: (...keys: string[]) => Promise<void>;
  /** Chooses the option that begins with these words. */
  readonly choose: (label: Words, option: string) => Promise<void>;
  /** Gives a file to a file field, which may be hidden behind a button. */
  readonly attach: (path: string) => Promise<void>;
  readonly shows: (target: Target) => Promise<void>;
  /** The text is somewhere on the page as it is seen. */
  readonly reads: (words: Words) => Promise<void>;
  readonly readsNoMore: (words: Words) => Promise<void>;
  /** The text of a field. */
  readonly holds: (label: Words, text: string) => Promise<void>;
  /** Waits until the window is at this path. */
  readonly isAt: (path: string) => Promise<void>;
  /** The value of an expression in the page. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  /** Waits until the expression is true in the page. */
  readonly becomes: (expression: string) => Promise<void>;
  /** Goes on in the window that the page has opened. */
  readonly enterNewWindow: () => Promise<void>;
  /** Waits until that window is closed and goes on in the first. */
  readonly returnToFirstWindow: () => Promise<void>;
  readonly resize: (width: number, height: number) => Promise<void>;
  /** The session of somebody who has signed in without the screens. */
  readonly takeSession: (device: Pick<BrowserContext, 'cookies'>) => Promise<void>;
  readonly addAuthenticator: WebDriver['addAuthenticator'];
  /** Errors in the console and uncaught ones, as far as the engine tells them. */
  readonly errors: () => Promise<readonly string[]>;
  readonly text: () => Promise<string>;
  readonly screenshot: () => Promise<Buffer>;
};

/** Drives one browser whose pages come from `origin`. */
export function openEnginePage(driver: WebDriver, origin: string): EnginePage {
  const seen = new Set<string>();
  const run = (script: string, ...args: unknown[]): Promise<unknown> => driver.send('ExecuteScript', { script, args });
  const collectErrors = async (): Promise<void> => {
    const errors = (await run('return window.pageErrors ?? []').catch(() => [])) as string[];
    for (const error of errors) seen.add(error);
  };
  const find = async (target: Target): Promise<string[]> => {
    const ask = (): Promise<unknown> => run('return window.findInPage?.(arguments[0]) ?? null', toSend(target));
    let found = await ask();
    if (found === null) {
      await run(PREPARE);
      found = await ask();
    }
    return ((found ?? []) as Record<string, string>[]).map((element) => element[ELEMENT_KEY] ?? '');
  };
  /** Tries until `attempt` returns something; `what` is the step, for the error. */
  const until = async <Result>(what: string, attempt: () => Promise<Result | null>): Promise<Result> => {
    let last = '';
    for (const end = performance.now() + WITHIN_MS; performance.now() < end; await sleep(POLL_MS)) {
      try {
        const result = await attempt();
        if (result !== null) return result;
      } catch (error) {
        if (!(error instanceof WebDriverError)) throw error;
        last = ` (${error.message.split('\n')[0]})`;
        if (!PASSING.includes(error.code) && !isBetweenPages(error)) break;
      }
    }
    throw new Error(`Step not done: ${what}${last}`);
  };
  const isTrue = (what: string, expression: string, ...args: unknown[]): Promise<boolean> =>
    until(what, async () => ((await run(`return Boolean(${expression})`, ...args)) ? true : null));
  const use = (what: string, target: Target, action: (id: string) => Promise<void>): Promise<true> =>
    until(`${what} ${describe(target)}`, async () => {
      const [id] = await find(target);
      if (id === undefined) return null;
      await action(id);
      return true;
    });
  const click = (id: string): Promise<unknown> => driver.send('ElementClick', { id });
  const awaitReady = (): Promise<boolean> => isTrue('wait until the buttons of the page work', HYDRATED);
  const bodyMatches = (words: Words): [string, ...unknown[]] =>
    typeof words === 'string'
      ? ['document.body.innerText.includes(arguments[0])', words]
      : ['new RegExp(arguments[0], arguments[1]).test(document.body.innerText)', words.source, words.flags];
  return {
    open: async (path) => {
      await collectErrors();
      await driver.send('Navigate', { url: origin + path });
      await awaitReady();
    },
    reload: async () => {
      await collectErrors();
      await driver.send('Refresh');
      await awaitReady();
    },
    press: async (target) => {
      await use('press', target, async (id) => void (await click(id)));
      await collectErrors();
    },
    fill: async (field, text) => {
      await use('fill in', typeof field === 'string' ? { label: field } : field, async (id) => {
        await driver.send('ElementClear', { id });
        await driver.send('ElementSendKeys', { id, text });
      });
    },
    keys: async (...keys) => {
      const actions = [
        ...keys.map((value) => ({ type: 'keyDown', value })),
        ...keys.toReversed().map((value) => ({ type: 'keyUp', value })),
      ];
      await driver.send('PerformActions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
    },
    choose: async (label, option) => {
      await until(`choose "${option}" in the field "${label}"`, async () => {
        const [id] = await find({ label });
        const script = 'return [...arguments[0].options].find(({ text }) => text.startsWith(arguments[1])) ?? null';
        const found = id === undefined ? null : await run(script, { [ELEMENT_KEY]: id }, option);
        if (found === null) return null;
        await click((found as Record<string, string>)[ELEMENT_KEY] ?? '');
        return true;
      });
    },
    attach: async (path) => {
      const [field] = (await until('find the field for a file', async () => {
        const fields = (await run("return [...document.querySelectorAll('input[type=file]')]")) as object[];
        return fields.length > 0 ? fields : null;
      })) as Record<string, string>[];
      await driver.send('ElementSendKeys', { id: field?.[ELEMENT_KEY], text: path });
    },
    shows: async (target) => {
      await use('see', target, async () => {});
    },
    reads: async (words) => {
      const [expression, ...args] = bodyMatches(words);
      await isTrue(`read ${words}`, expression, ...args);
    },
    readsNoMore: async (words) => {
      const [expression, ...args] = bodyMatches(words);
      await isTrue(`read no more ${words}`, `!(${expression})`, ...args);
    },
    holds: async (label, text) => {
      await until(`read "${text}" in the field "${label}"`, async () => {
        const [id] = await find({ label });
        if (id === undefined) return null;
        const value = await run('return arguments[0].value', { [ELEMENT_KEY]: id });
        return value === text ? true : null;
      });
    },
    isAt: async (path) => {
      await isTrue(`arrive at ${path}`, 'location.pathname + location.search === arguments[0]', path);
    },
    evaluate: (expression) => run(`return ${expression}`),
    becomes: async (expression) => {
      await isTrue(`wait until ${expression}`, expression);
    },
    enterNewWindow: async () => {
      const first = await driver.send('GetWindowHandle');
      const handle = await until('wait for a new window', async () => {
        const handles = (await driver.send('GetWindowHandles')) as string[];
        return handles.find((each) => each !== first) ?? null;
      });
      await driver.send('SwitchToWindow', { handle });
    },
    returnToFirstWindow: async () => {
      const [handle] = await until('wait until the window is closed', async () => {
        const handles = (await driver.send('GetWindowHandles')) as string[];
        return handles.length === 1 ? handles : null;
      });
      await driver.send('SwitchToWindow', { handle });
    },
    resize: async (width, height) => {
      await driver.send('SetWindowRect', { width, height });
    },
    takeSession: async (device) => {
      // A cookie can be set only for the page that is open.
      await driver.send('Navigate', { url: `${origin}/robots.txt` });
      for (const { name, value } of await device.cookies(origin))
        await driver.send('AddCookie', { cookie: { name, value, path: '/', httpOnly: true, sameSite: 'Lax' } });
    },
    addAuthenticator: driver.addAuthenticator,
    errors: async () => {
      await collectErrors();
      return [...seen, ...driver.printedErrors()];
    },
    text: async () => String(await run('return document.body.innerText')),
    screenshot: async () => Buffer.from(String(await driver.send('TakeScreenshot')), 'base64'),
  };
}

/** React has taken over the page, or the page is not the portal's: a gateway's. */
const HYDRATED = `
  (() => {
    const root = document.querySelector('#root, #console');
    return document.readyState === 'complete' &&
      (root === null || Object.keys(root).some((key) => key.startsWith('__reactContainer')));
  })()`;

/** The script was running while the page changed. */
function isBetweenPages({ code, message }: WebDriverError): boolean {
  return (
    ['no such window', 'no such frame', 'javascript error', 'unknown error'].includes(code) &&
    /unload|navigat|document|destroyed/i.test(message)
  );
}
