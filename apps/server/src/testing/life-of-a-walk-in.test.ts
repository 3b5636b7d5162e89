import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@portal/contract';
import { exportKinds } from '@portal/contract/console/exports';
import pino from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { PaymentOrder } from '../billing/payments/gateways/gateway.port.ts';
import { writeExports } from '../identity/privacy/write-exports.ts';
import { readConfig } from '../platform/config/config.ts';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from './billing/payment-testbed.ts';
import { publishInTests } from './published-events.ts';
import { GOOD_PASSWORD as PASSWORD, TestBrowser } from './test-browser.ts';
import { HIGH_LIMITS } from './test-portal.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const PHONE = '+2348055550077';
/** What is stored in place of an address, and must be seen nowhere. */
const MADE_UP = /@\w+\.invalid/i;

let folder: string;
let bed: PaymentTestbed;
let staff: Customer;
let ngozi: Customer;
/** What the gateways were given. */
const orders: PaymentOrder[] = [];
/** Of what she has: what stands for the fields of a call's path, by its beginning. */
const ids = new Map<string, string>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walk-in-'));
  const config = { ...readConfig({ DATA_DIR: folder, TRUSTED_PROXIES: '127.0.0.1' }), limits: HIGH_LIMITS };
  bed = await startPaymentTestbed({
    portal: { config },
    wrap: (gateway) => ({
      ...gateway,
      initialize: (order) => {
        orders.push(order);
        return gateway.initialize(order);
      },
    }),
  });
  staff = await bed.createStaff();
});
afterAll(async () => {
  await bed?.close();
  await rm(folder, { recursive: true, force: true });
});

async function ok(answer: Promise<{ statusCode: number; body: string }>): Promise<ReturnType<typeof JSON.parse>> {
  const { statusCode, body } = await answer;
  if (statusCode >= 300) throw new Error(`${statusCode} ${body}`);
  return body.startsWith('{') || body.startsWith('[') ? JSON.parse(body) : body;
}

it('somebody without a mailbox is told to sign in with their number, and does', async () => {
  const form = { firstName: 'Ngozi', lastName: 'Ade', phone: PHONE };
  const { customer } = await ok(staff.browser.post('/api/staff/customers', form));
  expect(customer).toMatchObject({ name: 'Ngozi Ade', email: '', phone: PHONE });
  const [message] = await bed.rows('select text from outbox_messages where recipient = $1', [PHONE]);
  expect(message?.text).toMatch(new RegExp(`sign in as \\${PHONE}$`));
  const token = /reset-password#token=([\w-]+)/.exec(String(message?.text))?.[1];
  const browser = new TestBrowser(bed.app, 'http://portal.test');
  await ok(browser.post('/api/password-reset/confirm', { token, newPassword: PASSWORD }));
  const wrong = await browser.post('/api/login', { email: '0805 555 0078', password: PASSWORD });
  expect(wrong.json()).toMatchObject({ code: 'account.bad-credentials' });
  const { user } = await ok(browser.post('/api/login', { email: '0805 555 0077', password: PASSWORD }));
  expect(user).toMatchObject({ email: '', phone: PHONE, emailVerified: false });
  // As an older page has it, and would send it.
  ngozi = { id: customer.id, email: `${PHONE.slice(1)}@phone.invalid`, referralCode: '', browser };
});

it('they change their name without an address, and an address that is there cannot be emptied', async () => {
  const saved = await ok(ngozi.browser.put('/api/user/profile', { firstName: 'Ngozi', lastName: 'Adé', email: '' }));
  expect(saved).toMatchObject({ message: 'Profile updated', user: { lastName: 'Adé', email: '' } });
  const other = await bed.createCustomer();
  const refused = await other.browser.put('/api/user/profile', { firstName: 'A', lastName: 'B', email: '' });
  expect([refused.statusCode, refused.json().errors]).toEqual([422, { email: 'Invalid email address' }]);
  expect((await ngozi.browser.post('/api/user/email-verification', {})).statusCode).toBe(422);
});

it('a gateway, which shows it to who pays, is never given a made-up address', async () => {
  const order = { amount: 25_000, email: ngozi.email, plan: bed.planId };
  const refused = await bed.call(ngozi, 'POST', '/api/payment/paystack/initialize', order);
  expect(refused).toMatchObject({ status: 422, body: { errors: { email: 'Invalid email address' } } });
  const reference = await bed.pay({ ...ngozi, email: 'sister@mail.example' });
  expect(orders.map(({ email }) => email)).toEqual(['sister@mail.example']);
  ids.set('/api/staff/payments/', reference);
});

it('neither she nor staff ever see that an address was made up, wherever they look', async () => {
  const { id, browser } = ngozi;
  await ok(
    staff.browser.post('/api/staff/webhook-endpoints', {
      url: 'https://crm.example/hook',
      description: 'CRM',
      events: ['customer.created', 'customer.updated', 'ticket.opened'],
    }),
  );
  await ok(browser.put('/api/user/profile', { firstName: 'Ngozi', lastName: 'Ade', email: '' }));
  const { ticket } = await ok(browser.post('/api/user/tickets', { subject: 'No light', description: 'Since noon' }));
  const chat = await ok(browser.post('/api/chat/initialize', {}));
  await ok(browser.post('/api/chat/send', { sessionId: chat.id, content: 'Hello' }));
  await ok(staff.browser.post(`/api/staff/customers/${id}/notes`, { text: 'Calls back', clientNoteId: randomUUID() }));
  await ok(browser.post('/api/user/account/invitations', { email: 'sister@mail.example', role: 'billing' }));
  const [receipt] = await bed.rows('select receipt_number as number from receipts where user_id = $1', [id]);
  const [invoice] = await bed.rows('select invoice_number as number from invoices where user_id = $1', [id]);
  ids
    .set('/api/staff/customers/', String(id))
    .set('/api/staff/tickets/', ticket.id)
    .set('/api/staff/chats/', chat.id)
    .set('/api/staff/receipts/', String(receipt?.number))
    .set('/api/user/receipts/', String(receipt?.number))
    .set('/api/user/invoices/', String(invoice?.number))
    .set('/api/user/tickets/', ticket.id)
    .set('/api/chat/', chat.id);

  const seen: string[] = [];
  async function look(who: Customer, path: string): Promise<void> {
    const { statusCode, body } = await who.browser.get(path);
    expect(body, path).not.toMatch(MADE_UP);
    if (statusCode === 200) seen.push(path);
  }
  const days = 'from=2020-01-01&to=2099-12-31';
  for (const { method, access, path } of endpoints) {
    const who = access === 'admin' ? staff : access === 'session' ? ngozi : null;
    if (method !== 'GET' || who === null) continue;
    const [beginning = '', ...fields] = path.split(/:\w+/);
    if (fields.length > 0 && !ids.has(beginning)) continue;
    const rest = fields.join('page');
    await look(who, `${beginning}${ids.get(beginning) ?? ''}${rest}?${days}`);
    await look(who, `${beginning}${ids.get(beginning) ?? ''}${rest}`);
  }
  for (const kind of exportKinds) await look(staff, `/api/staff/exports/${kind}.csv`);
  for (const search of ['Ngozi', '0805555', PHONE, '2348055550077@phone', 'Ngozzi']) {
    await look(staff, `/api/staff/customers?search=${encodeURIComponent(search)}`);
    await look(staff, `/api/staff/search?search=${encodeURIComponent(search)}`);
  }
  await look(ngozi, '/');
  await look(ngozi, '/dashboard');
  for (const path of ['/api/user', `/api/staff/customers/${id}`, `/api/staff/customers/${id}/timeline`])
    expect(seen).toContain(path);
  expect(seen.length).toBeGreaterThan(80);
});

it('nor does who is written to, by mail, by text or by webhook', async () => {
  const written = await bed.rows(
    `select subject || text as content from outbox_messages union all select recipient from outbox_messages
     union all select body from webhook_deliveries`,
  );
  expect(written.length).toBeGreaterThan(10);
  for (const { content } of written) expect(content).not.toMatch(MADE_UP);
  const [invitation] = await bed.rows(
    "select text from outbox_messages where recipient = 'sister@mail.example' and text like '%invites%'",
  );
  expect(invitation?.text).toContain(`${PHONE} invites you`);
});

it('nor is it in the copy of her data', async () => {
  const { export: asked } = await ok(ngozi.browser.post('/api/user/privacy/export', {}));
  await writeExports(
    {
      database: bed.database,
      clock: bed.deps.clock,
      publish: publishInTests(),
      logger: pino({ level: 'silent' }),
      folder: join(folder, 'privacy-exports'),
    },
    new AbortController().signal,
  );
  for (const file of ['data.json', 'page.html']) {
    const { statusCode, body } = await ngozi.browser.get(`/api/user/privacy/exports/${asked.id}/${file}`);
    expect(statusCode, file).toBe(200);
    expect(body).toContain(PHONE);
    expect(body, file).not.toMatch(MADE_UP);
  }
});
