import { type LanguageCode, languages } from '../apps/web/src/shared/i18n/languages.ts';
import { findBarriers, findOverflow } from './stage/accessibility.ts';
import { haveArrived } from './stage/come-alive.ts';
import { addressOf, consoleRoutes, NOWHERE, portalRoutes } from './stage/routes.ts';
import { become } from './stage/screens.ts';
import { expect, type Page, test } from './stage/stage.ts';

const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 360, height: 800 };
const VIEWERS = ['visitor', 'demo customer', 'staff'] as const;

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: WIDE });

for (const viewer of VIEWERS) {
  test(`every page that is there for a ${viewer} has room for the words of every language, on a phone and on a desk, and nothing keeps anybody from using it`, async ({
    page,
    context,
    portal,
    watch,
  }) => {
    test.setTimeout(180_000);
    await become(viewer, context, portal.origin);
    watch.expectRefusal({ status: 404, path: new RegExp(`${NOWHERE}$`) });
    // Staff have no receipts, statements or tickets of their own.
    if (viewer === 'staff') watch.expectRefusal({ status: 404, path: /^\/api\/user\/(receipts|statements|tickets)\// });
    for (const route of portalRoutes(viewer !== 'visitor')) {
      await open(page, await addressOf(route, context.request, portal.origin));
      for (const size of [WIDE, NARROW]) {
        await page.setViewportSize(size);
        for (const { code } of languages) {
          await speak(page, code);
          expect.soft(await findOverflow(page), `${route} in ${code} at ${size.width} px`).toEqual([]);
        }
      }
      expect.soft(await findBarriers(page), `axe on ${route}`).toEqual([]);
    }
  });
}

test('every page of the console fits a phone and a desk, and nothing keeps staff from using it', async ({
  page,
  context,
  portal,
  watch,
}) => {
  test.setTimeout(120_000);
  // No cut has lasted long enough to be one: its page says so.
  watch.expectRefusal({ status: 404, path: /^\/api\/staff\/outages\// });
  watch.expectRefusal({ status: 404, path: new RegExp(`${NOWHERE}$`) });
  await become('staff', context, portal.origin);
  for (const route of consoleRoutes()) {
    await open(page, await addressOf(route, context.request, portal.origin));
    for (const size of [WIDE, NARROW]) {
      await page.setViewportSize(size);
      expect.soft(await findOverflow(page), `${route} at ${size.width} px`).toEqual([]);
    }
    expect.soft(await findBarriers(page), `axe on ${route}`).toEqual([]);
  }
});

async function open(page: Page, address: string): Promise<void> {
  await page.setViewportSize(WIDE);
  await page.goto(address);
  await haveArrived(page);
  expect.soft(await page.locator('h1').filter({ visible: true }).count(), `headings of ${address}`).toBe(1);
}

/** By the choice in the bar, which a phone has in its menu: it is there and not shown. The next page opens in the language of the last. */
async function speak(page: Page, code: LanguageCode): Promise<void> {
  await page.locator('.choice select').first().selectOption(code, { force: true });
  await page.locator(`html[lang="${code}"]`).waitFor();
}
