import type { Installation } from './installation.ts';

const ROUNDS = 20;

/** What staff type into the search and open from there; `n` makes each round another one. */
const CALLS: Readonly<Record<string, (n: number, last: number) => string>> = {
  'newest customers': () => '/api/staff/customers?limit=50',
  'three letters that all names begin with': () => '/api/staff/customers?search=fir',
  'first name': (n, last) => `/api/staff/customers?search=First${(n * 7919) % last}`,
  'first and last name': (n, last) => `/api/staff/customers?search=First${(n * 991) % last}%20Last`,
  address: (n, last) => `/api/staff/customers?search=customer${(n * 104_729) % last}`,
  'payment reference': (n, last) =>
    `/api/staff/customers?search=PB${String(1 + ((n * 31_337) % last)).padStart(8, '0')}00001`,
  'ticket number': (n) => `/api/staff/customers?search=T-${String(n + 1).padStart(6, '0')}`,
  nobody: (n) => `/api/staff/customers?search=Xqz${n}`,
  'tickets by what is due': () => '/api/staff/tickets?limit=50',
  'newest payments': () => '/api/staff/payments?limit=50',
  'payment counts': () => '/api/staff/payment-counts',
  'audit list': () => '/api/staff/audit?limit=50',
  'who is online': () => '/api/staff/sessions',
  'who is online at an access server': (n) => `/api/staff/sessions?nas=10.${n}.0.1`,
  'who is silent': () => '/api/staff/sessions?silent=true',
  'whose session has ended': () => '/api/staff/sessions?state=ended',
  'sessions of an address': (n) => `/api/staff/sessions?state=ended&search=100.64.${n}.${n * 7}`,
  'sessions of a prefix': (n) => `/api/staff/sessions?state=ended&search=2001:db8:0:${(n + 1) * 100}::1`,
  'sessions of a login': (n, last) => `/api/staff/sessions?state=ended&search=bench-${1 + ((n * 7919) % last)}@fibre`,
  'sessions of a line': (n, last) => `/api/staff/customers/${1 + ((n * 7919) % last)}/sessions`,
  'trial balance': () => '/api/staff/trial-balance',
};

/** Reads all rows of the ledger: a report, not a search, and not held to the search's limit. */
export const REPORTS: readonly string[] = ['trial balance', 'payment counts'];

export type StaffCall = { readonly name: string; readonly p50Ms: number; readonly p95Ms: number };

/** Times staff's searches and lists, one after the other. */
export async function measureSearch({ portal, admin }: Installation, customers: number): Promise<StaffCall[]> {
  const calls: StaffCall[] = [];
  for (const [name, address] of Object.entries(CALLS)) {
    const times: number[] = [];
    for (let n = 0; n < ROUNDS; n++) {
      const since = performance.now();
      const answer = await fetch(portal.origin + address(n, customers), { headers: { cookie: admin.cookie } });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${address(n, customers)} answered ${answer.status}`);
      times.push(performance.now() - since);
    }
    times.sort((a, b) => a - b);
    const rank = (share: number) => times[Math.ceil(times.length * share) - 1] ?? Number.NaN;
    calls.push({ name, p50Ms: rank(0.5), p95Ms: rank(0.95) });
  }
  return calls;
}
