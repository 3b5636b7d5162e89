import type { Page } from '@playwright/test';
import { removePreloadedQueries } from '../../fixtures/browser/preloaded-queries.ts';
import { IN_FULL } from '../../fixtures/cover.ts';
import { findMissingStates, goThroughStates, type Place, type Read } from '../../fixtures/forms/query-faults.ts';
import { addressOf, consoleRoutes, portalRoutes } from '../../fixtures/screens/routes.ts';
import { become, type Viewer } from '../../fixtures/screens/screens.ts';
import { expect, test } from '../../fixtures/test.ts';

/** A background query: the page neither waits for it nor shows that it is missing. */
type Background = { readonly path: string; readonly at: RegExp; readonly who?: string; readonly because: string };

const EVERYWHERE = /^/;
const OVERVIEW = /^\/dashboard$/;
const OTHER_TABS = /^\/dashboard\?tab=(analytics|referrals|speedtest)$/;
const BILLING = /^\/profile\?tab=billing$/;
const CUSTOMERS = /^\/admin\/customers$/;
const SESSIONS = /^\/admin\/network\/sessions/;
const PAID = 'demo customer';
const INSIDE_CONSOLE = /^\/admin./;
const CONSOLE_LISTS_ITSELF = /^\/admin(?!\/(tickets\/.+|audit)$)/;
const BACKGROUND: readonly Background[] = [
  {
    path: '/api/user/lines',
    at: /^(?!\/profile)/,
    because: 'who has one line is asked nothing; Account has the list, which says what failed',
  },
  { path: '/api/user/account', at: BILLING, because: 'only a company has more here; Account says what failed' },
  { path: '/api/user', at: EVERYWHERE, because: 'it comes with the page; asked again it changes nothing' },
  { path: '/api/user/notices/unread', at: EVERYWHERE, because: 'the bell has no number; its list says what failed' },
  { path: '/api/chat/active', at: /^(?!\/support$)/, because: 'the chat asks once it is opened, and says it then' },
  { path: '/api/user/data-bundles', at: /^\/plans$/, because: 'an offer beside the plans; the overview has it too' },
  { path: '/api/user/payments', at: /^\/payment$/, because: 'the payment that the device remembers stands in' },
  { path: '/api/service-plans', at: OVERVIEW, because: 'the speed test compares with no plan' },
  { path: '/api/service-plans', at: /tab=speedtest$/, because: 'the speed test compares with no plan' },
  { path: '/api/user/invoices', at: OVERVIEW, because: 'the heading says when the next bill is due' },
  { path: '/api/user/invoices', at: /^\/dashboard\?tab=sub/, because: 'only the number of the bill is missing' },
  { path: '/api/user/payment-quote', at: OTHER_TABS, because: 'the heading names the day without the sum' },
  { path: '/api/user/payment-quote', at: OVERVIEW, who: PAID, because: 'the heading names the day without the sum' },
  {
    path: '/api/user/payment-quote',
    at: BILLING,
    because: 'asks whether credit pays it all; /payment says what failed',
  },
  { path: '/api/staff/ticket-counts', at: EVERYWHERE, because: 'the choices above the list have no numbers' },
  { path: '/api/staff/payment-counts', at: EVERYWHERE, because: 'the choices above the list have no numbers' },
  {
    path: '/api/staff/operations/delivery-counts',
    at: EVERYWHERE,
    because: 'the choices above the list have no numbers',
  },
  { path: '/api/staff/me', at: INSIDE_CONSOLE, because: 'the console asks it before any page; its start shows it' },
  {
    path: '/api/staff/second-factor',
    at: INSIDE_CONSOLE,
    because: 'the console asks it before any page; its start shows it',
  },
  {
    path: '/api/staff/chats',
    at: /^\/admin(?!\/inbox)/,
    because: 'the number beside Inbox; the inbox says what failed',
  },
  {
    path: '/api/staff/plans',
    at: /^\/admin\/announcements$/,
    because: 'asked ahead for the form, which says what failed',
  },
  { path: '/api/staff/plans', at: CUSTOMERS, because: 'this field of the closed filter is left out; the others work' },
  { path: '/api/staff/areas', at: CUSTOMERS, because: 'this field of the closed filter is left out; the others work' },
  { path: '/api/staff/plans', at: SESSIONS, because: 'this filter is left out; the others work' },
  { path: '/api/staff/access-servers', at: SESSIONS, because: 'the address is typed then; the page of theirs says it' },
  { path: '/api/staff/areas', at: SESSIONS, because: 'this filter is left out; the others work' },
  { path: '/api/staff/incidents', at: /^\/admin\/network\?new/, because: 'only what is corrected is taken from it' },
  {
    path: '/api/staff/agents',
    at: CONSOLE_LISTS_ITSELF,
    because: 'the button of one’s own presence says Retry, see staff-inbox',
  },
];

const summary = (name: string) => (page: Page) =>
  page.locator('summary', { hasText: name }).filter({ visible: true }).click();
const linkTo = (address: string) => (page: Page) => page.locator(`a[href='${address}']:visible`).first().click();
const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

/**
 * A page that contains its data when the server itself opens it: reached by a link, it queries
 * them.
 */
const BY_LINK: readonly Place[] = ['/', '/plans', '/status'].map((address) => ({
  address: '/about',
  steps: linkTo(address),
}));

/** Queries that are sent once something has been opened. */
const OPENED: Readonly<Record<string, readonly Place[]>> = {
  visitor: [],
  chooser: [],
  'demo customer': [
    { address: '/about', steps: summary('Notices') },
    { address: '/dashboard', steps: button('Add data') },
    { address: '/profile?tab=billing', steps: button('View History') },
  ],
  staff: [
    {
      address: '/admin/inbox',
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
        await button(/^(Set service area|Change)$/)(page);
      },
    },
  ],
};

/** The minimum number of queries that must be found: a page without queries has not loaded. */
const AT_LEAST = { visitor: 5, 'demo customer': 47, chooser: 20, staff: 72 };

/** Where a customer who has chosen and not paid sees something different from other customers. */
const UNPAID = ['/dashboard', '/plans', '/payment', '/dashboard?tab=subscription'];

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const [viewer, fewest] of Object.entries(AT_LEAST) as [keyof typeof AT_LEAST, number][]) {
  test(`every query of a ${viewer} shows, on each of its pages, that it is loading, that it has failed with a Retry, or that it needs a connection`, {
    tag: '@every-page',
  }, async ({ page, context, portal, watch }) => {
    test.setTimeout(IN_FULL ? 900_000 : 300_000);
    watch.expectLostRequests();
    watch.expectRefusal({ status: 500, path: /^\/api\// });
    // Staff have no receipts and tickets of their own, and no outage has lasted long enough for
    // credits.
    watch.expectRefusal({ status: 404, path: /./ });
    await become(viewer, context, portal.origin);
    if (viewer === 'demo customer' || viewer === 'chooser') await removePreloadedQueries(page);
    const addresses = await Promise.all(
      routesOf(viewer).map((route) => addressOf(route, context.request, portal.origin)),
    );
    const places: Place[] = [
      ...(viewer === 'visitor' ? BY_LINK : []),
      ...addresses.map((address) => ({ address })),
      ...(OPENED[viewer] ?? []),
    ];
    const nameOf = ({ path, at }: Read) => `${at} ${path}`;
    const found = new Set<string>();
    const missing: Record<string, readonly string[]> = {};
    for (const place of places) {
      // A query that was sent before something is opened is not tested again.
      const isNew = (read: Read) => !found.has(nameOf(read)) && !isBackground({ ...read, viewer });
      const { reads, allSeen } = await goThroughStates(page, place, isNew);
      for (const read of reads) found.add(nameOf(read));
      if (allSeen && !IN_FULL) continue;
      for (const { at, path } of reads) missing[`${at} ${path}`] = await findMissingStates(page, path, place);
    }
    expect(Object.fromEntries(Object.entries(missing).filter(([, states]) => states.length > 0))).toEqual({});
    expect(found.size).toBeGreaterThanOrEqual(fewest);
  });
}

function routesOf(viewer: Viewer): readonly string[] {
  if (viewer === 'chooser') return UNPAID;
  if (viewer === 'visitor') return portalRoutes(false);
  // Their start page is the dashboard.
  return viewer === 'staff' ? consoleRoutes() : portalRoutes(true).filter((route) => route !== '/');
}

function isBackground(call: { readonly path: string; readonly at: string; readonly viewer: Viewer }): boolean {
  return BACKGROUND.some(
    ({ path, at, who = call.viewer }) => path === call.path && at.test(call.at) && who === call.viewer,
  );
}
