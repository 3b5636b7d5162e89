import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import pg from 'pg';
import type { Check } from '../../bench/crash/check-ledger.ts';
import { giveRole, openSession } from '../../bench/fuzz/callers.ts';
import { DEMO_STAFF } from '../../bench/fuzz/demo-people.ts';
import { knownForCall, readKnownValues } from '../../bench/fuzz/known-values.ts';
import { findPortalDatabase } from '../../bench/portal/portal-process.ts';
import { printChecks } from '../../bench/print-checks.ts';
import { chromiumLaunch } from '../fixtures/browser/chromium.ts';
import { accountOf, registerPerson } from '../fixtures/customers/customer.ts';
import { openPortal, type PortalForTests } from '../fixtures/portal/portal-for-tests.ts';
import { listPayloads, type Payload } from './payloads.ts';
import { listTextCalls, nameOf, requestWith, type TextCall } from './text-fields.ts';
import { look, type Seen, watchContext } from './watched-browser.ts';

// Texts that would be scripts, in every field of text that visitors and customers may fill, then seen in
// a browser by their owner and by staff (threats and faults, C6, G13).

const SECRET = 'a secret of the script drill alone, forty chars.';
const PASSWORD = 'tall palm, slow river';
const PLAN = 'Home 20 Mbps';
/** Two share a text where there is room for both. */
const TOGETHER = 2;
/** What else is in a request is chosen at random, and may not fit the state of the account. */
const TRIES = 5;
/** Lists show the newest: they are looked at after so many customers. */
const LISTS_AFTER = 5;
const EXPORT_WITHIN_MS = 30_000;
const LISTS = [
  '/admin',
  '/admin/inbox',
  '/admin/customers',
  '/admin/tickets',
  '/admin/payments',
  '/admin/counter',
  '/admin/network/lines',
  '/admin/audit',
  '/admin/exports',
  '/admin/imports',
  '/admin/operations',
  '/admin/referrals',
  '/admin/grievances',
  '/sandbox/outbox',
] as const;

const { values } = parseArgs({ options: { payloads: { type: 'string', default: '300' } } });
const count = Number(values.payloads);
if (!Number.isInteger(count) || count < TOGETHER) throw new Error('usage: npm run script-drill -- [--payloads N]');

const say = (message: string): void => console.error(message);

/** Which payloads each field has taken. */
type Taken = Map<string, Set<number>>;

type Fixtures = {
  readonly browser: Browser;
  readonly portal: PortalForTests;
  readonly database: pg.Client;
  readonly staff: BrowserContext;
  readonly staffId: number;
  readonly seen: Seen;
  readonly taken: Taken;
};

const joined = (payloads: readonly Payload[]): string => payloads.map(({ text }) => text).join(' ');

async function openDevice({
  browser,
  portal,
  seen,
}: Pick<Fixtures, 'browser' | 'portal' | 'seen'>): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: portal.origin, reducedMotion: 'reduce' });
  await watchContext(context, seen);
  return context;
}

/** Sends both, then one where there is no room for both; a field is not counted that takes neither. */
async function fill(
  fixtures: Fixtures,
  device: BrowserContext,
  call: TextCall,
  person: number,
  payloads: readonly Payload[],
) {
  const { database, portal, staffId, taken } = fixtures;
  const read = await readKnownValues(database, { customer: person, staff: staffId });
  const known = await knownForCall(database, call.entry, read, { customer: person, staff: staffId });
  const own = new Map([
    ...known,
    ['currentPassword', [PASSWORD]],
    ['email', [emailOf(payloads)]],
    ['billContactEmail', ['bills@drill.example']],
  ]);
  const tries = [payloads, payloads.slice(0, 1)].flatMap((some) => Array<readonly Payload[]>(TRIES).fill(some));
  for (const [seed, some] of tries.entries()) {
    const { method, path, body } = requestWith(call, own, person + seed, joined(some));
    const answer = await device.request.fetch(`${portal.origin}${path}`, {
      method,
      data: body,
      headers: { 'content-type': 'application/json', origin: portal.origin },
    });
    if (!answer.ok()) continue;
    for (const field of call.fields) {
      const ids = taken.get(nameOf(call, field)) ?? new Set();
      for (const { id } of some) ids.add(id);
      taken.set(nameOf(call, field), ids);
    }
    return;
  }
}

const emailOf = (payloads: readonly Payload[]): string => `script${payloads[0]?.id}@drill.example`;

/** Registers with the payloads as names; one of them in each when both are too long. */
async function register(fixtures: Fixtures, device: BrowserContext, payloads: readonly Payload[]): Promise<number> {
  const [first, last = first] = payloads;
  const text = { firstName: first?.text ?? '', lastName: last?.text ?? '' };
  const form = { ...text, email: emailOf(payloads), password: PASSWORD };
  const { id } = await registerPerson(device, fixtures.portal.origin, form);
  return id;
}

/** A payment with what the customer has written beside it. Returns its receipt and its reference. */
async function pay(fixtures: Fixtures, device: BrowserContext, payloads: readonly Payload[]) {
  const account = accountOf(device, fixtures.portal.origin);
  const reference = await account.openPayment(PLAN, emailOf(payloads));
  await fixtures.portal.sandbox.decide(reference, 'approve');
  await account.verify(reference);
  const { rows } = await fixtures.database.query<{ number: string }>(
    'select r.receipt_number as number from receipts r join payments y on y.id = r.payment_id where y.reference = $1',
    [reference],
  );
  return { reference, receipt: rows[0]?.number ?? '' };
}

/** The copy of all data as a page, which a customer opens from their own disk. Null when it was not ready in time. */
async function exportPage(fixtures: Fixtures, device: BrowserContext): Promise<string | null> {
  const { origin } = fixtures.portal;
  await device.request.post(`${origin}/api/user/privacy/export`, { data: {}, headers: { origin } });
  const giveUpAt = performance.now() + EXPORT_WITHIN_MS;
  while (performance.now() < giveUpAt) {
    const { export: copy } = await (await device.request.get(`${origin}/api/user/privacy`)).json();
    if (copy?.status === 'done') {
      const answer = await device.request.get(`${origin}/api/user/privacy/exports/${copy.id}/page.html`);
      const file = join(fixtures.portal.dataDir, 'copy.html');
      writeFileSync(file, await answer.body());
      return pathToFileURL(file).href;
    }
    await sleep(100);
  }
  return null;
}

/** A trial import of people with these names. Returns its page in the console. */
async function importPage({ staff, portal }: Fixtures, payloads: readonly Payload[]): Promise<string> {
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const rows = payloads.map(({ text }) => `${quoted(text)},${quoted(text)},${quoted(text)}\r\n`).join('');
  const query = new URLSearchParams({ kind: 'customers', source: 'csv', fileName: 'scripts.csv', dryRun: 'true' });
  const made = await staff.request.post(`${portal.origin}/api/staff/imports?${query}`, {
    data: Buffer.from(`id,name,email\r\n${rows}`),
    headers: { origin: portal.origin, 'content-type': 'text/csv' },
  });
  if (!made.ok()) throw new Error(`the import was refused: ${made.status()} ${await made.text()}`);
  const [newest] = await (await staff.request.get(`${portal.origin}/api/staff/imports`)).json();
  return `/admin/imports/${newest?.id}`;
}

/** One customer, with the payloads in everything that they may write. */
async function playCustomer(
  fixtures: Fixtures,
  calls: readonly TextCall[],
  payloads: readonly Payload[],
): Promise<void> {
  const { database, seen } = fixtures;
  const device = await openDevice(fixtures);
  const person = await register(fixtures, device, payloads);
  const { origin } = fixtures.portal;
  const post = (path: string, data: object) => device.request.post(`${origin}${path}`, { data, headers: { origin } });
  const plans = (await (await device.request.get(`${origin}/api/plans`)).json()) as { id: string; name: string }[];
  await post('/api/user/subscription', { planId: plans.find(({ name }) => name === PLAN)?.id });
  const chat = await (await post('/api/chat/initialize', {})).json();
  const last = calls.at(-1);
  for (const call of calls) if (call !== last) await fill(fixtures, device, call, person, payloads);
  const { reference, receipt } = await pay(fixtures, device, payloads);
  const { rows: tickets } = await database.query<{ id: string }>('select id from support_tickets where user_id = $1', [
    person,
  ]);
  const ticket = tickets[0]?.id;
  const own = await device.newPage();
  const copy = await exportPage(fixtures, device);
  const ownPages = [
    '/dashboard',
    '/profile',
    '/profile?tab=privacy',
    '/profile?tab=billing',
    '/support',
    ...(ticket ? [`/support/tickets/${ticket}`] : []),
    `/receipts/${receipt}`,
    ...(copy ? [copy] : []),
  ];
  if (copy === null) seen.violations.push(`the copy of the data of ${person} was not ready`);
  for (const path of ownPages) await look(own, path, seen);
  if (last) await fill(fixtures, device, last, person, payloads);
  const desk = await fixtures.staff.newPage();
  const deskPages = [
    `/admin/customers/${person}`,
    `/admin/counter/${person}`,
    ...tickets.map(({ id }) => `/admin/tickets/${id}`).slice(0, 2),
    `/admin/inbox?chat=${chat.id}`,
    `/admin/payments/${reference}`,
    `/admin/customers?search=${encodeURIComponent(payloads[0]?.text ?? '')}`,
    await importPage(fixtures, payloads),
  ];
  for (const path of deskPages) await look(desk, path, seen);
  await desk.close();
  await device.close();
}

async function drill(fixtures: Fixtures): Promise<Check[]> {
  const calls = listTextCalls();
  const payloads = listPayloads(count);
  for (let at = 0; at < payloads.length; at += TOGETHER) {
    await playCustomer(fixtures, calls, payloads.slice(at, at + TOGETHER));
    const customers = at / TOGETHER + 1;
    if (customers % LISTS_AFTER !== 0 && at + TOGETHER < payloads.length) continue;
    const page = await fixtures.staff.newPage();
    for (const path of LISTS) await look(page, path, fixtures.seen);
    await page.close();
    say(`${at + TOGETHER} payloads, ${fixtures.seen.pages} pages seen`);
  }
  const { seen, taken } = fixtures;
  const fields = calls.flatMap((call) => call.fields.map((field) => nameOf(call, field)));
  const countTaken = (field: string): number => taken.get(field)?.size ?? 0;
  const part = fields.filter((field) => countTaken(field) < payloads.length);
  const few = fields.filter((field) => countTaken(field) * 2 < payloads.length);
  console.log(
    `${payloads.length} payloads, ${fields.length} fields of ${calls.length} calls and the names of an account, ${seen.pages} pages seen`,
  );
  for (const field of part) console.log(`  ${field}: ${countTaken(field)} of them were accepted`);
  return [
    { name: 'no payload ran', violations: seen.runs },
    { name: 'no policy had to stop one, nor anything of our own', violations: seen.violations },
    { name: 'no text became an element that would run when it is used', violations: seen.markup },
    // A name has less room than a ticket: what is longer is refused there.
    { name: 'a field took every payload', violations: part.length < fields.length ? [] : part },
    { name: 'most fields took most payloads', violations: few.length * 2 <= fields.length ? [] : few },
  ];
}

async function run(): Promise<boolean> {
  await using running = new AsyncDisposableStack();
  const portal = await openPortal({
    SESSION_SECRET: SECRET,
    RATE_LIMIT_SALES_REQUESTS_PER_HOUR: '1000000',
    RATE_LIMIT_QUICK_PAY_PER_MINUTE: '1000000',
    RATE_LIMIT_QUICK_PAY_PER_HOUR: '1000000',
    RECONCILE_INTERVAL_S: '3600',
  });
  running.defer(() => portal.close());
  const found = findPortalDatabase(portal.dataDir);
  if (!found) throw new Error('the portal keeps no database in its data folder');
  const database = new pg.Client(found.connection);
  await database.connect();
  running.defer(() => database.end());
  const { rows } = await database.query<{ id: number }>('select id from users where email = $1', [DEMO_STAFF]);
  const staffId = rows[0]?.id ?? 0;
  await giveRole(database, staffId, 'owner');
  const { headers } = await openSession(database, SECRET, staffId);
  const browser = await chromium.launch(chromiumLaunch());
  running.defer(() => browser.close());
  const seen: Seen = { runs: [], violations: [], markup: [], pages: 0 };
  const staff = await openDevice({ browser, portal, seen });
  const [name = '', value = ''] = String(headers.cookie).split('=');
  await staff.addCookies([{ name, value, url: portal.origin }]);
  const checks = await drill({ browser, portal, database, staff, staffId, seen, taken: new Map() });
  const failed = printChecks(checks);
  console.log(`${checks.length - failed} passed, ${failed} failed`);
  return failed === 0;
}

process.exitCode = (await run()) ? 0 : 1;
