import hausa from '../../apps/web/src/shared/i18n/ha.json' with { type: 'json' };
import igbo from '../../apps/web/src/shared/i18n/ig.json' with { type: 'json' };
import yoruba from '../../apps/web/src/shared/i18n/yo.json' with { type: 'json' };
import { chooseBefore } from '../fixtures/browser/chosen-language.ts';
import { waitForHydration } from '../fixtures/browser/hydration.ts';
import { DEMO_STAFF, signIn } from '../fixtures/customers/customer.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

const ENGLISH = 'If nothing works here, your browser is too old for this site: please update it, or use another one.';
const SENTENCES = [
  ['en', ENGLISH],
  ['yo', yoruba[ENGLISH]],
  ['ha', hausa[ENGLISH]],
  ['ig', igbo[ENGLISH]],
] as const;

/** As in a browser that does not know modules, or what is written in them. */
async function runNoScripts(page: Page): Promise<void> {
  await page.route('**/assets/*.js', (route) => route.abort());
}

/** The sentence is hidden for ten seconds, which a slow line may need. */
async function expectSentence(page: Page, sentence: string): Promise<void> {
  await expect(page.getByText(sentence)).toBeHidden();
  await page.evaluate(() => {
    for (const animation of document.getElementById('old-browser')?.getAnimations() ?? []) animation.finish();
  });
  await expect(page.getByText(sentence)).toBeVisible();
}

test('an older browser shows the pages, and says in the reader’s language that it is too old', {
  tag: '@long',
}, async ({ page, context, portal, watch }) => {
  watch.expectLostRequests();
  await runNoScripts(page);
  for (const [code, sentence] of SENTENCES) {
    await chooseBefore(context, portal.origin, code);
    await page.goto('/plans');
    await expect(page.getByRole('article', { name: 'Home 20 Mbps' })).toContainText('₦20,000');
    await expectSentence(page, sentence);
  }
});

test('an older browser says so to customers and staff who are signed in, too', async ({
  page,
  context,
  portal,
  customer: _customer,
  watch,
}) => {
  watch.expectLostRequests();
  await runNoScripts(page);
  await page.goto('/dashboard');
  await expectSentence(page, ENGLISH);
  await signIn(context, portal.origin, DEMO_STAFF);
  await page.goto('/admin');
  await expectSentence(page, ENGLISH);
});

test('a browser that runs the application never shows the sentence', async ({ page, customer: _customer }) => {
  for (const path of ['/plans', '/dashboard']) {
    await page.goto(path);
    await waitForHydration(page);
    await expect(page.locator('#old-browser')).toHaveCount(0);
  }
});
