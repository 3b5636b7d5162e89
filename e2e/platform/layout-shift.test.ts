import { type LanguageCode, languages } from '../../apps/web/src/shared/i18n/languages.ts';
import { chooseBefore } from '../fixtures/browser/chosen-language.ts';
import { waitForContent } from '../fixtures/browser/hydration.ts';
import { watchShifts } from '../fixtures/browser/layout-shift.ts';
import { gotoSettled } from '../fixtures/browser/requests.ts';
import { cover } from '../fixtures/cover.ts';
import { addressOf, consoleRoutes, NOWHERE, portalRoutes } from '../fixtures/screens/routes.ts';
import { become, type Viewer } from '../fixtures/screens/screens.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

const LANGUAGES = languages.map(({ code }) => code);
const WIDTHS = [360, 1280] as const;

/** Pages that are gone down to their foot, with an empty cache: the font arrives as well. */
const TO_THE_FOOT = [
  ...cover({ path: ['/', '/plans', '/login'], viewer: ['visitor'], language: LANGUAGES, width: WIDTHS }),
  ...cover({ path: ['/support', '/about', '/status'], viewer: ['visitor'], language: ['en'], width: WIDTHS }),
  ...cover({ path: ['/dashboard'], viewer: ['demo customer'], language: ['en', 'yo'], width: WIDTHS }),
  ...cover({
    path: ['/profile?tab=billing', '/payment'],
    viewer: ['demo customer'],
    language: ['en'],
    width: WIDTHS,
  }),
];

/** What has an address of its own, such as a receipt, customers without a line have none of. */
const WITHOUT_A_LINE = portalRoutes(true).filter((route) => !route.includes(':'));

const OVERVIEW = ['/', '/dashboard'];

const toTheFoot = new Set<string>(
  TO_THE_FOOT.filter(({ viewer, language }) => viewer === 'visitor' && language !== 'en').map(({ path }) => path),
);
const VISITED = cover({
  route: portalRoutes(false).filter((route) => !toTheFoot.has(route)),
  language: LANGUAGES,
  width: WIDTHS,
});

const inEnglish = (routes: readonly string[], width: number) =>
  routes.map((route) => ({ route, language: 'en' as const, width }));

/** The first windows of the other pages, where only one width is given in that in which most people see them. */
const WALKS: readonly {
  readonly who: string;
  readonly viewer: Viewer;
  readonly places: readonly { readonly route: string; readonly language: LanguageCode; readonly width: number }[];
}[] = [
  ...LANGUAGES.map((code) => ({
    who: `a visitor who reads ${code}`,
    viewer: 'visitor' as const,
    places: VISITED.filter(({ language }) => language === code),
  })),
  { who: 'a customer', viewer: 'demo customer', places: inEnglish(portalRoutes(true), 360) },
  { who: 'a customer without a line', viewer: 'newcomer', places: inEnglish(WITHOUT_A_LINE, 360) },
  { who: 'a customer who has chosen and not paid', viewer: 'chooser', places: inEnglish(OVERVIEW, 360) },
  { who: 'staff', viewer: 'staff', places: inEnglish(consoleRoutes(), 1280) },
];

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const [place, looks] of Map.groupBy(
  TO_THE_FOOT,
  ({ path, viewer }) => `${path} moves under the eyes of a ${viewer}`,
)) {
  test(`nothing on ${place} when the rest arrives over a slow line`, async ({ page, context, portal }) => {
    test.setTimeout(30_000 + looks.length * 15_000);
    const shifts = await watchShifts(page);
    await shifts.slowDown();
    for (const [index, { path, viewer, language, width }] of looks.entries()) {
      if (index === 0) await become(viewer, context, portal.origin);
      await chooseBefore(context, portal.origin, language);
      await page.setViewportSize({ width, height: 800 });
      await shifts.forget();
      await gotoSettled(page, path);
      await walkDown(page);
      await shifts.expectStill(`${width} px in ${language}`);
    }
  });
}

for (const { who, viewer, places } of WALKS) {
  test(`the first window of every page of ${who} stands still while it arrives over a slow line`, async ({
    page,
    context,
    portal,
    watch,
  }) => {
    test.setTimeout(30_000 + places.length * 10_000);
    watch.expectRefusal({ status: 404, path: new RegExp(`${NOWHERE}$|^/api/staff/outages/`) });
    await become(viewer, context, portal.origin);
    const shifts = await watchShifts(page);
    await shifts.slowDown();
    for (const { route, language, width } of places) {
      await chooseBefore(context, portal.origin, language);
      await page.setViewportSize({ width, height: 800 });
      const address = await addressOf(route, context.request, portal.origin);
      await page.goto(address);
      await waitForContent(page);
      await shifts.expectStill(`${address} at ${width} px in ${language}`);
    }
  });
}

type Standing = {
  readonly name: string;
  readonly bring: (line: {
    readonly post: (what: string, data: object) => Promise<void>;
    /** Until the bill of the next month is out. */
    readonly renewIn: (time: string) => Promise<void>;
  }) => Promise<void>;
};

/** Lines of which the overview has something to say before everything else. */
const STANDINGS: readonly Standing[] = [
  { name: 'rests', bring: ({ post }) => post('pause', { days: 14 }) },
  { name: 'is to end', bring: ({ post }) => post('cancellation', { reason: 'We move.' }) },
  { name: 'has a bill out', bring: ({ renewIn }) => renewIn('2 days') },
  { name: 'has a bill overdue', bring: ({ renewIn }) => renewIn('-1 hour') },
];

for (const { name, bring } of STANDINGS) {
  test(`the overview of a line that ${name} stands still while it arrives over a slow line`, async ({
    page,
    context,
    portal,
    subscriber,
  }) => {
    const api = `${portal.origin}/api/user`;
    await bring({
      post: async (what, data) => {
        expect((await context.request.post(`${api}/subscription/${what}`, { data })).ok()).toBe(true);
      },
      renewIn: async (time) => {
        await portal.renewIn(subscriber.email, time);
        const bills = async () => (await (await context.request.get(`${api}/invoices`)).json()) as { status: string }[];
        await expect
          .poll(async () => (await bills()).map(({ status }) => status), { timeout: 30_000 })
          .toContain('open');
      },
    });
    await page.setViewportSize({ width: 360, height: 800 });
    const shifts = await watchShifts(page);
    await shifts.slowDown();
    for (const address of OVERVIEW) {
      await page.goto(address);
      await waitForContent(page);
      await shifts.expectStill(address);
    }
  });
}

/** A window at a time to the foot of the page, each looked at once what it asked for has come. */
async function walkDown(page: Page): Promise<void> {
  await waitForContent(page);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < height; top += 600) {
    await page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), top);
    await waitForContent(page);
  }
}
