import { findBarriers, findKeyboardTraps, findOverflow } from './stage/accessibility.ts';
import { speak } from './stage/chosen-language.ts';
import { expectUsable } from './stage/console-screens.ts';
import { consoleRoutes, portalRoutes } from './stage/routes.ts';
import { become, openScreen, SCREENS } from './stage/screens.ts';
import { STAFF_SCREENS } from './stage/staff-screens.ts';
import { expect, type Page, test } from './stage/stage.ts';

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
    await openScreen(page, screen);
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
    // The gateway's page is not ours to translate.
    if (screen.name === 'hosted checkout') return;
    await page.emulateMedia({ colorScheme: 'light' });
    await speak(page, 'yo');
    expect.soft(await findOverflow(page), `in Yoruba wider than ${NARROWEST.width} px`).toEqual([]);
    await page.setViewportSize(PHONE);
    expect.soft(await findOverflow(page), `in Yoruba wider than ${PHONE.width} px`).toEqual([]);
    expect.soft(await findBarriers(page), `axe in Yoruba at ${PHONE.width} px`).toEqual([]);
  });
}

test('every page, and every tab and view with an address of its own, has a screen in the gallery', async ({
  page,
  context,
  portal,
  newDevice,
}) => {
  await become('demo customer', context, portal.origin);
  const office = await newDevice();
  await become('staff', office, portal.origin);
  const desk = await office.newPage();
  await desk.goto('/admin/network');
  const parts = desk.getByRole('navigation', { name: 'Parts of the network' }).getByRole('link');
  await expect(parts).not.toHaveCount(0);
  const views = await parts.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  const shown = new Set(
    [...SCREENS, ...STAFF_SCREENS].map(({ path, shows }) => shows ?? path.replace(/\?(?:token|search)=.*/, '')),
  );
  const wanted = [
    ...[...portalRoutes(false), ...portalRoutes(true), ...consoleRoutes(), ...views],
    ...(await tabsOf(page, '/dashboard')),
    ...(await tabsOf(page, '/profile')),
  ];
  expect(wanted.filter((address) => !shown.has(address))).toEqual([]);
});

/** The addresses of a page's tabs, of which the first needs no word. */
async function tabsOf(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  const tabs = page.getByRole('tab');
  await expect(tabs).not.toHaveCount(0);
  const ids = await tabs.evaluateAll((found) => found.map((tab) => tab.getAttribute('data-tab')));
  return ids.slice(1).map((id) => `${path}?tab=${id}`);
}

// The console's other pages are looked at by the tests of what is done on them.
for (const screen of STAFF_SCREENS.filter(({ path }) => path === '/admin/books')) {
  test(`staff can use the screen "${screen.name}"`, async ({ page, context, portal }) => {
    await become(screen.viewer, context, portal.origin);
    await expectUsable(page, [screen.path]);
  });
}
