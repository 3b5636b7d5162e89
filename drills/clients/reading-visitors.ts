import { setTimeout as sleep } from 'node:timers/promises';
import { createRetryingClient } from '../../bench/crash/retrying-client.ts';
import { lineOf } from './accounting-feed.ts';
import { type Client, originOf, type Site } from './client.ts';
import { isFailed, type RequestLog } from './request-log.ts';

const PAUSE_MS = 250;
const ANSWER_MS = 5000;
const PERSON = { firstName: 'Sade', lastName: 'Musa', email: 'reads@drill.example', password: 'blue boat, long rains' };

type Read = { readonly name: string; readonly path: string; readonly init?: RequestInit };

/** What must be answered while the database is out of reach. */
function readsOf(site: Site, cookie: string): readonly Read[] {
  const json = { 'content-type': 'application/json' };
  return [
    { name: 'catalogue', path: '/api/plans' },
    { name: 'home page', path: '/' },
    { name: 'status page', path: '/status' },
    { name: 'status', path: '/api/network/report' },
    { name: 'signed-in state', path: '/api/user', init: { headers: { cookie } } },
    {
      name: 'RADIUS authorisation',
      path: '/api/network/authorize',
      init: {
        method: 'POST',
        headers: { ...json, authorization: `Bearer ${site.networkToken}` },
        body: JSON.stringify({ 'User-Name': { type: 'string', value: [lineOf(0)] } }),
      },
    },
  ];
}

/** Visitors, a customer and a RADIUS server that read without pause and never repeat a question. */
export async function createReadingVisitors(site: Site): Promise<Client> {
  let cookie = '';
  const fetchAndKeep: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    cookie = response.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; ');
    return response;
  };
  const deps = { origin: originOf(site), end: site.end, onDefect: (defect: string) => console.error(defect) };
  await createRetryingClient({ ...deps, fetch: fetchAndKeep }).call('POST', '/api/register', PERSON);
  const reads = readsOf(site, cookie);
  let isOn = false;
  let running: Promise<unknown> = Promise.resolve();
  const repeat = async ({ name, path, init }: Read): Promise<void> => {
    const send = site.log.fetchOf(name);
    while (isOn && !site.end.aborted) {
      const signal = AbortSignal.any([site.end, AbortSignal.timeout(ANSWER_MS)]);
      // A failure is in the log.
      await send(originOf(site) + path, { ...init, signal })
        .then(
          (response) => response.arrayBuffer(),
          () => undefined,
        )
        .catch(() => undefined);
      await sleep(PAUSE_MS);
    }
  };
  return {
    name: 'reads',
    start: () => {
      isOn = true;
      running = Promise.all(reads.map(repeat));
    },
    settle: async () => {
      isOn = false;
      await running;
    },
    acknowledged: () => 0,
    check: async () => [],
  };
}

/** The share of the reads of each kind since a moment that were answered, such as `catalogue 100 %`. */
export function describeAvailability(log: RequestLog, since: number, site: Site): string {
  const requests = log.since(since);
  return readsOf(site, '')
    .map(({ name }) => {
      const own = requests.filter(({ client }) => client === name);
      const answered = own.filter((request) => !isFailed(request)).length;
      return `${name} ${answered}/${own.length}`;
    })
    .join(', ');
}
