import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findBillingObstacles, findPayerAddresses } from '../billing/deletions/deletion.repository.ts';
import { runRenewals } from '../billing/renewals/run-renewals.ts';
import { openNumbers } from '../billing/virtual-accounts/open-numbers.ts';
import { runDeletions } from '../identity/privacy/run-deletions.ts';
import { writeExports } from '../identity/privacy/write-exports.ts';
import { accountingBody } from '../network/accounting/packet.factory.ts';
import { readConfig } from '../platform/config/config.ts';
import { createFileStore } from '../platform/files/create-file-store.ts';
import { intakeOf, openNumber } from './billing/open-number.ts';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from './billing/payment-testbed.ts';
import { publishInTests } from './published-events.ts';
import { GOOD_PASSWORD as PASSWORD, TestBrowser } from './test-browser.ts';
import { HIGH_LIMITS, TEST_NETWORK_TOKEN } from './test-portal.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** Whatever names this customer contains one of these. */
const CANARY = /canary|8031234567/i;
const DAY_MS = 24 * 3_600_000;
const PDF = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n');
const PRIVACY = '/api/user/privacy';

let folder: string;
let bed: PaymentTestbed;
let staff: Customer;
let zainab: Customer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'life-'));
  const config = { ...readConfig({ DATA_DIR: folder, TRUSTED_PROXIES: '127.0.0.1' }), limits: HIGH_LIMITS };
  bed = await startPaymentTestbed({ portal: { config } });
  staff = await bed.createStaff();
  zainab = await live();
});
afterAll(async () => {
  await bed?.close();
  await rm(folder, { recursive: true, force: true });
});

const jobDeps = () => ({
  database: bed.database,
  clock: bed.deps.clock,
  publish: publishInTests(),
  logger: pino({ level: 'silent' }),
  folder: join(folder, 'privacy-exports'),
  files: createFileStore(join(folder, 'uploads')),
  billingFacts: { findObstacles: findBillingObstacles, findPayerAddresses },
  hashPassword: async () => '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  randomBytes: (size: number) => Buffer.alloc(size),
});
const makeExports = () => writeExports(jobDeps(), new AbortController().signal);
const deleteDue = () => runDeletions(jobDeps());

async function ok(answer: Promise<{ statusCode: number; body: string }>): Promise<ReturnType<typeof JSON.parse>> {
  const { statusCode, body } = await answer;
  if (statusCode >= 300) throw new Error(`${statusCode} ${body}`);
  return body.startsWith('{') || body.startsWith('[') ? JSON.parse(body) : body;
}

async function uploadedFile({ browser }: Customer): Promise<string> {
  const answer = await bed.app.inject({
    method: 'POST',
    url: '/api/user/ticket-attachments?name=canary-letter.pdf',
    headers: {
      'content-type': 'application/pdf',
      'sec-fetch-site': 'same-origin',
      cookie: `session=${browser.cookies.get('session')}`,
    },
    payload: PDF,
  });
  return answer.json().attachment.id;
}

/** One customer with something in every part of the portal. */
async function live(): Promise<Customer> {
  const browser = new TestBrowser(bed.app, 'http://portal.test');
  const person = { firstName: 'Zainabcanary', lastName: 'Quillcanary', email: 'canary.zainab@mail.example' };
  const { user } = await ok(browser.register({ ...person, password: PASSWORD }));
  const id: number = user.id;
  const [row] = await bed.rows('select referral_code as code from users where id = $1', [id]);
  const who: Customer = { id, email: person.email, referralCode: String(row?.code), browser };
  await bed.rows("update users set phone = '+2348031234567', phone_verified_at = now() where id = $1", [id]);
  await ok(
    browser.put('/api/user/billing-details', {
      companyName: 'Canary & Sons',
      address: '12 Canary Lane',
      taxId: 'CANARY-1',
    }),
  );
  const endpoint = {
    url: 'https://crm.example/hook',
    description: 'CRM',
    events: ['payment.succeeded', 'ticket.created', 'customer.updated'],
  };
  await bed.call(staff, 'POST', '/api/staff/webhook-endpoints', endpoint);
  await ok(browser.put('/api/user/profile', person));
  await bed.pay(who);
  await bed.createCustomer({ referredBy: who });
  await ok(browser.put(`/api/user/lines/${id}`, { label: 'Canary house', place: 'Behind the canary shop' }));
  await ok(staff.browser.put(`/api/staff/customers/${id}/line`, { username: 'canary.login', reason: 'canary asked' }));
  const packet = accountingBody({ status: 'Start', username: 'canary.login', sessionId: '77', at: bed.deps.clock() });
  await ok(
    bed.app.inject({
      method: 'POST',
      url: '/api/network/accounting',
      headers: { authorization: `Bearer ${TEST_NETWORK_TOKEN}` },
      payload: packet,
    }),
  );
  const attachments = [await uploadedFile(who)];
  const ticket = await ok(
    browser.post('/api/user/tickets', { subject: 'canary light', description: 'canary words', attachments }),
  );
  const { id: ticketId } = ticket.ticket;
  const reply = { text: 'canary answer', clientReplyId: randomUUID(), attachments: [] };
  await ok(staff.browser.post(`/api/staff/tickets/${ticketId}/replies`, { ...reply }));
  const chat = await ok(browser.post('/api/chat/initialize', {}));
  await ok(browser.post('/api/chat/send', { sessionId: chat.id, content: 'canary chat' }));
  await ok(browser.post(`/api/chat/${chat.id}/close`, {}));
  await ok(staff.browser.post(`/api/staff/customers/${id}/notes`, { text: 'canary note', clientNoteId: randomUUID() }));
  await ok(browser.post('/api/user/account/invitations', { email: 'friend.canary@mail.example', role: 'billing' }));
  await bed.rows(
    `with made as (insert into imports (id, kind, source, file_name, is_dry_run, status, headers, columns, started_at, updated_at)
       values (gen_random_uuid(), 'customers', 'csv', 'a.csv', false, 'done', '[]', '{}', now(), now()) returning id)
     insert into import_rejections (import_id, row, reason, cells, created_at)
     select id, 1, 'canary', '["canary.zainab@mail.example"]', now() from made`,
  );
  await bed.rows(
    `insert into sales_requests (request_number, kind, name, email, message, created_at)
     values ('S-1', 'quote', 'Zainabcanary', 'Canary.Zainab@mail.example', 'canary question', now())`,
  );
  await bed.rows(
    `insert into speed_test_results (user_id, download_speed, upload_speed, ping, timestamp) values ($1, 90, 40, 9, now())`,
    [id],
  );
  return who;
}

/** Every column that can hold words, by the database's own catalogue, with how many of its rows name her. */
async function findCanaries(): Promise<Record<string, number>> {
  const columns = await bed.rows(
    `select c.relname as table, a.attname as column from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     join pg_type t on t.oid = a.atttypid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and t.typcategory in ('S', 'A', 'U', 'E') and t.typname <> 'uuid'`,
  );
  const found: Record<string, number> = {};
  for (const { table, column } of columns) {
    const [row] = await bed.rows(`select count(*)::int as n from ${table} where "${column}"::text ~* $1`, [
      CANARY.source,
    ]);
    if (Number(row?.n) > 0) found[`${table}.${column}`] = Number(row?.n);
  }
  return found;
}

const uploads = async () =>
  (await readdir(join(folder, 'uploads'), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());

describe('a customer’s whole life', () => {
  it('is in the copy that they download, and in nobody else’s', async () => {
    const { export: asked } = await ok(zainab.browser.post(`${PRIVACY}/export`, {}));
    expect((await zainab.browser.post(`${PRIVACY}/export`, {})).json()).toMatchObject({
      code: 'privacy.export-running',
    });
    await makeExports();
    const file = (name: string) => `${PRIVACY}/exports/${asked.id}/${name}`;
    const { data } = await ok(zainab.browser.get(file('data.json')));
    const page: string = await ok(zainab.browser.get(file('page.html')));
    for (const held of [
      'canary.zainab@mail.example',
      '+2348031234567',
      '12 Canary Lane',
      'Behind the canary shop',
      'canary.login',
      'canary words',
      'canary answer',
      'canary-letter.pdf',
      'canary chat',
      'canary note',
      'friend.canary@mail.example',
      'canary question',
    ]) {
      expect(JSON.stringify(data)).toContain(held);
      expect(page).toContain(held);
    }
    expect(data.payments).toHaveLength(1);
    expect(data.referrals).toHaveLength(1);
    expect(data.usage_sessions).toHaveLength(1);
    expect(data.users).toHaveLength(1);
    expect(JSON.stringify(data)).not.toContain('$argon2');
    const other = await bed.createCustomer();
    expect((await other.browser.get(file('data.json'))).statusCode).toBe(404);
    const again = await zainab.browser.post(`${PRIVACY}/export`, {});
    expect(again.statusCode).toBe(429);
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(80_000);
  });

  it('is gone after their deletion, from every column and the disk, and the ledger still proves', async () => {
    expect(Object.keys(await findCanaries()).length).toBeGreaterThan(25);
    expect(await uploads()).toHaveLength(1);
    const asked = await ok(zainab.browser.post(`${PRIVACY}/deletion`, { currentPassword: PASSWORD }));
    const seen = await ok(staff.browser.get(`/api/staff/customers/${zainab.id}`));
    expect(seen.deletionDueAt).toBe(asked.deletion.dueAt);
    bed.wait(10 * DAY_MS);
    const again = await ok(zainab.browser.post(`${PRIVACY}/deletion`, { currentPassword: PASSWORD }));
    expect(again.deletion.dueAt).toBe(asked.deletion.dueAt);
    await deleteDue();
    expect(await findCanaries()).toHaveProperty('users.email');
    bed.wait(30 * DAY_MS);
    await deleteDue();
    const [held] = await bed.rows("select obstacles from privacy_deletions where status = 'scheduled'");
    expect(held).toEqual({ obstacles: ['subscription'] });
    await runRenewals(bed.deps);
    await deleteDue();
    // An hour later, as retention does.
    await bed.rows('delete from insert_claims');
    expect(await findCanaries()).toEqual({});
    expect(await uploads()).toEqual([]);
    await makeExports();
    expect(await readdir(join(folder, 'privacy-exports'))).toEqual([]);
    const [named] = await bed.rows('select first_name, last_name, disabled from users where id = $1', [zainab.id]);
    const [account] = await bed.rows('select number from accounts where id = $1', [zainab.id]);
    expect(named).toEqual({ first_name: 'Customer', last_name: account?.number, disabled: true });
    const [receipt] = await bed.rows("select snapshot ->> 'customerName' as name, total::text from receipts");
    expect(receipt).toEqual({ name: `Customer ${account?.number}`, total: '25000.00' });
    expect(await bed.violations()).toEqual([]);
    const chain = await bed.rows('select count(*)::int as n from audit_records where redacted_at is not null');
    expect(Number(chain[0]?.n)).toBeGreaterThan(0);
    expect((await zainab.browser.get('/api/user')).statusCode).toBe(401);
    const { id } = zainab;
    expect((await staff.browser.get(`/api/staff/customers/${id}`)).statusCode).toBe(200);
  });
});

describe('a deletion', () => {
  const schedule = async (who: Customer) => ok(who.browser.post(`${PRIVACY}/deletion`, { currentPassword: PASSWORD }));

  it('is refused to whoever does not know the password', async () => {
    const who = await bed.createCustomer();
    const refused = await who.browser.post(`${PRIVACY}/deletion`, { currentPassword: 'another lamp, a river' });
    expect(refused.json()).toMatchObject({ code: 'account.wrong-password' });
    expect((await ok(who.browser.get(PRIVACY))).deletion).toBeNull();
  });

  it('is refused while credit is left, with the reason', async () => {
    const who = await bed.createCustomer();
    await bed.call(staff, 'POST', `/api/staff/customers/${who.id}/credit`, { amount: 500, reason: 'Ours' });
    const refused = await who.browser.post(`${PRIVACY}/deletion`, { currentPassword: PASSWORD });
    expect(refused.json()).toMatchObject({
      code: 'privacy.deletion-prevented',
      message: 'You have account credit left. Use it up, or ask us to pay it out.',
    });
    expect((await ok(who.browser.get(PRIVACY))).obstacles).toEqual(['credit']);
  });

  it('closes the account numbers, at their provider too, and money that still comes waits for staff', async () => {
    const { customer: who, accountNumber } = await openNumber(bed, 'monnify');
    await schedule(who);
    bed.wait(31 * DAY_MS);
    await deleteDue();
    await openNumbers(bed.deps, intakeOf(bed, 'monnify'));
    const requests = await bed.rows('select reference, status from virtual_account_requests where account_id = $1', [
      who.id,
    ]);
    expect(requests).toEqual([{ reference: expect.any(String), status: 'closed' }]);
    const at = { reference: String(requests[0]?.reference), providerReference: null, bank: null };
    expect(await intakeOf(bed, 'monnify').find(at)).toEqual({ kind: 'absent' });
    bed.sandbox.transfer({ accountNumber, amountKobo: 100_000, senderName: 'AFTER ALL' });
    await bed.quiet();
    expect(await bed.rows("select status from incoming_transfers where payer_name = 'AFTER ALL'")).toEqual([
      { status: 'waiting' },
    ]);
    expect(await bed.violations()).toEqual([]);
  });

  it('that is withdrawn on the last day does not happen', async () => {
    const who = await bed.createCustomer();
    await schedule(who);
    bed.wait(31 * DAY_MS);
    await ok(who.browser.delete(`${PRIVACY}/deletion`));
    await deleteDue();
    expect(await ok(who.browser.get('/api/user'))).toMatchObject({ email: who.email });
    expect((await who.browser.delete(`${PRIVACY}/deletion`)).json()).toMatchObject({ code: 'privacy.no-deletion' });
  });

  it('and its withdrawal at the same moment: one of them happens, whole', async () => {
    const who = await bed.createCustomer();
    await schedule(who);
    bed.wait(31 * DAY_MS);
    // The job waits for the row that the withdrawal has changed and not committed yet.
    const client = await bed.pool.connect();
    await client.query('begin');
    await client.query("update privacy_deletions set status = 'withdrawn' where user_id = $1", [who.id]);
    const job = deleteDue();
    await vi.waitFor(async () => {
      const [row] = await bed.rows(
        "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      expect(row?.n).toBe(1);
    });
    await client.query('commit');
    client.release();
    await job;
    expect(await ok(who.browser.get('/api/user'))).toMatchObject({ email: who.email });
  });

  it('leaves the account of others to them, with another owner as its contact', async () => {
    const [who, heir] = [await bed.createCustomer(), await bed.createCustomer()];
    await bed.rows("insert into account_people (account_id, user_id, role) values ($1, $2, 'technical')", [
      who.id,
      heir.id,
    ]);
    const refused = await who.browser.post(`${PRIVACY}/deletion`, { currentPassword: PASSWORD });
    expect(refused.json()).toMatchObject({ code: 'privacy.deletion-prevented' });
    await bed.rows("update account_people set role = 'owner' where account_id = $1 and user_id = $2", [
      who.id,
      heir.id,
    ]);
    await schedule(who);
    bed.wait(31 * DAY_MS);
    await deleteDue();
    expect(await bed.rows('select contact_id from accounts where id = $1', [who.id])).toEqual([
      { contact_id: heir.id },
    ]);
    expect(await bed.rows('select email from users where id = $1', [who.id])).toEqual([
      { email: `deleted-${who.id}@deleted.invalid` },
    ]);
  });
});
