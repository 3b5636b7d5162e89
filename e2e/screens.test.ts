import { findBarriers, findKeyboardTraps, findOverflow } from './stage/accessibility.ts';
import { become, SCREENS } from './stage/screens.ts';
import { STAFF_SCREENS } from './stage/staff-screens.ts';
import { expect, test } from './stage/stage.ts';

const WIDTHS = [1280, 360] as const;
const NARROWEST = 320;
const THEMES = ['light', 'dark'] as const;

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
      for (const colorScheme of THEMES) {
        await page.emulateMedia({ colorScheme });
        const among = colorScheme === 'light' ? 'everything' : 'colours';
        expect.soft(await findBarriers(page, among), `axe at ${width} px, ${colorScheme}`).toEqual([]);
      }
    }
    await page.setViewportSize({ width: NARROWEST, height: 900 });
    expect.soft(await findOverflow(page), `wider than ${NARROWEST} px`).toEqual([]);
  });
}

// Narrow and dark, the console's pages are looked at by the tests of what is done on them.
for (const screen of STAFF_SCREENS) {
  test(`staff can use the screen "${screen.name}"`, async ({ page, context, portal }) => {
    await become(screen.viewer, context, portal.origin);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(screen.path);
    await screen.ready(page);
    expect.soft(await findOverflow(page)).toEqual([]);
    expect.soft(await findBarriers(page, 'everything')).toEqual([]);
  });
}
