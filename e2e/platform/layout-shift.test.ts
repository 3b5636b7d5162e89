import { type LanguageCode, languages } from '../../apps/web/src/shared/i18n/languages.ts';
import { chooseBefore } from '../fixtures/browser/chosen-language.ts';
import { waitForContent } from '../fixtures/browser/hydration.ts';
import { watchShifts } from '../fixtures/browser/layout-shift.ts';
import { gotoSettled } from '../fixtures/browser/requests.ts';
import { cover, oneForEach } from '../fixtures/cover.ts';
import { addressOf, consoleRoutes, NOWHERE, portalRoutes } from '../fixtures/screens/routes.ts';
import { become, type Viewer } from '../fixtures/screens/screens.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

const LANGUAGES = languages.map(({ code }) => code);
const WIDTHS = [360, 1280] as const;

type Look = { readonly place: string; readonly language: LanguageCode; readonly width: number };

type Walk = {
  readonly who: string;
  readonly viewer: Viewer;
  readonly looks: readonly Look[];
  /** `@every-page` unless another is named. */
  readonly tag?: '@long';
};

const oneLook = (places: readonly string[], languages: readonly LanguageCode[] = ['en']): Look[] =>
  oneForEach(places, { language: languages, width: WIDTHS });
const allPairs = (places: readonly string[], languages: readonly LanguageCode[] = ['en']): Look[] =>
  cover({ place: places, language: languages, width: WIDTHS });
const inEnglish = (places: readonly string[], width: number): Look[] =>
  places.map((place) => ({ place, language: 'en', width }));

const FOR_EVERYBODY = ['/', '/plans', '/login'];
const IN_ENGLISH = ['/support', '/about', '/status'];
const OF_A_CUSTOMER = ['/profile?tab=billing', '/payment'];

/** Pages that are scrolled to their end, with an empty cache, so that the font loads as well. */
const TO_THE_FOOT: readonly Walk[] = [
  {
    who: 'a visitor, each in one language and width,',
    viewer: 'visitor',
    looks: [...oneLook(FOR_EVERYBODY, LANGUAGES), ...oneLook(IN_ENGLISH)],
  },
  {
    who: 'a customer, each at one width,',
    viewer: 'demo customer',
    looks: [...oneLook(['/dashboard'], ['yo']), ...oneLook(OF_A_CUSTOMER)],
  },
  ...FOR_EVERYBODY.map((place) => ({
    who: `a visitor on ${place}`,
    viewer: 'visitor' as const,
    looks: allPairs([place], LANGUAGES),
  })),
  { who: 'a visitor', viewer: 'visitor', looks: allPairs(IN_ENGLISH) },
  {
    who: 'a customer',
    viewer: 'demo customer',
    looks: [...allPairs(['/dashboard'], ['en', 'yo']), ...allPairs(OF_A_CUSTOMER)],
  },
];

const OVERVIEW = ['/', '/dashboard'];
const VISITED = portalRoutes(false).filter((route) => ![...FOR_EVERYBODY, ...IN_ENGLISH].includes(route));
const OWN = portalRoutes(true).filter((route) => !portalRoutes(false).includes(route));
/**
 * Pages with an id in their address, such as a receipt, which customers without a subscription do
 * not have.
 */
const WITHOUT_A_LINE = portalRoutes(true).filter((route) => !route.includes(':'));
const OF_STAFF = ['/admin', '/admin/inbox', '/admin/tickets', '/admin/customers/:id'];
const besides = (routes: readonly string[], others: readonly string[]) =>
  routes.filter((route) => !others.includes(route));
const TRANSLATED = allPairs(besides(portalRoutes(false), FOR_EVERYBODY), LANGUAGES);

/** The first windows of the other pages; where only one width is given, in the most common one. */
const FIRST_WINDOWS: readonly Walk[] = [
  {
    who: 'a visitor, each in one language and width,',
    viewer: 'visitor',
    tag: '@long',
    looks: oneLook(VISITED, LANGUAGES),
  },
  { who: 'a customer', viewer: 'demo customer', looks: inEnglish(OWN, 360) },
  { who: 'a customer who has chosen and not paid', viewer: 'chooser', looks: inEnglish(OVERVIEW, 360) },
  { who: 'a customer without a line', viewer: 'newcomer', looks: inEnglish(OVERVIEW, 360) },
  { who: 'staff', viewer: 'staff', looks: inEnglish(OF_STAFF, 1280) },
  ...LANGUAGES.map((code) => ({
    who: `a visitor who reads ${code}`,
    viewer: 'visitor' as const,
    looks: TRANSLATED.filter(({ language }) => language === code),
  })),
  {
    who: 'a customer who goes where visitors go',
    viewer: 'demo customer',
    looks: inEnglish(besides(portalRoutes(true), OWN), 360),
  },
  {
    who: 'a customer without a line who goes on',
    viewer: 'newcomer',
    looks: inEnglish(besides(WITHOUT_A_LINE, OVERVIEW), 360),
  },
  {
    who: 'staff who go on',
    viewer: 'staff',
    looks: inEnglish(besides(consoleRoutes(), OF_STAFF), 1280),
  },
];

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const { who, viewer, looks, tag = '@every-page' } of TO_THE_FOOT) {
  test(`nothing down to the end of the pages of ${who} shifts when the rest arrives over a slow connection`, {
    tag,
  }, async ({ page, context, portal }) => {
    test.setTimeout(30_000 + looks.length * 15_000);
    await become(viewer, context, portal.origin);
    const shifts = await watchShifts(page);
    await shifts.slowDown();
    for (const { place, language, width } of looks) {
      await chooseBefore(context, portal.origin, language);
      await page.setViewportSize({ width, height: 800 });
      await shifts.forget();
      await gotoSettled(page, place);
      await walkDown(page);
      await shifts.expectStill(`${place} at ${width} px in ${language}`);
    }
  });
}

for (const { who, viewer, looks, tag = '@every-page' } of FIRST_WINDOWS) {
  test(`the first window of the pages of ${who} does not shift while it loads over a slow connection`, { tag }, async ({
    page,
    context,
    portal,
    watch,
  }) => {
    test.setTimeout(30_000 + looks.length * 10_000);
    watch.expectRefusal({ status: 404, path: new RegExp(`${NOWHERE}$|^/api/staff/outages/`) });
    await become(viewer, context, portal.origin);
    const shifts = await watchShifts(page);
    await shifts.slowDown();
    for (const { place, language, width } of looks) {
      await chooseBefore(context, portal.origin, language);
      await page.setViewportSize({ width, height: 800 });
      const address = await addressOf(place, context.request, portal.origin);
      await page.goto(address);
      await waitForContent(page);
      await shifts.expectStill(`${address} at ${width} px in ${language}`);
    }
  });
}

type Standing = {
  readonly name: string;
  readonly tag?: '@long' | '@every-page';
  readonly bring: (line: {
    readonly post: (what: string, data: object) => Promise<void>;
    /** Until the bill of the next month is issued. */
    readonly renewIn: (time: string) => Promise<void>;
  }) => Promise<void>;
};

/** Subscriptions for which the overview shows a notice first. */
const STANDINGS: readonly Standing[] = [
  { name: 'rests', tag: '@every-page', bring: ({ post }) => post('pause', { days: 14 }) },
  { name: 'is to end', bring: ({ post }) => post('cancellation', { reason: 'We move.' }) },
  { name: 'has a bill out', tag: '@every-page', bring: ({ renewIn }) => renewIn('2 days') },
  { name: 'has a bill overdue', tag: '@long', bring: ({ renewIn }) => renewIn('-1 hour') },
];

for (const { name, bring, tag = [] } of STANDINGS) {
  test(`the overview of a line that ${name} does not shift while it loads over a slow connection`, { tag }, async ({
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

/** Scrolls window by window to the end of the page, each checked once its requests are answered. */
async function walkDown(page: Page): Promise<void> {
  await waitForContent(page);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < height; top += 600) {
    await page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), top);
    await waitForContent(page);
  }
}
