import { haveArrived } from './stage/come-alive.ts';
import { watchShifts } from './stage/layout-shift.ts';
import { addressOf, consoleRoutes, NOWHERE, portalRoutes } from './stage/routes.ts';
import { become } from './stage/screens.ts';
import { type Page, test } from './stage/stage.ts';

const PLACES = [
  ...(['/', '/plans', '/support', '/about', '/status', '/login'] as const).map((path) => ({
    path,
    viewer: 'visitor' as const,
  })),
  ...(['/dashboard', '/profile?tab=billing', '/payment'] as const).map((path) => ({
    path,
    viewer: 'demo customer' as const,
  })),
  { path: '/dashboard', viewer: 'demo customer' as const, language: 'yo' as const },
].map((place) => ({ language: 'en' as const, ...place }));

/**
 * Without a line: all but the overview, which hears only from the server that there is none, and then says so above everything else.
 * What has an address of its own, such as a receipt, they have none of.
 */
const WITHOUT_A_LINE = portalRoutes(true).filter((route) => !/^\/(?:dashboard)?$|:/.test(route));

/** The other pages, each in the window in which most people see it. */
const WALKS = [
  { who: 'a visitor', viewer: 'visitor', routes: portalRoutes(false), width: 360 },
  { who: 'a customer', viewer: 'demo customer', routes: portalRoutes(true), width: 360 },
  { who: 'a customer without a line', viewer: 'newcomer', routes: WITHOUT_A_LINE, width: 360 },
  { who: 'staff', viewer: 'staff', routes: consoleRoutes(), width: 1280 },
] as const;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const { path, viewer, language } of PLACES) {
  test(`nothing on ${path} in ${language} moves under the eyes of a ${viewer} when the rest arrives over a slow line`, async ({
    page,
    context,
    portal,
  }) => {
    await become(viewer, context, portal.origin);
    await page.addInitScript((code) => localStorage.setItem('language', code), language);
    const shifts = await watchShifts(page);
    await shifts.slowDown();
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await shifts.forget();
      await page.goto(path);
      await walkDown(page);
      await shifts.expectStill(`${width} px`);
    }
  });
}

for (const { who, viewer, routes, width } of WALKS) {
  test(`the first window of every page of ${who} stands still while it arrives over a slow line`, async ({
    page,
    context,
    portal,
    watch,
  }) => {
    test.setTimeout(240_000);
    watch.expectRefusal({ status: 404, path: new RegExp(`${NOWHERE}$|^/api/staff/outages/`) });
    await become(viewer, context, portal.origin);
    await page.setViewportSize({ width, height: 800 });
    const shifts = await watchShifts(page);
    await shifts.slowDown();
    for (const route of routes) {
      const address = await addressOf(route, context.request, portal.origin);
      await page.goto(address);
      await haveArrived(page);
      await shifts.expectStill(address);
    }
  });
}

/** A window at a time to the foot of the page, each looked at once what it asked for has come. */
async function walkDown(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await haveArrived(page);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < height; top += 600) {
    await page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), top);
    await haveArrived(page);
  }
}
