import type { BrowserContext, Page } from '@playwright/test';
import { gotoSettled } from '../fixtures/browser/requests.ts';

/** What a browser saw that must not be. */
export type Seen = { readonly runs: string[]; readonly violations: string[]; readonly markup: string[]; pages: number };

/** Payloads call `ran`; a policy that stops one tells of it. */
export async function watchContext(context: BrowserContext, seen: Seen): Promise<void> {
  await context.exposeBinding('ran', ({ page }, id) => void seen.runs.push(`${id} ran on ${page.url()}`));
  await context.exposeBinding(
    'refusedByPolicy',
    ({ page }, what) => void seen.violations.push(`${page.url()}: ${what}`),
  );
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      Reflect.get(window, 'refusedByPolicy')(`${effectiveDirective} ${blockedURI} ${sample}`),
    );
  });
  context.on('dialog', (dialog) => {
    seen.runs.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
}

/** Elements that a text has become: those that would run when they are clicked or pointed at, too. */
const findMarkup = (): string[] =>
  [...document.querySelectorAll('*')]
    .filter(
      (element) =>
        element.getAttributeNames().some((name) => /^on/i.test(name)) ||
        // Our own preview of a mail is in a frame without scripts, whose content is looked at as well.
        (element.hasAttribute('srcdoc') &&
          (element.getAttribute('sandbox') ?? 'allow-scripts').includes('allow-scripts')) ||
        ['href', 'src', 'action', 'data', 'formaction'].some((name) =>
          /^\s*(javascript|vbscript|data:text)/i.test(element.getAttribute(name) ?? ''),
        ),
    )
    .map((element) => element.outerHTML.slice(0, 200));

/** Opens an address, waits for what it loads, and looks for what must not be. */
export async function look(page: Page, path: string, seen: Seen): Promise<void> {
  await gotoSettled(page, path);
  await page.waitForFunction(() => document.querySelector('.skeleton, .loading-screen') === null);
  for (const frame of page.frames()) {
    seen.markup.push(...(await frame.evaluate(findMarkup)).map((html) => `${path}: ${html}`));
  }
  seen.pages++;
}
