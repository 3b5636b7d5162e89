import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StaffRole } from '@portal/contract/platform/staff-permissions';
import { keyScopes } from '@portal/contract/platform/staff-permissions';
import pg from 'pg';
import { findPortalDatabase, type RunningPortal, startPortal } from '../portal/portal-process.ts';
import { findFreePort } from '../portal/program-process.ts';
import { type Caller, giveRole, openSession, saveAccount } from './callers.ts';
import type { CallerName } from './cases.ts';
import { DEMO_CUSTOMER, DEMO_STAFF } from './demo-people.ts';
import { type Planted, plantStates } from './plant-states.ts';
import { type Client, createClient } from './send.ts';
import { NETWORK_TOKEN } from './signed-requests.ts';

/** SESSION_SECRET of the portal under test. */
export const SECRET = 'a secret of the fuzz test alone, forty characters';

/** In everything that another customer has written. */
export const FOREIGN_WORD = 'Zqcanary';

/** A role that may do little. */
const CLERK: StaffRole = 'technician';

const UNLIMITED = [
  'RATE_LIMIT_SALES_REQUESTS_PER_HOUR',
  'RATE_LIMIT_QUICK_PAY_PER_MINUTE',
  'RATE_LIMIT_QUICK_PAY_PER_HOUR',
  'RATE_LIMIT_API_KEY_CALLS_PER_MINUTE',
  'SOCKETS_PER_ADDRESS',
] as const;

export type Fixture = {
  readonly portal: RunningPortal;
  readonly port: number;
  readonly inspectPort: number;
  readonly logFile: string;
  readonly database: pg.Client;
  readonly client: Client;
  /** What a browser on a page of the portal adds to a request. */
  readonly browser: Readonly<Record<string, string>>;
  readonly people: { readonly customer: number; readonly staff: number; readonly other: number };
  readonly planted: Planted;
  /** The headers of a caller; `right` depends on whom the call is for. */
  readonly headersOf: (caller: CallerName | 'other', access: string) => Readonly<Record<string, string>>;
  /** Opens the sessions again that calls have ended, and takes back what they changed about the callers. */
  readonly restore: () => Promise<void>;
  /** The same for many who notice at once. */
  readonly restoreOnce: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

const BROWSER = { 'sec-fetch-site': 'same-origin' };

async function idOf(database: pg.Client, email: string): Promise<number> {
  const { rows } = await database.query<{ id: number }>('select id from users where email = $1', [email]);
  const [row] = rows;
  if (!row) throw new Error(`the demo data have no ${email}`);
  return row.id;
}

async function register(client: Client, email: string, word: string): Promise<void> {
  const body = JSON.stringify({ firstName: word, lastName: word, email, password: 'wide road, early rain' });
  const headers = { ...BROWSER, 'content-type': 'application/json' };
  const answer = await client.send({ method: 'POST', path: '/api/register', headers, body });
  if (answer.status >= 300) throw new Error(`${email} could not register: ${answer.body}`);
}

/** The portal as a program of its own, with demo data, the sandbox and limits that nothing reaches. */
export async function startFixture(folder: string, connections: number): Promise<Fixture> {
  const port = await findFreePort();
  const dataDir = join(folder, 'data');
  const logFile = join(folder, 'portal.log');
  const portal = await startPortal({
    port,
    dataDir,
    logFile,
    env: {
      DEMO_DATA: 'on',
      SESSION_SECRET: SECRET,
      NETWORK_TOKEN,
      LOG_LEVEL: 'warn',
      WHATSAPP: 'sandbox',
      NODE_OPTIONS: '--inspect=127.0.0.1:0',
      ...Object.fromEntries(UNLIMITED.map((name) => [name, '1000000'])),
    },
  });
  const [, inspectPort] = /Debugger listening on ws:\/\/[^/]+:(\d+)/.exec(readFileSync(logFile, 'utf8')) ?? [];
  const found = findPortalDatabase(dataDir);
  if (!found) throw new Error('the portal keeps no database in its data folder');
  const database = new pg.Client(found.connection);
  await database.connect();
  const client = createClient(port, connections);
  await register(client, 'other@fuzz.example', FOREIGN_WORD);
  await register(client, 'clerk@fuzz.example', 'Clerk');
  const people = {
    customer: await idOf(database, DEMO_CUSTOMER),
    staff: await idOf(database, DEMO_STAFF),
    other: await idOf(database, 'other@fuzz.example'),
    clerk: await idOf(database, 'clerk@fuzz.example'),
  };
  // A telephone that calls and writes to the portal.
  await database.query("update users set phone = '+2348031234567', phone_verified_at = now() where id = $1", [
    people.customer,
  ]);
  const ids = Object.values(people);
  const restores: (() => Promise<void>)[] = [];
  for (const id of ids) restores.push(await saveAccount(database, id));
  const callers = new Map<string, Caller>();
  let key = '';
  const sessionOf = (name: string): Readonly<Record<string, string>> => ({ ...BROWSER, ...callers.get(name)?.headers });
  const restore = async (): Promise<void> => {
    for (const again of restores) await again();
    await giveRole(database, people.staff, 'owner');
    await giveRole(database, people.clerk, CLERK);
    for (const person of [people.customer, people.other]) await giveRole(database, person, null);
    await database.query('delete from sign_in_attempts');
    await database.query('delete from sessions where user_id = any($1)', [ids]);
    for (const [name, id] of Object.entries(people)) callers.set(name, await openSession(database, SECRET, id));
  };
  await restore();
  let restoring: Promise<void> | null = null;
  const restoreOnce = (): Promise<void> => {
    restoring ??= restore().finally(() => {
      restoring = null;
    });
    return restoring;
  };
  const created = await client.send({
    method: 'POST',
    path: '/api/staff/api-keys',
    headers: { ...sessionOf('staff'), 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Fuzz', scopes: keyScopes }),
  });
  key = JSON.parse(created.body).key;
  const planted = await plantStates(client, {
    origin: `http://127.0.0.1:${port}`,
    database,
    staff: sessionOf('staff'),
    customer: sessionOf('customer'),
  });
  return {
    portal,
    port,
    inspectPort: Number(inspectPort),
    logFile,
    database,
    client,
    browser: BROWSER,
    people,
    planted,
    headersOf: (caller, access) => {
      if (caller === 'nobody') return BROWSER;
      if (caller === 'key') return { authorization: `Bearer ${key}` };
      if (caller !== 'right') return sessionOf(caller);
      return sessionOf(access === 'admin' || access === 'staff-sign-in' ? 'staff' : 'customer');
    },
    restore,
    restoreOnce,
    stop: async () => {
      client.close();
      await database.end();
      await portal.stop();
    },
  };
}
