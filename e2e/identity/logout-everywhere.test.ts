import { signedInPages } from '../../apps/web/src/app/pages.ts';
import { addressOf, consoleRoutes, NOWHERE, portalRoutes } from '../fixtures/screens/routes.ts';
import { become } from '../fixtures/screens/screens.ts';
import { expect, test } from '../fixtures/test.ts';

/** The pages of signing in and of mailed links, which ask for no session, have no header. */
const bare = new Set(signedInPages.filter(({ frame }) => frame === 'bare').map(({ path }) => path));

const VIEWERS = [
  { viewer: 'demo customer', routes: portalRoutes(true).filter((route) => !bare.has(route)) },
  { viewer: 'staff', routes: consoleRoutes() },
] as const;

for (const { viewer, routes } of VIEWERS) {
  test(`a ${viewer} can log out on every page`, { tag: '@every-page' }, async ({ page, context, portal, watch }) => {
    test.setTimeout(30_000 + routes.length * 10_000);
    watch.expectRefusal({ status: 404, path: new RegExp(`${NOWHERE}$`) });
    // The demo data have no outage.
    if (viewer === 'staff') watch.expectRefusal({ status: 404, path: /^\/api\/staff\/outages\// });
    await become(viewer, context, portal.origin);
    for (const route of routes) {
      await page.goto(await addressOf(route, context.request, portal.origin));
      if (viewer === 'staff') await page.locator('.console-menu > summary').click();
      await expect(page.getByRole('button', { name: 'Logout' }), route).toBeVisible();
    }
  });
}
