import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Request } from '@playwright/test';
import hausa from '../../apps/web/src/shared/i18n/ha.json' with { type: 'json' };
import igbo from '../../apps/web/src/shared/i18n/ig.json' with { type: 'json' };
import type { LanguageCode } from '../../apps/web/src/shared/i18n/languages.ts';
import longHausa from '../../apps/web/src/shared/i18n/long/ha.json' with { type: 'json' };
import longIgbo from '../../apps/web/src/shared/i18n/long/ig.json' with { type: 'json' };
import longYoruba from '../../apps/web/src/shared/i18n/long/yo.json' with { type: 'json' };
import yoruba from '../../apps/web/src/shared/i18n/yo.json' with { type: 'json' };
import { REPOSITORY } from '../../bench/portal/portal-process.ts';
import { chooseBefore } from '../fixtures/browser/chosen-language.ts';
import { waitForHydration } from '../fixtures/browser/hydration.ts';
import { watchShifts } from '../fixtures/browser/layout-shift.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

const words: Readonly<Record<string, string>> = yoruba;

const DICTIONARIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  yo: { ...yoruba, ...longYoruba },
  ha: { ...hausa, ...longHausa },
  ig: { ...igbo, ...longIgbo },
};

const HEADINGS = {
  '/': 'Your own strand of light.',
  '/plans': 'Plans and prices',
  '/login': 'Sign In',
  '/privacy': 'Privacy Policy',
  '/no-such-place': 'Page Not Found',
};

/** The Yoruba text of an English one. */
function inYoruba(english: string): string {
  const text = words[english];
  if (!text) throw new Error(`not translated: ${english}`);
  return text;
}

const ASSETS = join(REPOSITORY, 'apps/web/dist/client/assets');

/** The address of the built script that holds the Yoruba translations. */
function findYorubaScript(): string {
  const file = readdirSync(ASSETS).find(
    (name) => name.endsWith('.js') && readFileSync(join(ASSETS, name), 'utf8').includes(yoruba['Quick actions']),
  );
  if (!file) throw new Error('no built script holds the Yoruba translations');
  return `**/assets/${file}`;
}

/** How many scripts of the page are still loading. */
function watchScripts(page: Page): () => number {
  const awaited = new Set<Request>();
  const isScript = (request: Request) => request.url().endsWith('.js');
  page.on('request', (request) => isScript(request) && awaited.add(request));
  page.on('requestfinished', (request) => awaited.delete(request));
  return () => awaited.size;
}

async function choose(page: Page, language: string): Promise<void> {
  await waitForHydration(page);
  await page.getByRole('banner').getByRole('combobox').selectOption(language);
}

test('a visitor chooses Yoruba: the page changes to it, says so to screen readers, and remembers it', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await choose(page, 'yo');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(inYoruba('Your own strand of light.'));
  await expect(page.locator('html')).toHaveAttribute('lang', 'yo');
  await page.reload();
  await expect(heading).toHaveText(inYoruba('Your own strand of light.'));
  await page
    .getByRole('banner')
    .getByRole('link', { name: inYoruba('Plans') })
    .first()
    .click();
  await expect(page).toHaveURL('/plans');
  await expect(page).toHaveTitle(new RegExp(`^${inYoruba('Plans')} \\|`));
  await choose(page, 'en');
  await expect(page.getByRole('heading', { level: 1, name: 'Plans and prices' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('a visitor who has chosen a language reads every page in it before any script has run', { tag: '@long' }, async ({
  browser,
  portal,
}) => {
  for (const [code, dictionary] of Object.entries(DICTIONARIES)) {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: portal.origin });
    await chooseBefore(context, portal.origin, code as LanguageCode);
    const page = await context.newPage();
    for (const [path, english] of Object.entries(HEADINGS)) {
      await page.goto(path);
      await expect(page.locator('html'), path).toHaveAttribute('lang', code);
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(dictionary[english] ?? english);
      const texts = await page.locator('h1, h2, h3, p, li, a, button, label').allTextContents();
      expect(texts.filter((text) => (dictionary[text] ?? text) !== text)).toEqual([]);
    }
    await expect(page).toHaveTitle(new RegExp(`^${dictionary['Page Not Found']} \\|`));
    await context.close();
  }
});

test('a page in the reader’s language can be read while its translations load, and neither moves nor changes when they arrive', async ({
  page,
  context,
  portal,
}) => {
  await chooseBefore(context, portal.origin, 'yo');
  let arrive = () => {};
  const late = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const awaited = watchScripts(page);
  await page.route(findYorubaScript(), async (route) => {
    await late;
    await route.continue();
  });
  const shifts = await watchShifts(page);
  await page.clock.install();
  await page.goto('/');
  const heading = page.getByRole('heading', { level: 1 });
  // Everything but the translations. A page that waits for them only for a limited time has started
  // by then.
  await expect.poll(awaited).toBe(1);
  await page.clock.fastForward('01:00');
  await expect(heading).toHaveText(inYoruba('Your own strand of light.'));
  await page.evaluate(() => {
    const first = document.querySelector('h1');
    Object.assign(window, { sameAsFirst: () => document.querySelector('h1') === first });
  });
  arrive();
  await waitForHydration(page);
  await expect(heading).toHaveText(inYoruba('Your own strand of light.'));
  // Hydrated, not rendered again.
  expect(await page.evaluate('sameAsFirst()')).toBe(true);
  await shifts.expectStill('/ in Yoruba');
});

test('a page whose translations cannot be loaded works in English and shows that, and the language returns with the connection', {
  tag: '@long',
}, async ({ page, context, portal, watch }) => {
  await chooseBefore(context, portal.origin, 'yo');
  watch.expectLostRequests();
  const script = findYorubaScript();
  await page.route(script, (route) => route.abort());
  await page.goto('/login');
  await expect(page.locator('.toast')).toContainText('Language not changed');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.unroute(script);
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(inYoruba('Sign In'));
  await expect(page.locator('html')).toHaveAttribute('lang', 'yo');
});

test('a page that came in one language while another was chosen in a second window changes to that one', {
  tag: '@long',
}, async ({ page, context, portal }) => {
  await chooseBefore(context, portal.origin, 'yo');
  await page.route('**/about', async (route) => {
    const answer = await route.fetch();
    await chooseBefore(context, portal.origin, 'ha');
    await route.fulfill({ response: answer });
  });
  const answered = page.waitForResponse('**/about');
  await page.goto('/about');
  expect(await (await answered).text()).toContain('lang="yo"');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ha');
  await expect(page.getByRole('banner').getByRole('link', { name: hausa.Plans, exact: true })).toBeVisible();
});

test('a language whose translations cannot be loaded leaves the page unchanged, with a message', {
  tag: '@long',
}, async ({ page, context, watch }) => {
  await page.goto('/');
  await waitForHydration(page);
  watch.expectLostRequests();
  await context.setOffline(true);
  await choose(page, 'ha');
  await expect(page.locator('.toast')).toContainText('Language not changed');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await context.setOffline(false);
});

test('only the translations of the chosen language are loaded, and none in English', { tag: '@long' }, async ({
  page,
}) => {
  const fetched: string[] = [];
  page.on('response', async (response) => {
    if (!/\/assets\/[^/]+\.js$/.test(response.url())) return;
    const script = await response.text().catch(() => '');
    for (const [code, words] of Object.entries({ yo: yoruba, ha: hausa, ig: igbo }))
      if (script.includes(words['Quick actions'])) fetched.push(code);
  });
  await page.goto('/');
  await waitForHydration(page);
  await page.goto('/plans');
  await waitForHydration(page);
  expect(fetched).toEqual([]);
  await choose(page, 'ig');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ig');
  await expect.poll(() => fetched).toEqual(['ig']);
});

test('a remembered language that cannot be loaded is reported as missing, and returns with the connection', {
  tag: '@long',
}, async ({ page, context, portal, chooser: _chooser, watch }) => {
  await chooseBefore(context, portal.origin, 'yo');
  watch.expectLostRequests();
  const script = findYorubaScript();
  await page.route(script, (route) => route.abort());
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/user/language')) asked.push(request.postData() ?? '');
  });
  await page.goto('/dashboard');
  await expect(page.locator('.toast')).toContainText('Language not changed');
  await expect(page.getByText('Home 20 Mbps').first()).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  // Mail and texts are still in the language that was chosen.
  await expect.poll(() => asked.join()).toContain('"yo"');
  expect(asked.join()).not.toContain('"en"');
  await page.unroute(script);
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(page.locator('html')).toHaveAttribute('lang', 'yo');
});

test('the legal pages are in the chosen language from the first moment, and other pages do not download their translations', {
  tag: '@long',
}, async ({ page }) => {
  const law = 'A contract with us is for adults.';
  const long: Readonly<Record<string, string>> = longYoruba;
  const [, adults = ''] = Object.entries(long).find(([english]) => english.startsWith(law)) ?? [];
  const beginning = adults.slice(0, 30);
  const fetched: string[] = [];
  page.on('response', async (response) => {
    if (!/\/assets\/[^/]+\.js$/.test(response.url())) return;
    if ((await response.text().catch(() => '')).includes(beginning)) fetched.push(new URL(page.url()).pathname);
  });
  await page.goto('/about');
  await choose(page, 'yo');
  await expect(page.locator('html')).toHaveAttribute('lang', 'yo');
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: inYoruba('Terms of Service') })
    .waitFor();
  expect(fetched).toEqual([]);
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: inYoruba('Privacy Policy') })
    .click();
  await page.getByRole('heading', { level: 1, name: inYoruba('Privacy Policy') }).waitFor();
  expect(await page.getByText(law).count()).toBe(0);
  await expect(page.getByText(beginning)).toBeVisible();
  const counts = long['Where this translation and the English text differ, the English text counts.'] ?? '';
  await expect(page.getByText(counts)).toBeVisible();
  await page.reload();
  await expect(page.getByText(beginning)).toBeVisible();
  await choose(page, 'en');
  await expect(page.getByText(law)).toBeVisible();
  await expect(page.getByText(counts)).toHaveCount(0);
});

test('numbers, money and names stay as they are in every language', { tag: '@long' }, async ({ page }) => {
  await page.goto('/plans');
  await choose(page, 'ig');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ig');
  await expect(page.getByRole('heading', { level: 3, name: 'Premium Fiber 100Mbps' })).toBeVisible();
  await expect(page.getByText('₦25,000').first()).toBeVisible();
});

test('the features of a plan and the state of the network are in the language of the page', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/plans');
  await choose(page, 'yo');
  const plan = page.getByRole('article', { name: 'Home Max 150 Mbps' });
  await expect(plan).toContainText(inYoruba('4K everywhere and large downloads'));
  await expect(plan).toContainText(inYoruba('24/7 support by chat, tickets and FAQs'));
  await page.goto('/support');
  await expect(page.getByText(inYoruba('Network Quality')).locator('..')).toContainText(inYoruba('Excellent'));
});

test('the server’s messages are shown in the customer’s language', { tag: '@long' }, async ({ page, watch }) => {
  watch.expectRefusal({ status: 401, path: /^\/api\/login$/ });
  await page.goto('/login');
  await waitForHydration(page);
  await page.getByRole('combobox').first().selectOption('yo');
  await expect(page.locator('html')).toHaveAttribute('lang', 'yo');
  await page.locator('input[type=email]').fill('nobody@example.com');
  await page.locator('input[type=password]').fill('not the password');
  await page.locator('form button[type=submit]').click();
  const refusal = 'Invalid email or password';
  await expect(page.getByRole('alert').filter({ hasText: words[refusal] ?? refusal })).toBeVisible();
});
