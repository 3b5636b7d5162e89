import { exportKinds } from '@portal/contract/console/exports';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
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
const linesOf = async (kind: string) => (await download(kind)).body.split('\r\n').slice(0, -1);

it('every file has a header and is recorded in the audit log before it is sent', async () => {
  for (const kind of exportKinds) {
    const answer = await download(kind);
    expect(answer.statusCode, kind).toBe(200);
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="${kind}.csv"`);
    expect(answer.body.split('\r\n')[0], kind).toMatch(/^[a-z_]+(,[a-z_]+)+$/);
  }
  const { rows } = await portal.pool.query(
    "select subject from audit_records where action = 'export.download' order by id",
  );
  expect(rows.map(({ subject }) => subject)).toEqual(exportKinds.map((kind) => `export:${kind}`));
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
  const { rows } = await portal.pool.query<{ id: number }>('select id from users order by id');
  expect(ids.length).toBeGreaterThan(many);
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
