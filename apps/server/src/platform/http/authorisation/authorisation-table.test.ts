import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@portal/contract';
import type { Endpoint } from '@portal/contract/platform/endpoint';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createStaff } from '../../../testing/staff-browser.ts';
import { sumOfTables } from '../../../testing/sum-of-tables.ts';
import type { TestBrowser } from '../../../testing/test-browser.ts';
import { HIGH_LIMITS, startTestPortal, type TestPortal } from '../../../testing/test-portal.ts';
import { readConfig } from '../../config/config.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const rows = endpoints.map((entry) => [nameOf(entry), entry] as const);

/** In the demo staff need no second factor; elsewhere they do. */
let demo: TestPortal;
let serious: TestPortal;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-table-'));
  const configOf = (demoData: string) => ({
    ...readConfig({ DATA_DIR: folder, DEMO_DATA: demoData, TRUSTED_PROXIES: '127.0.0.1' }),
    limits: HIGH_LIMITS,
  });
  demo = await startTestPortal({ config: configOf('on') });
  serious = await startTestPortal({ config: configOf('off') });
  await prepare();
});
afterAll(async () => {
  await demo.close();
  await serious.close();
  await rm(folder, { recursive: true });
});

type Caller = 'nobody' | 'customer' | 'staff before the second factor' | 'staff';
const callers: Caller[] = ['nobody', 'customer', 'staff before the second factor', 'staff'];

/**
 * The whole authorisation table: the error that each role gets, null for none. Calls of the
 * gateways, the network and the operator need no session.
 */
const TABLE: Readonly<Record<Endpoint['access'], Readonly<Record<Caller, number | null>>>> = {
  anyone: { nobody: null, customer: null, 'staff before the second factor': null, staff: null },
  gateway: { nobody: null, customer: null, 'staff before the second factor': null, staff: null },
  network: { nobody: null, customer: null, 'staff before the second factor': null, staff: null },
  operator: { nobody: null, customer: null, 'staff before the second factor': null, staff: null },
  session: { nobody: 401, customer: null, 'staff before the second factor': null, staff: null },
  'staff-sign-in': { nobody: 401, customer: 403, 'staff before the second factor': null, staff: null },
  admin: { nobody: 401, customer: 403, 'staff before the second factor': 403, staff: null },
};

const browsers = new Map<Caller, TestBrowser>();
async function prepare(): Promise<void> {
  const customer = demo.browser();
  await customer.register();
  browsers.set('nobody', demo.browser());
  browsers.set('customer', customer);
  browsers.set('staff before the second factor', (await createStaff(serious)).browser);
  browsers.set('staff', (await createStaff(demo)).browser);
}

const ask = (browser: TestBrowser | undefined, { method }: Endpoint, url: string) => {
  if (!browser) throw new Error('nobody to ask');
  return browser.send(method, url, method === 'GET' ? undefined : '{}', { 'content-type': 'application/json' });
};

describe.each(rows)('%s', (_name, entry) => {
  const url = entry.path.replace(/:\w+/g, 'nothing-by-this-name');

  it.each(callers)('answers %s according to the table', async (caller) => {
    // Signing out ends the session: not called with sessions that are still needed.
    const who = entry.path === '/api/logout' ? 'nobody' : caller;
    const response = await ask(browsers.get(who), entry, url);
    const refused = TABLE[entry.access][caller];
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    const code = isJson ? response.json()?.code : undefined;
    if (refused !== null) expect(response.statusCode, response.body).toBe(refused);
    else expect(['session.missing', 'session.forbidden', 'staff.second-factor'], response.body).not.toContain(code);
    if (caller === 'staff before the second factor' && refused) expect(code).toBe('staff.second-factor');
    expect(response.statusCode, response.body).not.toBe(500);
  });
});

describe('a session whose person last proved who they are eleven minutes ago', () => {
  let before: Record<string, string>;
  const agents = new Map<Endpoint['access'], TestBrowser>();
  beforeAll(async () => {
    const customer = demo.browser();
    await customer.register();
    agents.set('session', customer).set('admin', (await createStaff(demo)).browser);
    await demo.pool.query("update sessions set proven_at = now() - interval '11 minutes'");
    before = await sumOfTables(demo.pool);
  });

  it.each(rows.filter(([, entry]) => entry.freshProof))('is refused by %s', async (_name, entry) => {
    const url = entry.path.replace(/:\w+/g, 'nothing-by-this-name');
    const response = await ask(agents.get(entry.access), entry, url);
    expect(response.statusCode, response.body).toBe(403);
    expect(response.json()).toMatchObject({ success: false, code: 'session.proof-required' });
  });

  it('has changed nothing by it', async () => {
    expect(await sumOfTables(demo.pool)).toEqual(before);
  });

  afterAll(async () => {
    await demo.pool.query('update sessions set proven_at = now()');
  });

  it('is asked for the proof by no other call', async () => {
    for (const [name, entry] of rows) {
      const agent = agents.get(entry.access);
      if (entry.freshProof || !agent) continue;
      const response = await ask(agent, entry, entry.path.replace(/:\w+/g, 'nothing-by-this-name'));
      expect(response.body, name).not.toContain('session.proof-required');
    }
  });
});

describe('the staff calls', () => {
  it('are exactly those below /api/staff', () => {
    for (const { path, access } of endpoints) {
      expect(path.startsWith('/api/staff/'), path).toBe(access === 'admin' || access === 'staff-sign-in');
    }
  });
});

/** A valid body where the call has one: a body error must not hide an authorisation error. */
const BODIES: Readonly<Record<string, object>> = {
  'POST /api/user/tickets/:id/replies': { text: 'Let me in', clientReplyId: 'other' },
  'POST /api/chat/:sessionId/ticket': {},
  'PUT /api/user/account/people/:id': { role: 'owner' },
  'PUT /api/user/lines/:id': { label: 'Not mine' },
  'PUT /api/user/passkeys/:id': { name: 'Not mine' },
  'PUT /api/user/payment-methods/:id/pause': { isPaused: true },
};

const PARTY = { name: 'x', address: null, taxId: null, registrationNumber: null, email: 'x', phone: null };

/** Whether the address contains the id of one customer's record; the others are common to all. */
const NOBODYS = new Set([
  'GET /api/user/account-statement/:document',
  // A month is not a customer's record: every customer has their own statement for it.
  'GET /api/user/statements/:month',
  'POST /api/payment/:gateway/initialize',
]);

/** Where the call has no GET by id, or the stored file is missing. */
const UNREADABLE = new Set(
  [
    'sessions',
    'ticket-attachments',
    'privacy/exports',
    'notices',
    'passkeys',
    'payment-methods',
    'mandates',
    'account/invitations',
    'account-proofs',
    'account/people',
    'accounts',
    'lines',
    'owner-changes',
  ].map((noun) => `/api/user/${noun}/`),
);

/** An id of the same form that does not exist. */
function missingLike(id: string): string {
  return /^\d+$/.test(id) ? '2000000000' : '00000000-0000-4000-8000-000000000000';
}

describe('a customer’s record', () => {
  const personal = endpoints.filter((entry) => entry.access === 'session' && entry.path.includes(':'));
  const ids = new Map<string, string>();
  let owner: TestBrowser;
  let other: TestBrowser;
  beforeAll(async () => {
    [owner, other] = [demo.browser(), demo.browser()];
    const { user } = (await owner.register()).json();
    await other.register();
    const { ticket } = (await owner.post('/api/user/tickets', { subject: 'Mine', description: 'x' })).json();
    const { id: chat } = (await owner.post('/api/chat/initialize', {})).json();
    await owner.post('/api/chat/send', { sessionId: chat, content: 'Hello' });
    const file = await demo.pool.query(
      "insert into ticket_attachments (uploader_id, ticket_id, name, media_type, size_bytes) values ($1, $2, 'a', 'image/png', 1) returning id",
      [user.id, ticket.id],
    );
    const receipt = await demo.pool.query(
      `with plan as (select id from service_plans limit 1),
       line as (insert into user_subscriptions (user_id, plan_id, next_renewal, anchor_day, monthly_fee) select $1, id, now(), 1, 1 from plan returning id, plan_id),
       paid as (insert into payments (reference, user_id, subscription_id, plan_id, period_number, gateway, amount, quote, email, description, paid_at)
         select 'PTABLE', $1, id, plan_id, 1, 'paystack', 1, '{"planName":"x","lines":[]}', 'x', 'x', now() from line returning id)
       insert into receipts (receipt_number, year, sequence, payment_id, user_id, total, vat_included, snapshot)
       select 'RCT-TABLE', 2026, 1, id, $1, 1, 0, '{"customerName":"x","customerEmail":"x","planName":"x","periodStart":null,"periodEnd":null,"lines":[]}'
       from paid returning receipt_number`,
      [user.id],
    );
    const [session] = (await owner.get('/api/user/sessions')).json();
    ids.set('/api/user/sessions/', session.id).set('/api/user/receipts/', receipt.rows[0].receipt_number);
    const line = await demo.pool.query(
      `insert into invoices (invoice_number, year, sequence, user_id, subscription_id, period_number, kind, status, total, vat, snapshot, issued_at, due_at)
       select 'INV-1999-000001', 1999, 1, $1, subscription_id, 1, 'period', 'open', 1, 0,
         $2, now(), now() from payments where user_id = $1 limit 1
       returning invoice_number`,
      [
        user.id,
        JSON.stringify({
          seller: PARTY,
          buyer: PARTY,
          planName: 'x',
          speed: 'x',
          periodStart: 'x',
          periodEnd: 'x',
          lines: [],
        }),
      ],
    );
    ids.set('/api/user/invoices/', line.rows[0].invoice_number);
    await demo.pool.query(
      `insert into account_proofs (proof_number, year, sequence, user_id, line_id, language, code, facts_key, snapshot, issued_at, issued_by)
       values ('PRF-1999-000001', 1999, 1, $1, $1, 'en', 'x', 'x', $2, now(), $1)`,
      [
        user.id,
        JSON.stringify({ issuer: PARTY, accountNumber: 'x', name: 'x', place: null, since: 'x', paidUntil: null }),
      ],
    );
    ids.set('/api/user/account-proofs/', 'PRF-1999-000001');
    const card = await demo.pool.query(
      "insert into payment_methods (user_id, provider, reference) values ($1, 'paystack', 'x') returning id",
      [user.id],
    );
    const mandate = await demo.pool.query(
      `insert into mandates (user_id, subscription_id, provider, status, email, wording, created_at)
       select $1, id, 'paystack', 'awaiting-approval', 'x', 'x', now() from user_subscriptions limit 1 returning id`,
      [user.id],
    );
    const passkey = await demo.pool.query(
      `insert into passkeys (user_id, credential_id, public_key, user_handle, counter, transports, synced, name)
       values ($1, 'x', 'x', 'x', 0, '{}', false, 'x') returning id`,
      [user.id],
    );
    const notice = await demo.pool.query(
      `insert into notices (user_id, notice_key, kind, values) values ($1, 'table', 'line-restored', '{}') returning id`,
      [user.id],
    );
    const ownerChange = await demo.pool.query(
      `insert into owner_changes (from_account_id, status, offer_token_hash, stop_token_hash, identified_by, reason, requested_by, created_at, expires_at)
       values ($1, 'waiting', 'x', 'y', 'x', 'x', $1, now(), now() + interval '1 day') returning id`,
      [user.id],
    );
    const { invitation } = (
      await owner.post('/api/user/account/invitations', { email: 'invited@mail.example', role: 'billing' })
    ).json();
    const { export: copy } = (await owner.post('/api/user/privacy/export', {})).json();
    ids
      .set('/api/user/privacy/exports/', copy.id)
      .set('/api/user/account/invitations/', invitation.id)
      .set('/api/user/account/people/', String(user.id))
      .set('/api/user/accounts/', String(user.id))
      .set('/api/user/lines/', String(user.id))
      .set('/api/user/owner-changes/', ownerChange.rows[0].id)
      .set('/api/user/notices/', notice.rows[0].id)
      .set('/api/user/passkeys/', String(passkey.rows[0].id))
      .set('/api/user/payment-methods/', card.rows[0].id)
      .set('/api/user/mandates/', mandate.rows[0].id)
      .set('/api/user/tickets/', ticket.id)
      .set('/api/user/ticket-attachments/', file.rows[0].id)
      .set('/api/chat/', chat);
  });

  it.each(personal.map((entry) => [nameOf(entry), entry] as const))(
    '%s is not found by any other user, staff included',
    async (name, entry) => {
      if (NOBODYS.has(name)) return;
      const id = [...ids].find(([start]) => entry.path.startsWith(`${start}:`))?.[1];
      expect(id, `${name} names something of a customer: give this test one, or list it as nobody's`).toBeDefined();
      const url = entry.path
        .replace(/:\w+/, id ?? '')
        .replace(':document', 'page')
        .replace(':file', 'data.json');
      for (const outsider of [other, browsers.get('staff')]) {
        const payload = entry.method === 'GET' ? undefined : JSON.stringify(BODIES[name] ?? {});
        const headers = { 'content-type': 'application/json' };
        const response = await outsider?.send(entry.method, url, payload, headers);
        expect(response?.statusCode, response?.body).toBe(404);
        const missing = await outsider?.send(
          entry.method,
          entry.path
            .replace(/:\w+/, missingLike(id ?? ''))
            .replace(':document', 'page')
            .replace(':file', 'data.json'),
          payload,
          headers,
        );
        expect(missing?.json().code).toBe(response?.json().code);
      }
    },
  );

  it('is found by its owner', async () => {
    for (const [start, id] of ids) {
      if (UNREADABLE.has(start)) continue;
      const path = start === '/api/chat/' ? `${start}${id}/messages` : `${start}${id}`;
      expect((await owner.get(path)).statusCode, path).toBe(200);
    }
  });
});
