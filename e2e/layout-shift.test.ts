import { chooseBefore } from './stage/chosen-language.ts';
import { haveArrived } from './stage/come-alive.ts';
import { watchShifts } from './stage/layout-shift.ts';
import { addressOf, consoleRoutes, NOWHERE, portalRoutes } from './stage/routes.ts';
import { become } from './stage/screens.ts';
import { expect, type Page, test } from './stage/stage.ts';

const VISITED = ['/', '/plans', '/support', '/about', '/status', '/login'] as const;
const OTHER_LANGUAGES = ['yo', 'ha', 'ig'] as const;

const PLACES = [
  ...VISITED.map((path) => ({ path, viewer: 'visitor' as const })),
  ...OTHER_LANGUAGES.flatMap((language) =>
    (['/', '/plans', '/login'] as const).map((path) => ({ path, viewer: 'visitor' as const, language })),
  ),
  ...(['/dashboard', '/profile?tab=billing', '/payment'] as const).map((path) => ({
    path,
    viewer: 'demo customer' as const,
  })),
  { path: '/dashboard', viewer: 'demo customer' as const, language: 'yo' as const },
].map((place) => ({ language: 'en' as const, ...place }));

/** What has an address of its own, such as a receipt, customers without a line have none of. */
const WITHOUT_A_LINE = portalRoutes(true).filter((route) => !route.includes(':'));

const OVERVIEW = ['/', '/dashboard'];

/** The other pages, each in the window in which most people see it. */
const WALKS = [
  { who: 'a visitor', viewer: 'visitor', routes: portalRoutes(false), width: 360 },
  { who: 'a customer', viewer: 'demo customer', routes: portalRoutes(true), width: 360 },
  { who: 'a customer without a line', viewer: 'newcomer', routes: WITHOUT_A_LINE, width: 360 },
  { who: 'a customer who has chosen and not paid', viewer: 'chooser', routes: OVERVIEW, width: 360 },
  { who: 'staff', viewer: 'staff', routes: consoleRoutes(), width: 1280 },
  ...OTHER_LANGUAGES.map((language) => ({
    who: `a visitor who has chosen ${language}`,
    ...({ viewer: 'visitor', routes: portalRoutes(false), width: 360, language } as const),
  })),
] as const;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const { path, viewer, language } of PLACES) {
  test(`nothing on ${path} in ${language} moves under the eyes of a ${viewer} when the rest arrives over a slow line`, async ({
    page,
    context,
    portal,
  }) => {
    await become(viewer, context, portal.origin);
    await chooseBefore(context, portal.origin, language);
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

for (const { who, viewer, routes, width, ...walk } of WALKS) {
  test(`the first window of every page of ${who} stands still while it arrives over a slow line`, async ({
    page,
    context,
    portal,
    watch,
  }) => {
    test.setTimeout(240_000);
    watch.expectRefusal({ status: 404, path: new RegExp(`${NOWHERE}$|^/api/staff/outages/`) });
    await become(viewer, context, portal.origin);
    if ('language' in walk) await chooseBefore(context, portal.origin, walk.language);
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
