import { Readable } from 'node:stream';
import { exportKinds } from '@portal/contract/console/exports';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type FileRow, readCsv } from '../../platform/files/read-csv.ts';
import { callWithKey, createKey } from '../../testing/api-key.ts';
import { headerOf, readWorkbook } from '../../testing/read-workbook.ts';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let portal: TestPortal;
let staff: Staff;
beforeAll(async () => {
  portal = await startTestPortal();
  staff = await createStaff(portal);
});
afterAll(() => portal.close());

const download = (kind: string) => staff.browser.get(`/api/staff/exports/${kind}.csv`);
/** The lines of a file without quoted line breaks, the header first. */
const linesOf = async (kind: string) => (await download(kind)).body.replace('\ufeff', '').split('\r\n').slice(0, -1);
/** The rows of a file by its columns, as an import of ours reads it. */
async function rowsOf(text: string): Promise<Record<string, string>[]> {
  const file = readCsv(Readable.from([Buffer.from(text)]));
  const [header, ...rows]: FileRow[] = await Readable.from(file).toArray();
  return rows.map(({ cells }) => Object.fromEntries(cells.map((cell, at) => [header?.cells[at], cell])));
}
const workbook = async (kind: string) =>
  readWorkbook((await staff.browser.get(`/api/staff/exports/${kind}.xlsx`)).rawPayload);

it('every file has a header and is recorded in the audit log before it is sent', async () => {
  for (const kind of exportKinds) {
    const answer = await download(kind);
    expect(answer.statusCode, kind).toBe(200);
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="${kind}.csv"`);
    expect(answer.body.split('\r\n')[0], kind).toMatch(/^\ufeff[a-z_]+(,[a-z_]+)+$/);
    const excel = await staff.browser.get(`/api/staff/exports/${kind}.xlsx`);
    expect(excel.headers['content-disposition']).toBe(`attachment; filename="${kind}.xlsx"`);
    const header = answer.body.slice(1).split('\r\n')[0]?.split(',');
    expect(headerOf(excel.rawPayload), kind).toEqual(header);
  }
  const { rows } = await portal.pool.query(
    "select subject, after ->> 'format' as format from audit_records where action = 'export.download' order by id",
  );
  expect(rows.map(({ subject, format }) => `${subject} ${format}`)).toEqual(
    exportKinds.flatMap((kind) => [`export:${kind} csv`, `export:${kind} xlsx`]),
  );
  expect((await download('secrets')).statusCode).toBe(404);
});

it('customers are in it once each, however many pages they are, in the order of their ids', async () => {
  const many = 2500;
  await portal.pool.query(
    `insert into users (email, email_key, password_hash, referral_code, first_name)
     select format('line-%s@mail.example', n), format('line-%s@mail.example', n), '', format('LINE%s', n), 'Ada'
     from generate_series(1, $1) n`,
    [many],
  );
  const [header = '', ...lines] = await linesOf('customers');
  const place = header.split(',').indexOf('id');
  const ids = lines.map((line) => Number(line.split(',')[place]));
  const { rows } = await portal.pool.query<{ id: number }>("select id from users where role = 'customer' order by id");
  expect(ids.length).toBeGreaterThanOrEqual(many);
  expect(ids).toEqual(rows.map(({ id }) => id));
});

it('what a customer typed runs in no spreadsheet', async () => {
  const customer = portal.browser();
  await customer.register({ firstName: '=cmd|calc', lastName: '@sum(1)' });
  await customer.post('/api/user/tickets', { subject: '+1+1', description: 'a, "b"\nc' });
  expect((await download('customers')).body).toContain(",'=cmd|calc,'@sum(1),");
  expect((await download('tickets')).body).toContain(',\'+1+1,"a, ""b""\nc",');
});

it('chats are in it message by message, over several pages, with what staff noted apart', async () => {
  const customer = portal.browser();
  const { id } = (await customer.register()).json().user;
  const chat = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  await portal.pool.query(
    `insert into chat_sessions (id, user_id, status, closed_at, close_reason, last_seq)
     select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, 'closed', now(), 'resolved', 900
     from generate_series(1, 3) n`,
    [id],
  );
  await portal.pool.query(
    `insert into chat_messages (session_id, month, seq, sender, sender_id, content)
     select s.id, s.month, seq, 'user', $1, '=' || seq from chat_sessions s, generate_series(1, 900) seq`,
    [id],
  );
  await portal.pool.query(
    "insert into chat_notes (session_id, author_id, content, after_seq) values ($1, $2, '@calls back', 900)",
    [chat(1), staff.id],
  );
  expect((await linesOf('chats')).slice(1).map((line) => line.split(',')[0])).toEqual([1, 2, 3].map(chat));
  const messages = (await linesOf('chat-messages')).slice(1).map((line) => line.split(',').slice(0, 5));
  expect(messages).toEqual(
    [1, 2, 3].flatMap((number) =>
      Array.from({ length: 900 }, (_, at) => [chat(number), `${at + 1}`, 'customer', `${id}`, `'=${at + 1}`]),
    ),
  );
  expect((await linesOf('chat-notes'))[1]).toContain(`${chat(1)},${staff.id},900,'@calls back,`);
});

describe('money', () => {
  it('in the ledger’s file sums up to what the ledger has, account by account', async () => {
    await portal.pool.query(
      `insert into ledger_entries (transaction_key, account, user_id, amount)
       select 'test:' || n, account, (select min(id) from users), amount
       from generate_series(1, 1500) n, (values ('gateway:paystack', 1234.56), ('revenue', -1234.56)) as both_sides(account, amount)`,
    );
    const [header = '', ...lines] = await linesOf('ledger');
    const names = header.split(',');
    const kobo = new Map<string, number>();
    for (const line of lines) {
      const cells = line.split(',');
      const account = cells[names.indexOf('account')] ?? '';
      const amount = Math.round(Number(cells[names.indexOf('amount')]) * 100);
      kobo.set(account, (kobo.get(account) ?? 0) + amount);
    }
    const { rows } = await portal.pool.query<{ account: string; kobo: string }>(
      'select account, (sum(amount) * 100)::bigint::text as kobo from ledger_entries group by account',
    );
    expect(Object.fromEntries(kobo)).toEqual(Object.fromEntries(rows.map((row) => [row.account, Number(row.kobo)])));
  });
});

it('secrets are in no file', async () => {
  const files = await Promise.all(exportKinds.map(async (kind) => (await download(kind)).body));
  expect(files.join('\n')).not.toMatch(/argon2|password|token_hash|authorization_code/i);
});

const NAMES = ['Ọláyínká', "Sa'adatu", 'ɗan Ƙano 😀', '=cmd|calc'];

it('names, numbers and references are the same in both files, for our import and for a program’s key', async () => {
  const ids: number[] = [];
  for (const firstName of NAMES) {
    ids.push((await portal.browser().register({ firstName, lastName: 'Bello' })).json().user.id);
  }
  await portal.pool.query("update users set phone = '+2348031234572' where id = $1", [ids[0]]);
  const { key } = await createKey(staff, ['exports:read', 'customers:read']);
  const program = await callWithKey(portal, key, { url: '/api/staff/exports/customers.csv' });
  const person = await download('customers');
  expect(program.body.slice(0, 3)).toBe('id,');
  expect(person.rawPayload.subarray(0, 6).toString('latin1')).toBe('\u00ef\u00bb\u00bfid,');
  // What stands before a formula in CSV is taken off again by an import, and is not needed in a workbook.
  const inCsv = (await rowsOf(person.body)).filter(({ last_name }) => last_name === 'Bello');
  expect(inCsv.map(({ first_name }) => first_name?.replace(/^'(?==)/, ''))).toEqual(NAMES);
  expect(await rowsOf(program.body)).toEqual(await rowsOf(person.body));
  const inExcel = (await workbook('customers')).filter((row) => row.last_name?.value === 'Bello');
  expect(inExcel.map((row) => row.first_name)).toEqual(NAMES.map((value) => ({ type: 'text', format: '1', value })));
  expect(inExcel[0]).toMatchObject({
    id: { type: 'text' },
    account_number: { type: 'text' },
    phone: { type: 'text', value: '+2348031234572' },
    credit: { type: 'number', format: '2', value: '0' },
  });
});

/** A customer's line with a plan, and one attempt to pay for it. */
async function storePayment(userId: number, payment: { reference: string; email: string; paidAt: string }) {
  await portal.pool.query(
    `with line as (insert into user_subscriptions (user_id, plan_id, status, next_renewal, anchor_day, monthly_fee, cancelled_at)
         select $1, id, 'cancelled', now(), 1, price, now() from service_plans limit 1 returning id, plan_id)
       insert into payments (reference, user_id, subscription_id, plan_id, period_number, gateway, gateway_reference, amount, quote, email, description, paid_at)
       select $2, $1, id, plan_id, 1, 'paystack', '0012345678', 1250.5, '{"planName":"x","lines":[]}', $3, 'x', $4 from line`,
    [userId, payment.reference, payment.email, payment.paidAt],
  );
}

it('a payment at half past midnight is in the day and month of Lagos, beside its exact time', async () => {
  const { id, email } = (await portal.browser().register()).json().user;
  await storePayment(id, { reference: 'PAY-MIDNIGHT', email, paidAt: '2026-11-30T23:30:00Z' });
  const inCsv = await rowsOf((await download('payments')).body);
  expect(inCsv.find(({ reference }) => reference === 'PAY-MIDNIGHT')).toMatchObject({
    paid_at: '2026-11-30T23:30:00.000Z',
    paid_at_lagos: '2026-12-01 00:30:00',
    amount: '1250.50',
    gateway_reference: '0012345678',
  });
  const inExcel = await workbook('payments');
  expect(inExcel.find(({ reference }) => reference?.value === 'PAY-MIDNIGHT')).toMatchObject({
    paid_at: { type: 'text', value: '2026-11-30T23:30:00.000Z' },
    // The first of December 2026 and half an hour.
    paid_at_lagos: { type: 'number', value: '46357.0208333333' },
    amount: { type: 'number', value: '1250.5' },
    gateway_reference: { type: 'text', value: '0012345678' },
  });
});

it('staff are not among the customers, unless they have a line with a plan', async () => {
  const subscriber = await createStaff(portal, { firstName: 'With', lastName: 'Line' });
  const without = await createStaff(portal, { firstName: 'Without', lastName: 'Line' });
  await storePayment(subscriber.id, { reference: 'PAY-STAFF', email: subscriber.email, paidAt: '2026-11-01' });
  const ids = (await rowsOf((await download('customers')).body)).map(({ id }) => Number(id));
  expect(ids).toContain(subscriber.id);
  expect(ids).not.toContain(without.id);
});

it('a customer without a mailbox has an empty address in every file, whatever names them', async () => {
  const answer = await staff.browser.post('/api/staff/customers', {
    firstName: 'Ngozi',
    lastName: 'Ade',
    phone: '08055550099',
  });
  const { id } = answer.json().customer;
  const [walkIn] = (await portal.pool.query('select email from users where id = $1', [id])).rows;
  expect(walkIn.email).toBe('2348055550099@phone.invalid');
  await storePayment(id, { reference: 'PAY-WALK-IN', email: walkIn.email, paidAt: '2026-11-01' });
  const [row] = (await rowsOf((await download('customers')).body)).filter((each) => each.id === String(id));
  expect(row).toMatchObject({ first_name: 'Ngozi', email: '', phone: "'+2348055550099" });
  for (const kind of exportKinds) {
    expect((await download(kind)).body, kind).not.toContain('.invalid');
    expect(JSON.stringify(await workbook(kind)), kind).not.toContain('.invalid');
  }
});

it('is for staff', async () => {
  const customer = portal.browser();
  await customer.register();
  expect((await customer.get('/api/staff/exports/customers.csv')).statusCode).toBe(403);
});

it('a file is only for those who may read what is in it, and a refusal is in the audit log', async () => {
  const manager = await createStaff(portal, { firstName: 'No', lastName: 'Money' }, 'manager');
  await portal.pool.query(
    "delete from staff_role_permissions where role = 'manager' and permission in ('payments:read', 'ledger:read', 'chats:read')",
  );
  const answers = await Promise.all(
    exportKinds.map(async (kind) => {
      const { statusCode } = await manager.browser.get(`/api/staff/exports/${kind}.csv`);
      return [kind, statusCode] as const;
    }),
  );
  const refused = answers.filter(([, status]) => status === 403).map(([kind]) => kind);
  expect(refused).toEqual([
    'invoices',
    'credit-notes',
    'charges',
    'payments',
    'receipts',
    'refunds',
    'earlier-payments',
    'ledger',
    'chats',
    'chat-messages',
    'chat-notes',
  ]);
  const { rows } = await portal.pool.query(
    "select subject from audit_records where actor_id = $1 and action = 'staff.refuse'",
    [manager.id],
  );
  expect(rows).toEqual([{ subject: expect.stringContaining('/api/staff/exports/') }]);
});
