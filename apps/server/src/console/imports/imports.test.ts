import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { findViolations } from '../../platform/database/find-violations.ts';
import { readCsv } from '../../platform/files/read-csv.ts';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { createImportTestbed, csvFile } from '../../testing/testbeds/import-testbed.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let portal: TestPortal;
let staff: Staff;
let bed: ReturnType<typeof createImportTestbed>;
beforeAll(async () => {
  portal = await startTestPortal();
  staff = await createStaff(portal);
  bed = createImportTestbed(portal.database);
});
afterAll(() => portal.close());

const rows = async <T extends object>(text: string, values: unknown[] = []) =>
  (await portal.pool.query<T>(text, values)).rows;

/** Everything that an import may change, without ids that only grow. */
async function describeEverything() {
  return rows(`
    select 'user' as kind, concat_ws('|', id, email, first_name, last_name, phone) as line from users
    union all select 'line', concat_ws('|', user_id, plan_id, status, next_renewal) from user_subscriptions
    union all select 'login', concat_ws('|', user_id, username, access) from network_lines
    union all select 'ledger', concat_ws('|', transaction_key, account, user_id, amount) from ledger_entries
    union all select 'balance', concat_ws('|', user_id, balance) from credit_balances
    union all select 'details', concat_ws('|', user_id, company_name) from billing_details
    union all select 'ticket', concat_ws('|', user_id, subject, status) from support_tickets
    union all select 'record', concat_ws('|', source, kind, external_id) from imported_records
    order by 1, 2`);
}

let source = '';
beforeEach(() => {
  source = `old-${randomUUID().slice(0, 8)}`;
});

const CUSTOMERS = ['Customer No', 'Full name', 'E-mail', 'Mobile'];

/** Three customers of `source`; their ids there are 1, 2 and 3. */
async function importThree() {
  const people = [1, 2, 3].map((n) => [String(n), `Ada Obi ${n}`, `${source}-${n}@mail.example`, '0803 123 4567']);
  return bed.run('customers', csvFile(CUSTOMERS, people), { source });
}

describe('imported customers', () => {
  it('have an account, and sign in only after they have set a password by a mailed link', async () => {
    expect(await importThree()).toMatchObject({ status: 'done', rows: 3, accepted: 3, rejected: 0 });
    const [ada] = await rows<{ id: number }>(
      `select u.id from users u join accounts a on a.id = u.id join account_people p on p.account_id = a.id
       where u.email = $1 and u.phone = '+2348031234567' and u.first_name = 'Ada Obi' and u.last_name = '1'`,
      [`${source}-1@mail.example`],
    );
    expect(ada).toBeDefined();
    const reset = await portal.browser().post('/api/password-reset/request', { email: `${source}-1@mail.example` });
    expect(reset.statusCode).toBe(200);
    expect(
      await rows("select 1 from account_tokens where user_id = $1 and purpose = 'password-reset'", [ada?.id]),
    ).toHaveLength(1);
  });

  it('are not doubled by the same file, nor by one that names their mailbox differently', async () => {
    await importThree();
    const before = await describeEverything();
    expect(await importThree()).toMatchObject({ accepted: 0, rejected: 0, repeated: 3 });
    const again = csvFile(['id', 'name', 'email'], [['77', 'Ada Obi', `${source}-1@MAIL.example`]]);
    expect(await bed.run('customers', again, { source })).toMatchObject({ accepted: 0, rejected: 1 });
    expect(await describeEverything()).toEqual(before);
  });
});

describe('imported lines', () => {
  const LINES = ['customer', 'plan', 'paid until', 'pppoe username'];

  it('of one customer are several where each further one has a name of its own; undone, none is left', async () => {
    await importThree();
    const file = csvFile(
      [...LINES, 'line name'],
      [
        ['1', 'Home 20 Mbps', '31/12/2099', '', ''],
        ['1', 'Home 20 Mbps', '31/12/2099', '', 'Shop'],
        ['1', 'Home 20 Mbps', '31/12/2099', '', 'SHOP'],
      ],
    );
    const { id, accepted, rejectedRows } = await bed.run('lines', file, { source });
    expect(accepted).toBe(2);
    expect(rejectedRows).toMatchObject([{ row: 4, reason: 'This customer has a line named “SHOP”' }]);
    const labels = () =>
      rows(
        `select l.label, s.status from lines l join imported_records r on r.user_id = l.account_id and r.kind = 'customers'
         left join user_subscriptions s on s.user_id = l.id where r.source = $1 and r.external_id = '1' order by l.id`,
        [source],
      );
    expect(await labels()).toEqual([
      { label: null, status: 'active' },
      { label: 'Shop', status: 'active' },
    ]);
    await bed.undo(id, staff.id);
    expect(await labels()).toEqual([{ label: null, status: null }]);
  });

  it('are on while they are paid for, to the last second of the day, and off afterwards', async () => {
    await importThree();
    const file = csvFile(LINES, [
      ['1', 'home 20 mbps', '31/12/2099', 'Ada.1@old'],
      ['2', 'Home 20 Mbps', '2020-01-31', ''],
      ['3', 'Gold', '2099-12-31', ''],
    ]);
    const done = await bed.run('lines', file, { source });
    expect(done).toMatchObject({ accepted: 2, rejected: 1 });
    expect(done.rejectedRows).toMatchObject([{ row: 4, reason: expect.stringContaining('no plan “Gold”') }]);
    expect(
      await rows(
        `select r.external_id, s.status, s.next_renewal, s.anchor_day, s.paid_periods, n.username, n.access
         from imported_records r join user_subscriptions s on s.id = r.record_id
         left join network_lines n on n.user_id = s.user_id where r.source = $1 order by 1`,
        [source],
      ),
    ).toEqual([
      {
        external_id: '1',
        status: 'active',
        next_renewal: new Date('2099-12-31T22:59:59Z'),
        anchor_day: 31,
        paid_periods: 0,
        username: 'ada.1@old',
        access: 'open',
      },
      {
        external_id: '2',
        status: 'suspended',
        next_renewal: new Date('2020-01-31T22:59:59Z'),
        anchor_day: 31,
        paid_periods: 0,
        username: null,
        access: null,
      },
    ]);
  });
});

it('imported tickets keep their state and are due to nobody, and stay once they are answered', async () => {
  await importThree();
  const file = csvFile(
    ['ticket id', 'customer', 'subject', 'status', 'priority', 'created'],
    [
      ['T1', '1', 'No light', 'In progress', 'HIGH', '2026-01-05 10:00'],
      ['T2', '2', 'Old bill', 'closed', '', ''],
      ['T3', '2', 'Odd', 'limbo', '', ''],
      ['T4', '99', 'Whose?', '', '', ''],
    ],
  );
  const done = await bed.run('tickets', file, { source });
  expect(done).toMatchObject({ accepted: 2, rejected: 2 });
  const tickets = await rows<{ id: string }>(
    `select t.id, subject, status, priority, category, t.created_at, first_response_due_at, closed_at is not null as closed
     from support_tickets t join imported_records r on r.record_id = t.id where r.source = $1 order by r.row`,
    [source],
  );
  expect(tickets).toMatchObject([
    {
      subject: 'No light',
      status: 'in-progress',
      priority: 'high',
      category: 'other',
      created_at: new Date('2026-01-05T09:00:00Z'),
      first_response_due_at: null,
      closed: false,
    },
    { subject: 'Old bill', status: 'closed', priority: 'medium', closed: true },
  ]);
  const reply = { text: 'We look into it.', note: false, clientReplyId: randomUUID() };
  expect((await staff.browser.post(`/api/staff/tickets/${tickets[0]?.id}/replies`, reply)).statusCode).toBe(200);
  await expect(bed.undo(done.id, staff.id)).rejects.toMatchObject({ code: 'import.built-upon' });
});

describe('a file', () => {
  it('that lacks a required column imports nothing and says which, and a column can be chosen', async () => {
    const file = csvFile(['Nr', 'Kunde', 'Post'], [['1', 'Ada Obi', `${source}@mail.example`]]);
    expect(await bed.run('customers', file, { source })).toMatchObject({
      status: 'failed',
      headers: ['Nr', 'Kunde', 'Post'],
      failure: expect.stringContaining('Customer id, Email'),
    });
    const columns = { id: 'Nr', email: 'Post', name: 'Kunde' };
    expect(await bed.run('customers', file, { source, columns })).toMatchObject({ accepted: 1, columns });
  });

  it.each([
    ['semicolons and a byte order mark', '\uFEFFid;name;email\r\n1;Ada;SOURCE@mail.example\r\n'],
    ['tabs and Unix lines', 'id\tname\temail\n\n1\tAda\tSOURCE@mail.example\n'],
    ['quoted line breaks', 'id,name,email\n1,"A\nda, ""B""",SOURCE@mail.example\n'],
  ])('with %s is read', async (_what, text) => {
    expect(await bed.run('customers', text.replace('SOURCE', source), { source })).toMatchObject({ accepted: 1 });
  });

  it.each([
    ['an open quote', `id,name,email\n1,"Ada,${'x'.repeat(300_000)}`],
    ['nothing in it', ''],
  ])('with %s fails with a sentence', async (_what, text) => {
    const failed = await bed.run('customers', text, { source });
    expect(failed).toMatchObject({ status: 'failed', accepted: 0 });
    expect(failed.failure).toMatch(/^(The file|No column)/);
  });

  // Found by `npm run fuzz`, seed 22: a file in UTF-16 may have half a character.
  it('whose header has half a character fails with a sentence', async () => {
    const open = () => readCsv(Readable.from([Buffer.from('\ufeff\ud800,name', 'utf16le')]));
    const [failed] = await bed.runAll([{ kind: 'customers', open }], { source });
    expect(failed).toMatchObject({ status: 'failed', headers: ['\ufffd', 'name'] });
    expect(failed?.failure).toMatch(/^No column/);
  });

  it('with bytes that are no text loses only those rows', async () => {
    const text = `id,name,email\n1,A\u0000,a-${source}@mail.example\n2,\uFFFD,b-${source}@mail.example\n3,C,c-${source}@mail.example\n4,D\n`;
    const done = await bed.run('customers', text, { source });
    expect(done).toMatchObject({ accepted: 1, rejected: 3 });
  });
});

describe('undoing', () => {
  it('stops where something was built on the import', async () => {
    const first = await importThree();
    const second = await bed.run('balances', csvFile(['customer', 'balance'], [['1', '₦1,500.50']]), { source });
    const before = await describeEverything();
    await expect(bed.undo(first.id, staff.id)).rejects.toMatchObject({ code: 'import.built-upon' });
    await portal.pool.query(
      `update credit_balances set balance = balance - 1 where user_id = (select user_id from imported_records where import_id = $1)`,
      [second.id],
    );
    await expect(bed.undo(second.id, staff.id)).rejects.toMatchObject({ code: 'import.built-upon' });
    await portal.pool.query(
      `update credit_balances set balance = balance + 1 where user_id = (select user_id from imported_records where import_id = $1)`,
      [second.id],
    );
    expect(await describeEverything()).toEqual(before);
  });
});

/** A row of a random file of balances, and whether the model takes it. */
type ModelRow = { readonly cells: string[]; readonly kobo: number; readonly isRight: boolean };

const amounts = fc.integer({ min: 0, max: 50_000_000 }).map((kobo) => {
  const text = (kobo / 100).toFixed(2);
  return { kobo, text: kobo % 3 === 0 ? `₦${text.replace(/\B(?=(\d{3})+\.)/g, ',')}` : text };
});
const faults = fc.constantFrom('none', 'none', 'none', 'debt', 'words', 'unknown', 'short', 'fraction', 'empty');
const modelRows = fc.array(fc.record({ owner: fc.integer({ min: 1, max: 3 }), amount: amounts, fault: faults }), {
  maxLength: 60,
});

function modelRow(id: number, owner: number, amount: { kobo: number; text: string }, fault: string): ModelRow {
  const cells = [String(owner), amount.text, `b${id}`];
  const wrong: Record<string, ModelRow> = {
    debt: { cells: [cells[0] ?? '', '-12.50', cells[2] ?? ''], kobo: -1250, isRight: false },
    words: { cells: [cells[0] ?? '', 'twelve', cells[2] ?? ''], kobo: 0, isRight: false },
    unknown: { cells: ['nobody', amount.text, cells[2] ?? ''], kobo: amount.kobo, isRight: false },
    short: { cells: cells.slice(0, 2), kobo: amount.kobo, isRight: false },
    fraction: { cells: [cells[0] ?? '', '1.005', cells[2] ?? ''], kobo: 0, isRight: false },
    empty: { cells: [cells[0] ?? '', '', cells[2] ?? ''], kobo: 0, isRight: false },
  };
  return wrong[fault] ?? { cells, kobo: amount.kobo, isRight: true };
}

const sumOf = (model: readonly ModelRow[]) => model.reduce((sum, { kobo }) => sum + kobo, 0) / 100;

it('of random balances with random faults exactly the right rows are booked, to the kobo; a repeat changes nothing, and undoing restores', async () => {
  await importThree();
  await fc.assert(
    fc.asyncProperty(modelRows, async (drawn) => {
      const model = drawn.map(({ owner, amount, fault }, n) => modelRow(n, owner, amount, fault));
      const right = model.filter(({ isRight }) => isRight);
      const wrong = model.filter(({ isRight }) => !isRight);
      const file = csvFile(
        ['customer', 'balance', 'balance id'],
        model.map(({ cells }) => cells),
      );
      const before = await describeEverything();
      const expected = {
        status: 'done',
        rows: model.length,
        accepted: right.length,
        rejected: wrong.length,
        repeated: 0,
        sums: { file: sumOf(model), booked: sumOf(right), rejected: sumOf(wrong), repeated: 0 },
      };
      expect(await bed.run('balances', file, { source, isDryRun: true })).toMatchObject(expected);
      expect(await describeEverything()).toEqual(before);
      const done = await bed.run('balances', file, { source });
      expect(done).toMatchObject(expected);
      expect(done.rejectedRows.map(({ row }) => row)).toEqual(
        model.flatMap(({ isRight }, n) => (isRight ? [] : [n + 2])),
      );
      expect(await findViolations(portal.pool)).toEqual([]);
      const after = await describeEverything();
      expect(await bed.run('balances', file, { source })).toMatchObject({ accepted: 0, repeated: right.length });
      expect(await describeEverything()).toEqual(after);
      await bed.undo(done.id, staff.id);
      expect(await describeEverything()).toEqual(before);
    }),
    { numRuns: 15, seed: 20_261_126 },
  );
});

describe('over HTTP', () => {
  async function send(text: string, query: Record<string, string>, type = 'text/csv') {
    return portal.app.inject({
      method: 'POST',
      url: `/api/staff/imports?${new URLSearchParams({ source, fileName: 'old.csv', ...query })}`,
      headers: {
        'content-type': type,
        'sec-fetch-site': 'same-origin',
        cookie: `session=${staff.browser.cookies.get('session')}`,
      },
      payload: text,
    });
  }

  async function finished(id: string) {
    return vi.waitFor(async () => {
      const found = (await staff.browser.get(`/api/staff/imports/${id}`)).json();
      expect(found.status).not.toBe('running');
      return found;
    }, 20_000);
  }

  it('a file is checked, imported, listed and undone, and its rejected rows come back as a file to be mended', async () => {
    const text = csvFile(
      ['id', 'name', 'email', 'phone'],
      [
        ['1', '=cmd|calc', `${source}@mail.example`, '+2348031234567'],
        ['2', '@b', 'no address', '+2348031234567'],
      ],
    );
    const before = await describeEverything();
    const checked = await send(text, { kind: 'customers', dryRun: 'true' });
    expect(checked.statusCode).toBe(200);
    const dry = await finished(checked.json().import.id);
    expect(dry).toMatchObject({ isDryRun: true, accepted: 1, rejected: 1, startedBy: { id: staff.id } });
    expect(await describeEverything()).toEqual(before);
    const { id } = (await send(text, { kind: 'customers' })).json().import;
    expect(await finished(id)).toMatchObject({ isDryRun: false, accepted: 1, rejected: 1 });
    const [imported] = await rows('select first_name, phone from users where email = $1', [`${source}@mail.example`]);
    expect(imported).toEqual({ first_name: '=cmd|calc', phone: '+2348031234567' });

    const rejected = (await staff.browser.get(`/api/staff/imports/${id}/rejected.csv`)).body;
    expect(rejected).toContain('id,name,email,phone,rejected_row,rejected_because\r\n');
    const mended = rejected.replace('no address', `b-${source}@mail.example`);
    const again = await finished((await send(mended, { kind: 'customers' })).json().import.id);
    expect(again).toMatchObject({ rows: 1, accepted: 1, rejected: 0 });
    expect(await rows('select first_name from users where email = $1', [`b-${source}@mail.example`])).toEqual([
      { first_name: '@b' },
    ]);

    for (const each of [again.id, id]) {
      expect((await staff.browser.post(`/api/staff/imports/${each}/undo`, {})).statusCode).toBe(200);
    }
    expect((await staff.browser.post(`/api/staff/imports/${id}/undo`, {})).json()).toMatchObject({
      code: 'import.not-done',
    });
    expect(await describeEverything()).toEqual(before);
    const listed = (await staff.browser.get('/api/staff/imports')).json();
    expect(listed.filter((each: { source: string }) => each.source === source)).toHaveLength(3);
    expect(await rows('select action from audit_records where subject = $1 order by id', [`import:${id}`])).toEqual([
      { action: 'import.run' },
      { action: 'import.undo' },
    ]);
  });

  it.each([
    ['another type', 'x', { kind: 'customers' }, 'application/json', 415],
    ['an unknown kind', 'x', { kind: 'voucher' }, 'text/csv', 422],
    ['columns that are no object', 'x', { kind: 'customers', columns: '[1' }, 'text/csv', 422],
    ['columns of numbers', 'x', { kind: 'customers', columns: '{"id":1}' }, 'text/csv', 422],
  ])('%s is refused', async (_what, text, query, type, status) => {
    expect((await send(text, query, type)).statusCode).toBe(status);
  });
});
