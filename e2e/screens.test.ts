import { findBarriers, findKeyboardTraps, findOverflow } from './stage/accessibility.ts';
import { expectUsable } from './stage/console-screens.ts';
import { become, SCREENS } from './stage/screens.ts';
import { STAFF_SCREENS } from './stage/staff-screens.ts';
import { expect, test } from './stage/stage.ts';

const WIDTHS = [1280, 360] as const;
const NARROWEST = 320;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const screen of SCREENS) {
  test(`everybody can use the screen "${screen.name}", at any width and in both themes`, async ({
    page,
    context,
    portal,
    watch,
  }) => {
    await become(screen.viewer, context, portal.origin);
    if (screen.status) watch.expectRefusal({ status: screen.status, path: new RegExp(`^${screen.path}$`) });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(screen.path);
      await screen.ready(page);
      await expect(page.locator('h1:visible')).toHaveCount(1);
      expect.soft(await findKeyboardTraps(page), `keyboard at ${width} px`).toEqual([]);
      expect.soft(await findOverflow(page), `wider than ${width} px`).toEqual([]);
      expect.soft(await findBarriers(page), `axe at ${width} px`).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    expect.soft(await findBarriers(page, 'colours'), 'axe in the dark').toEqual([]);
    await page.setViewportSize({ width: NARROWEST, height: 900 });
    expect.soft(await findOverflow(page), `wider than ${NARROWEST} px`).toEqual([]);
  });
}

// The console's other pages are looked at by the tests of what is done on them.
for (const screen of STAFF_SCREENS.filter(({ path }) => path === '/admin/books')) {
  test(`staff can use the screen "${screen.name}"`, async ({ page, context, portal }) => {
    await become(screen.viewer, context, portal.origin);
    await expectUsable(page, [screen.path]);
  });
}
