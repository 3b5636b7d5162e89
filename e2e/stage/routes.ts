import type { APIRequestContext } from '@playwright/test';
import type { Ticket } from '@portal/contract/support/tickets';
import { consolePages } from '../../apps/web/src/app/console/console-pages.ts';
import { signedInPages, signedOutPages } from '../../apps/web/src/app/pages.ts';

/** Stands for an address that leads nowhere. */
export const NOWHERE = '/no-such-place';

/** What the tables of pages do not name: a place without a page, and tabs with an address of their own. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  '/dashboard': ['analytics', 'subscription', 'referrals', 'speedtest'],
  '/profile': ['security', 'notifications', 'billing'],
};

/** Every address of the portal for somebody without or with a session, made from the tables that the application itself routes by. */
export function portalRoutes(signedIn: boolean): readonly string[] {
  const routes = (signedIn ? signedInPages : signedOutPages).flatMap(({ path }) => [
    path,
    ...(BESIDE[path] ?? []).map((tab) => `${path}?tab=${tab}`),
  ]);
  return [...routes, NOWHERE];
}

/** Every address of the staff console. */
export function consoleRoutes(): readonly string[] {
  return [...consolePages.map(({ path }) => path), `/admin${NOWHERE}`];
}

type Names = Readonly<Record<string, string>>;

/** Where nothing is found, as with somebody who has none of their own. */
const NOTHING = 'none-of-yours';

/** Puts into a route what the signed-in person can see there. Throws where a page was added without saying what its address is made of. */
export async function addressOf(route: string, request: APIRequestContext, origin: string): Promise<string> {
  if (!route.includes(':')) return route;
  const read = SAMPLES[route];
  if (!read) throw new Error(`no sample for ${route}: say in e2e/stage/routes.ts where one is found`);
  const names = await read(request, origin);
  return route.replace(/:(\w+)/g, (_, name: string) => names[name] ?? NOTHING);
}

type Row = Readonly<Record<string, unknown>>;
type Find = (request: APIRequestContext, origin: string) => Promise<Names>;

/** The word for `name` in the first row of a list that has one. */
function firstOf(list: string, name: string, wordOf: (row: Row) => unknown): Find {
  return async (request, origin) => {
    const rows = (await (await request.get(`${origin}${list}`)).json()) as Row[];
    const word = rows.map(wordOf).find(Boolean);
    return word === undefined ? {} : { [name]: String(word) };
  };
}

const id = (row: Row) => row.id;
const monthPaid = ({ paidAt }: Row) => typeof paidAt === 'string' && paidAt.slice(0, 7);
const idIfLate = (ticket: Row) => (ticket as unknown as Ticket).promise.canEscalate && ticket.id;

/** For each route with a blank: where the words for it are found. */
const SAMPLES: Readonly<Record<string, Find>> = {
  '/receipts/:receiptNumber': firstOf('/api/user/payments', 'receiptNumber', (payment) => payment.receiptNumber),
  '/statements/:month': firstOf('/api/user/payments', 'month', monthPaid),
  '/support/tickets/:id': firstOf('/api/user/tickets', 'id', id),
  '/support/tickets/:id/escalation': firstOf('/api/user/tickets', 'id', idIfLate),
  '/admin/tickets/:id': firstOf('/api/staff/tickets', 'id', id),
  '/admin/customers/:id': firstOf('/api/staff/customers?search=customer@example.com', 'id', id),
  '/admin/payments/:reference': firstOf('/api/staff/payments', 'reference', (payment) => payment.reference),
  '/admin/network/outages/:id': firstOf('/api/staff/outages', 'id', (outage) => outage.incidentId),
};
