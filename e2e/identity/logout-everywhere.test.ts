import { addressOf, consoleRoutes, portalRoutes } from '../fixtures/screens/routes.ts';
import { become } from '../fixtures/screens/screens.ts';
import { expect, test } from '../fixtures/test.ts';

const VIEWERS = [
  { viewer: 'demo customer', routes: portalRoutes(true) },
  { viewer: 'staff', routes: consoleRoutes() },
] as const;

for (const { viewer, routes } of VIEWERS) {
  test(`a ${viewer} can log out on every page`, { tag: '@every-page' }, async ({ page, context, portal, watch }) => {
    test.setTimeout(30_000 + routes.length * 10_000);
    watch.expectRefusal({ status: 404, path: /no-such-place$/ });
    await become(viewer, context, portal.origin);
    for (const route of routes) {
      await page.goto(await addressOf(route, context.request, portal.origin));
      const logout = page.getByRole('button', { name: 'Logout' });
      const menu = page.locator('.console-menu > summary');
      await expect(logout.or(menu).first(), route).toBeVisible();
      if (viewer === 'staff') await menu.click();
      await expect.soft(logout.first(), route).toBeVisible();
    }
  });
}
