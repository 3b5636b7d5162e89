import { languages } from '../apps/web/src/shared/i18n/languages.ts';
import { findBarriers, findOverflow } from './stage/accessibility.ts';
import { speak } from './stage/chosen-language.ts';
import { haveArrived } from './stage/come-alive.ts';
import { watchOtherHosts } from './stage/other-hosts.ts';
import { addressOf, consoleRoutes, NOWHERE, portalRoutes } from './stage/routes.ts';
import { become } from './stage/screens.ts';
import { expect, type Page, test } from './stage/stage.ts';

const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 360, height: 800 };
/** Also a desk at 200 %, and the narrowest phone. */
const SIZES = [{ width: 640, height: 450 }, { width: 320, height: 640 }, WIDE, NARROW];
const VIEWERS = ['visitor', 'demo customer', 'staff'] as const;

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: WIDE });

for (const viewer of VIEWERS) {
  test(`every page that is there for a ${viewer} has room for the words of every language, on a phone and on a desk, asks no other host, and nothing keeps anybody from using it`, async ({
    page,
    context,
    portal,
    watch,
  }) => {
    test.setTimeout(420_000);
    await become(viewer, context, portal.origin);
    watch.expectRefusal({ status: 404, path: new RegExp(`${NOWHERE}$`) });
    // Staff have no receipts, statements or tickets of their own.
    if (viewer === 'staff') watch.expectRefusal({ status: 404, path: /^\/api\/user\/(receipts|statements|tickets)\// });
    const hosts = watchOtherHosts(page, portal.origin);
    for (const route of portalRoutes(viewer !== 'visitor')) {
      await open(page, await addressOf(route, context.request, portal.origin));
      await hosts.expectNone(route);
      for (const { code } of languages) {
        await speak(page, code);
        await findRoom(page, `${route} in ${code}`);
        // Longer words break a phone, if anything: a desk is looked at in one language.
        await lookClosely(page, `${route} in ${code}`, code === 'en' ? [WIDE, NARROW] : [NARROW]);
      }
    }
  });
}

test('every page of the console fits a phone and a desk, asks no other host, and nothing keeps staff from using it', async ({
  page,
  context,
  portal,
  watch,
}) => {
  test.setTimeout(420_000);
  // No cut has lasted long enough to be one: its page says so.
  watch.expectRefusal({ status: 404, path: /^\/api\/staff\/outages\// });
  watch.expectRefusal({ status: 404, path: new RegExp(`${NOWHERE}$`) });
  await become('staff', context, portal.origin);
  const hosts = watchOtherHosts(page, portal.origin);
  for (const route of consoleRoutes()) {
    await open(page, await addressOf(route, context.request, portal.origin));
    await hosts.expectNone(route);
    await findRoom(page, route);
    await lookClosely(page, route);
    await page.emulateMedia({ colorScheme: 'dark' });
    for (const size of [NARROW, WIDE]) {
      await page.setViewportSize(size);
      const colours = await findBarriers(page, 'colours');
      expect.soft(colours, `axe on ${route} in the dark at ${size.width} px`).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: 'light' });
  }
});

/** What keeps somebody from using the page, on a desk and on a phone unless said otherwise. */
async function lookClosely(page: Page, what: string, sizes = [WIDE, NARROW]): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    expect.soft(await findBarriers(page), `axe on ${what} at ${size.width} px`).toEqual([]);
  }
}

async function findRoom(page: Page, what: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    expect.soft(await findOverflow(page), `${what} at ${size.width} px`).toEqual([]);
  }
}

async function open(page: Page, address: string): Promise<void> {
  await page.setViewportSize(WIDE);
  await page.goto(address);
  await haveArrived(page);
  expect.soft(await page.locator('h1').filter({ visible: true }).count(), `headings of ${address}`).toBe(1);
}
