import type { Page } from '@playwright/test';
import { takeAnswersOut } from './stage/embedded-answers.ts';
import { findMissingStates, type Place, readsOf } from './stage/query-sweep.ts';
import { addressOf, consoleRoutes, portalRoutes } from './stage/routes.ts';
import { become } from './stage/screens.ts';
import { expect, test } from './stage/stage.ts';

/** What a page does well without: it neither waits for it nor says that it is missing. */
const DONE_WITHOUT: Readonly<Record<string, string>> = {
  '/api/user': 'who is signed in comes with the page; asked again it changes nothing that is shown',
  '/api/user/notices/unread': 'the bell has no number, and its list says what failed',
  '/api/staff/ticket-counts': 'the choices above the list have no numbers',
  '/api/staff/payment-counts': 'the choices above the list have no numbers',
  '/api/service-plans': 'a list from the building of the page stands in: “plans are shown from the list of the page …”',
};

/** Asked for in more places than one, and shown in each of these: elsewhere it is there for the background, or before somebody opens something. */
const SHOWN_AT: Readonly<Record<string, RegExp>> = {
  '/api/chat/active': /^\/support$/,
  '/api/user/invoices': /^\/profile\?tab=billing$/,
  '/api/user/payment-quote': /^\/payment$/,
  '/api/user/data-bundles': /^\/dashboard$/,
  '/api/staff/agents': /^\/admin\/(tickets\/.+|audit)$/,
  '/api/staff/areas': /^\/admin\/(network|customers)\?/,
};

/** What the server has put into the page that it opens for them. */
const COMES_WITH_THE_PAGE: Readonly<Record<string, string>> = { '/api/network/report': 'visitor' };

const summary = (name: string) => (page: Page) =>
  page.locator('summary', { hasText: name }).filter({ visible: true }).click();
const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

/** What is asked once somebody has opened it. */
const OPENED: Readonly<Record<string, readonly Place[]>> = {
  visitor: [],
  'demo customer': [
    { address: '/about', steps: summary('Notices') },
    { address: '/dashboard', steps: button('Add data') },
    { address: '/profile?tab=billing', steps: button('View History') },
  ],
  staff: [
    {
      address: '/admin',
      steps: (page) => page.getByRole('list', { name: /hats$/ }).getByRole('link').first().click(),
    },
    {
      address: '/admin/announcements?new=announcement',
      steps: (page) => page.getByLabel('Who gets it').selectOption({ index: 1 }),
    },
    { address: '/admin/network?new=incident', steps: (page) => page.getByLabel('Area').focus() },
    {
      address: '/admin/customers?search=customer%40example.com',
      steps: async (page) => {
        await page.getByRole('link', { name: /Amina Bello/ }).click();
        await button(/^(Say where the line is|Change)$/)(page);
      },
    },
  ],
};

/** At least so many calls are looked at: a page that asks for nothing has not come. */
const AT_LEAST = { visitor: 1, 'demo customer': 28, staff: 26 } as const;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const viewer of ['visitor', 'demo customer', 'staff'] as const) {
  test(`all that a ${viewer} is shown is said to be on its way, or to have failed with a Retry, or to want a connection`, async ({
    page,
    context,
    portal,
    watch,
  }) => {
    test.setTimeout(600_000);
    watch.expectLostRequests();
    watch.expectRefusal({ status: 500, path: /^\/api\// });
    // Staff have no receipts and tickets of their own, and no cut has lasted long enough to be one.
    watch.expectRefusal({ status: 404, path: /./ });
    await become(viewer, context, portal.origin);
    if (viewer === 'demo customer') await takeAnswersOut(page);
    const routes = viewer === 'staff' ? consoleRoutes() : portalRoutes(viewer !== 'visitor');
    const addresses = await Promise.all(routes.map((route) => addressOf(route, context.request, portal.origin)));
    /** What is missing at the place that shows most of a call: another may have it for the background. */
    const found = new Map<string, string[]>();
    for (const place of [...addresses.map((address) => ({ address })), ...(OPENED[viewer] ?? [])]) {
      for (const path of await readsOf(page, place)) {
        const shownAt = SHOWN_AT[path];
        const call = shownAt ? `${path} at ${place.address}` : path;
        if (path in DONE_WITHOUT || COMES_WITH_THE_PAGE[path] === viewer || found.get(call)?.length === 0) continue;
        if (shownAt?.test(place.address) === false) continue;
        const missing = (await findMissingStates(page, path, place)).map((what) => `${place.address} ${what}`);
        if (missing.length < (found.get(call)?.length ?? Number.POSITIVE_INFINITY)) found.set(call, missing);
      }
    }
    expect(Object.fromEntries([...found].filter(([, missing]) => missing.length > 0))).toEqual({});
    expect(found.size).toBeGreaterThanOrEqual(AT_LEAST[viewer]);
  });
}
