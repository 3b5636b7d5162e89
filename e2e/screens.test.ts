import { findBarriers, findKeyboardTraps, findOverflow } from './stage/accessibility.ts';
import { expectUsable } from './stage/console-screens.ts';
import { become, SCREENS } from './stage/screens.ts';
import { STAFF_SCREENS } from './stage/staff-screens.ts';
import { expect, test } from './stage/stage.ts';

const PHONE = { width: 360, height: 900 };
const DESK = { width: 1280, height: 900 };
const NARROWEST = { width: 320, height: 900 };

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: PHONE });

for (const screen of SCREENS.filter(({ onlyPictured }) => !onlyPictured)) {
  test(`everybody can use the screen "${screen.name}", at any width and in both themes`, async ({
    page,
    context,
    portal,
    watch,
  }) => {
    await become(screen.viewer, context, portal.origin);
    if (screen.status) watch.expectRefusal({ status: screen.status, path: new RegExp(`^${screen.path}$`) });
    await page.goto(screen.path);
    await screen.ready(page);
    await expect(page.locator('h1:visible')).toHaveCount(1);
    // What came to be on a phone is turned onto a desk: nothing has to be fetched and done twice.
    for (const size of [PHONE, DESK]) {
      await page.setViewportSize(size);
      expect.soft(await findOverflow(page), `wider than ${size.width} px`).toEqual([]);
      expect.soft(await findBarriers(page), `axe at ${size.width} px`).toEqual([]);
      expect.soft(await findKeyboardTraps(page), `keyboard at ${size.width} px`).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    // What a phone has instead, its menu and rows that became blocks, has colours of its own.
    for (const size of [DESK, PHONE]) {
      await page.setViewportSize(size);
      expect.soft(await findBarriers(page, 'colours'), `axe in the dark at ${size.width} px`).toEqual([]);
    }
    await page.setViewportSize(NARROWEST);
    expect.soft(await findOverflow(page), `wider than ${NARROWEST.width} px`).toEqual([]);
  });
}

// The console's other pages are looked at by the tests of what is done on them.
for (const screen of STAFF_SCREENS.filter(({ path }) => path === '/admin/books')) {
  test(`staff can use the screen "${screen.name}"`, async ({ page, context, portal }) => {
    await become(screen.viewer, context, portal.origin);
    await expectUsable(page, [screen.path]);
  });
}
