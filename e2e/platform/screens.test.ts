import { languages } from '../../apps/web/src/shared/i18n/languages.ts';
import type { Factors } from '../../tools/pairwise/pairwise.ts';
import { clearSession } from '../fixtures/browser/clear-session.ts';
import { waitForContent } from '../fixtures/browser/hydration.ts';
import { watchOtherHosts } from '../fixtures/browser/other-hosts.ts';
import { cover, IN_FULL, oneForEach } from '../fixtures/cover.ts';
import { type Look, lookAt, THEMES, WIDTHS } from '../fixtures/screens/look.ts';
import { addressOf, consoleRoutes, NOWHERE, portalRoutes } from '../fixtures/screens/routes.ts';
import { become, openScreen, SCREENS, type Screen, type Viewer } from '../fixtures/screens/screens.ts';
import { STAFF_SCREENS } from '../fixtures/screens/staff-screens.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

const LANGUAGES = languages.map(({ code }) => code);
const VIEWERS = ['visitor', 'demo customer', 'staff'] as const;

const looked = [...SCREENS, ...STAFF_SCREENS].filter(({ onlyPictured }) => !onlyPictured);

/** The viewer who sees most of a page comes first. */
const BY_WHAT_IS_SHOWN: readonly Viewer[] = ['demo customer', 'staff', 'payer', 'chooser', 'newcomer', 'visitor'];
const byViewer = Map.groupBy(looked, ({ viewer }) => viewer);
const mostShownFirst = BY_WHAT_IS_SHOWN.flatMap((viewer) => byViewer.get(viewer) ?? []);
/** One screen of each page: of several with the same key the last is used. */
const mainScreens = [
  ...new Map(mostShownFirst.toReversed().map((screen) => [routeOf(screen), screen])).values(),
].toReversed();

/** The routes that no screen shows to such a viewer; staff see the portal as well. */
const walks = VIEWERS.map((viewer) => {
  const shown = new Set(SCREENS.filter((screen) => screen.viewer === viewer).map(routeOf));
  return { viewer, routes: portalRoutes(viewer !== 'visitor').filter((route) => !shown.has(route)) };
});

const TRANSLATED = { width: WIDTHS, theme: THEMES, language: LANGUAGES };
const ENGLISH = { width: WIDTHS, theme: THEMES };
const [translated, english] = namesByLanguage(looked);

type LookAt = Look & { readonly place: string };

const isOfVisitor = ({ viewer }: Screen) => viewer === 'visitor';
const ofVisitors = mainScreens.filter(isOfVisitor);

/** One check on one screen of each page of a visitor, a different one at the next. */
const [translatedMain, englishMain] = namesByLanguage(ofVisitors);
const ONE_LOOK: readonly LookAt[] = [...oneForEach(translatedMain, TRANSLATED), ...oneForEach(englishMain, ENGLISH)];

/** Every width, theme and language at each screen. */
const EVERY_VALUE: readonly LookAt[] = [
  ...cover({ place: translated, ...TRANSLATED }),
  ...cover({ place: english, ...ENGLISH }),
];

const SHORT = {
  screens: ofVisitors,
  how: 'in one look',
  tag: [],
  looksAt: groupByPlace(ONE_LOOK),
};
const EVERY_LOOK = {
  screens: looked,
  how: 'at any width, in every language and in both themes',
  tag: '@every-page',
  looksAt: groupByPlace(EVERY_VALUE),
};

/**
 * How many screens one window visits: a page that is not its first takes half of the processor
 * time.
 */
const ONE_WINDOW = 8;
const PHONE = { width: 360, height: 900 };

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: PHONE });

test('one screen of each page of a visitor is checked, in every width, language and theme; @every-page checks all at every screen', () => {
  const expectEveryValue = (looks: readonly LookAt[], factors: Factors, of: string): void => {
    for (const [factor, values] of Object.entries(factors))
      expect(new Set<unknown>(looks.map((look) => look[factor as keyof Look])), `${factor} of ${of}`).toEqual(
        new Set(values),
      );
  };
  expect(new Set(ONE_LOOK.map(({ place }) => place))).toEqual(new Set(ofVisitors.map(({ name }) => name)));
  expectEveryValue(ONE_LOOK, TRANSLATED, 'a visitor');
  for (const [all, factors] of [[translated, TRANSLATED] as const, [english, ENGLISH] as const])
    for (const name of all)
      expectEveryValue(
        EVERY_VALUE.filter(({ place }) => place === name),
        factors,
        name,
      );
});

for (const { screens, how, tag, looksAt } of [SHORT, EVERY_LOOK]) {
  for (const [viewer, ofViewer] of Map.groupBy(screens, (screen) => screen.viewer)) {
    for (let first = 0; first < ofViewer.length; first += ONE_WINDOW) {
      const group = ofViewer.slice(first, first + ONE_WINDOW);
      const names = group.map(({ name }) => name);
      test(`these screens of a ${viewer} are accessible ${how}: ${names.join('; ')}`, { tag }, async ({
        page,
        context,
        portal,
        watch,
      }) => {
        test.setTimeout(30_000 + names.flatMap(looksAt).length * 15_000);
        // The mocked outage replaces one that the demo data do not have.
        watch.expectRefusal({ status: 404, path: new RegExp(`${NOWHERE}$|^/api/staff/outages/1`) });
        // Screens that ask for a code, or for a fresh proof, are shown by such an answer.
        watch.expectRefusal({ status: 401, path: /^\/api\/login$/ });
        watch.expectRefusal({ status: 403, path: /^\/api\/user\/account\/invitations$/ });
        const hosts = watchOtherHosts(page, portal.origin);
        for (const screen of group) {
          await test.step(screen.name, async () => {
            if (screen.status) watch.expectRefusal({ status: screen.status, path: new RegExp(`^${screen.path}$`) });
            await clearSession(page);
            await become(viewer, context, portal.origin);
            await page.emulateMedia({ colorScheme: 'light' });
            await page.setViewportSize(PHONE);
            await openScreen(page, screen);
            await expect(page.locator('h1:visible')).toHaveCount(1);
            await hosts.expectNone(screen.name);
            // A state that was reached on a phone is resized and translated in place: nothing is
            // loaded and done twice.
            await lookAt(page, looksAt(screen.name), screen.name);
            // The mocks of the portal's answers, and the saved drafts of a form, belong to this
            // screen only.
            await page.unrouteAll({ behavior: 'ignoreErrors' });
            await page.evaluate(() => {
              localStorage.clear();
              sessionStorage.clear();
            });
            // An open page would notice that its customer is signed out.
            await page.goto('about:blank');
          });
        }
      });
    }
  }
}

for (const { viewer, routes } of walks) {
  const tag = viewer === 'visitor' ? [] : '@every-page';
  test(`the pages that a ${viewer} can open and that are not a screen of theirs are accessible`, { tag }, async ({
    page,
    context,
    portal,
    watch,
  }) => {
    // Each of these routes is a screen of another viewer, which is checked in every language.
    const looksAt = groupByPlace(IN_FULL ? cover({ place: routes, ...TRANSLATED }) : oneForEach(routes, TRANSLATED));
    test.setTimeout(30_000 + routes.flatMap(looksAt).length * 10_000);
    watch.expectRefusal({ status: 404, path: new RegExp(`${NOWHERE}$`) });
    // Staff have no receipts, statements or tickets of their own.
    if (viewer === 'staff') watch.expectRefusal({ status: 404, path: /^\/api\/user\/(receipts|statements|tickets)\// });
    await become(viewer, context, portal.origin);
    const hosts = watchOtherHosts(page, portal.origin);
    for (const route of routes) {
      await page.goto(await addressOf(route, context.request, portal.origin));
      await waitForContent(page);
      await expect.soft(page.locator('h1:visible'), route).toHaveCount(1);
      await hosts.expectNone(route);
      await lookAt(page, looksAt(route), route);
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
    ...portalRoutes(false),
    ...portalRoutes(true),
    ...consoleRoutes(),
    ...views,
    ...(await tabsOf(page, '/dashboard')),
    ...(await tabsOf(page, '/profile')),
  ];
  expect(wanted.filter((address) => !shown.has(address))).toEqual([]);
});

/** The addresses of a page's tabs, of which the first needs no segment. */
async function tabsOf(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  const tabs = page.getByRole('tab');
  await expect(tabs).not.toHaveCount(0);
  const ids = await tabs.evaluateAll((found) => found.map((tab) => tab.getAttribute('data-tab')));
  return ids.slice(1).map((id) => `${path}?tab=${id}`);
}

/** The names of the screens that are shown in every language, and of those that are in English. */
function namesByLanguage(screens: readonly Screen[]): [readonly string[], readonly string[]] {
  const { true: inAll = [], false: inEnglish = [] } = Object.groupBy(screens, (screen) => `${isTranslated(screen)}`);
  return [inAll.map(({ name }) => name), inEnglish.map(({ name }) => name)];
}

/** The console is in English, and the gateway's page is not ours to translate. */
function isTranslated({ viewer, name }: { readonly viewer: Viewer; readonly name: string }): boolean {
  return viewer !== 'staff' && name !== 'hosted checkout';
}

function routeOf({ path, shows }: Screen): string {
  return shows ?? path.replace(/[?#](?:token|search)=.*/, '');
}

/** Throws when a place is not covered. */
function groupByPlace(rows: readonly LookAt[]): (place: string) => readonly Look[] {
  const looks = Map.groupBy(rows, ({ place }) => place);
  return (place) => {
    const found = looks.get(place);
    if (!found) throw new Error(`nothing looks at ${place}`);
    return found;
  };
}
