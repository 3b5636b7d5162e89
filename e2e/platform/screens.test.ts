import { languages } from '../../apps/web/src/shared/i18n/languages.ts';
import { waitForContent } from '../fixtures/browser/hydration.ts';
import { watchOtherHosts } from '../fixtures/browser/other-hosts.ts';
import { cover, coverInTurn } from '../fixtures/cover.ts';
import { type Look, lookAt, THEMES, WIDTHS } from '../fixtures/screens/look.ts';
import { addressOf, consoleRoutes, NOWHERE, portalRoutes } from '../fixtures/screens/routes.ts';
import { become, openScreen, SCREENS, type Screen, type Viewer } from '../fixtures/screens/screens.ts';
import { STAFF_SCREENS } from '../fixtures/screens/staff-screens.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

const LANGUAGES = languages.map(({ code }) => code);
const VIEWERS = ['visitor', 'demo customer', 'staff'] as const;

const looked = [...SCREENS, ...STAFF_SCREENS].filter(({ onlyPictured }) => !onlyPictured);

/** The pages of the tables that no screen shows to such a viewer; staff see the portal as well. */
const walks = VIEWERS.map((viewer) => {
  const shown = new Set(SCREENS.filter((screen) => screen.viewer === viewer).map(routeOf));
  return { viewer, routes: portalRoutes(viewer !== 'visitor').filter((route) => !shown.has(route)) };
});

const looksAt = groupByPlace([
  ...cover({
    place: looked.filter(isTranslated).map(({ name }) => name),
    width: WIDTHS,
    theme: THEMES,
    language: LANGUAGES,
  }),
  ...cover({
    place: looked.filter((screen) => !isTranslated(screen)).map(({ name }) => name),
    width: WIDTHS,
    theme: THEMES,
  }),
  // Each of these routes is a screen of somebody else, and looked at there in every language.
  ...coverInTurn(
    walks.flatMap(({ viewer, routes }) => routes.map((route) => `${viewer} ${route}`)),
    { width: WIDTHS, theme: THEMES, language: LANGUAGES },
  ).map(({ item, ...look }) => ({ place: item, ...look })),
]);

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 360, height: 900 } });

for (const screen of looked) {
  test(`everybody can use the screen "${screen.name}", at any width, in every language and in both themes`, async ({
    page,
    context,
    portal,
    watch,
  }) => {
    const looks = looksAt(screen.name);
    test.setTimeout(30_000 + looks.length * 10_000);
    await become(screen.viewer, context, portal.origin);
    if (screen.status) watch.expectRefusal({ status: screen.status, path: new RegExp(`^${screen.path}$`) });
    // The outage of the screen takes the place of one that the demo data do not have.
    watch.expectRefusal({ status: 404, path: new RegExp(`${NOWHERE}$|^/api/staff/outages/1`) });
    const hosts = watchOtherHosts(page, portal.origin);
    await openScreen(page, screen);
    await expect(page.locator('h1:visible')).toHaveCount(1);
    await hosts.expectNone(screen.name);
    // What came to be on a phone is turned and translated as it stands: nothing is fetched and done twice.
    await lookAt(page, looks, screen.name);
  });
}

for (const { viewer, routes } of walks) {
  test(`everybody can use the pages that are there for a ${viewer} and are no screen of theirs`, async ({
    page,
    context,
    portal,
    watch,
  }) => {
    const places = routes.map((route) => ({ route, looks: looksAt(`${viewer} ${route}`) }));
    test.setTimeout(30_000 + places.flatMap(({ looks }) => looks).length * 10_000);
    watch.expectRefusal({ status: 404, path: new RegExp(`${NOWHERE}$`) });
    // Staff have no receipts, statements or tickets of their own.
    if (viewer === 'staff') watch.expectRefusal({ status: 404, path: /^\/api\/user\/(receipts|statements|tickets)\// });
    await become(viewer, context, portal.origin);
    const hosts = watchOtherHosts(page, portal.origin);
    for (const { route, looks } of places) {
      await page.goto(await addressOf(route, context.request, portal.origin));
      await waitForContent(page);
      await expect.soft(page.locator('h1:visible'), route).toHaveCount(1);
      await hosts.expectNone(route);
      await lookAt(page, looks, route);
    }
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
  const shown = new Set([...SCREENS, ...STAFF_SCREENS].map(routeOf));
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

/** The console is in English, and the gateway's page is not ours to translate. */
function isTranslated({ viewer, name }: { readonly viewer: Viewer; readonly name: string }): boolean {
  return viewer !== 'staff' && name !== 'hosted checkout';
}

function routeOf({ path, shows }: Screen): string {
  return shows ?? path.replace(/\?(?:token|search)=.*/, '');
}

/** Throws where nothing looks at a place. */
function groupByPlace(rows: readonly (Look & { readonly place: string })[]): (place: string) => readonly Look[] {
  const looks = Map.groupBy(rows, ({ place }) => place);
  return (place) => {
    const found = looks.get(place);
    if (!found) throw new Error(`nothing looks at ${place}`);
    return found;
  };
}
