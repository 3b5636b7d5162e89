import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendAtOnce } from '../../testing/send-at-once.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const START = Date.parse('2026-07-04T07:14:00Z');
const words = { subject: 'Slow after 8', description: 'Every evening since Monday.', priority: 'high' };
const MISSING = 'Please fill in all required fields.';

let now = new Date(START);
let portal: TestPortal;
let browser: TestBrowser;
let user: { id: number; email: string };
beforeAll(async () => {
  portal = await startTestPortal({ clock: () => now });
  // All connections are open, so that concurrent requests also run concurrently.
  await Promise.all(Array.from({ length: 16 }, () => portal.pool.query('select pg_sleep(0.1)')));
});
afterAll(() => portal.close());
beforeEach(async () => {
  now = new Date(START);
  browser = portal.browser();
  user = (await browser.register()).json().user;
});

const create = (fields: object = {}, by = browser) => by.post('/api/user/tickets', { ...words, ...fields });
const list = async (query = '', by = browser) => (await by.get(`/api/user/tickets${query}`)).json();
const mails = async () =>
  (await portal.pool.query('select * from outbox_messages where recipient = $1 order by id', [user.email])).rows.filter(
    ({ message_key }) => message_key.startsWith('ticket:'),
  );

describe('a ticket', () => {
  it('is open, has a number to quote, and is listed with its subject as title', async () => {
    const response = await create();
    expect(response.statusCode).toBe(200);
    const { ticket, ...rest } = response.json();
    expect(ticket).toEqual({
      id: expect.any(String),
      number: expect.stringMatching(/^T-\d{6}$/),
      title: words.subject,
      description: words.description,
      status: 'open',
      priority: 'high',
      category: 'other',
      sla: expect.objectContaining({ overdue: false, canEscalate: false }),
      createdAt: now.toISOString(),
      updated: now.toISOString(),
    });
    expect(rest).toEqual({
      success: true,
      message: 'Your ticket is with our support team. We have sent you its number by email.',
    });
    expect(await list()).toEqual([ticket]);
  });

  it('has medium priority unless the customer says otherwise', async () => {
    const { ticket } = (await create({ priority: undefined })).json();
    expect(ticket.priority).toBe('medium');
  });

  it('is confirmed by mail, with the customer’s words as the plain text they are', async () => {
    const subject = 'Router\r\nBcc: all@mail.example <b>{{7*7}}</b>';
    const { ticket } = (await create({ subject })).json();
    expect(ticket.title).toBe('Router Bcc: all@mail.example <b>{{7*7}}</b>');
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ channel: 'email', subject: `We have your ticket ${ticket.number}` });
    expect(mail?.text).toContain(`Subject: ${ticket.title}`);
    expect(mail?.text).toContain(`Open my ticket:\nhttp://portal.test/support/tickets/${ticket.id}\n`);
    expect(mail?.html).not.toContain('<b>');
  });

  it('belongs to the customer of the session and is open, whatever the body says', async () => {
    const other = portal.browser();
    await other.register();
    const extras = { userId: user.id, user_id: user.id, status: 'closed', id: 'x', number: 1, createdAt: '2020-01-01' };
    const { ticket } = (await create(extras, other)).json();
    expect(ticket).toMatchObject({ status: 'open', createdAt: now.toISOString() });
    expect(ticket.number).not.toBe('T-000001');
    expect(await list()).toEqual([]);
    expect(await list(`?userId=${user.id}`, other)).toEqual([ticket]);
  });
});

describe('an invalid ticket', () => {
  it.each(['', '   \n', '\u200b\u200d\ufeff', '\u2062\u00ad\u3164', '\u0001\u0002', null, 7, ['x'], {}])(
    'is refused with the words of the form: %j',
    async (blank) => {
      const response = await create({ subject: blank, description: blank });
      expect(response.statusCode).toBe(422);
      expect(response.json()).toMatchObject({ message: MISSING, errors: { subject: MISSING, description: MISSING } });
      expect(await list()).toEqual([]);
    },
  );

  it('is refused when it is too long, of an unknown priority, or huge', async () => {
    expect((await create({ subject: 'x'.repeat(201) })).json().errors).toEqual({
      subject: 'Use at most 200 characters',
    });
    expect((await create({ description: 'x'.repeat(10_001) })).statusCode).toBe(422);
    expect((await create({ priority: 'now' })).statusCode).toBe(422);
    expect((await create({ description: 'x'.repeat(1_048_576) })).statusCode).toBe(413);
    expect((await create({ subject: 'x'.repeat(200), description: 'ọ'.repeat(10_000) })).statusCode).toBe(200);
  });
});

describe('many tickets', () => {
  it('are one when the same words arrive twenty times at once, and another a minute later', async () => {
    const answers = await sendAtOnce(20, () => create());
    expect(new Set(answers.map((answer) => answer.json().ticket.id)).size).toBe(1);
    expect(await mails()).toHaveLength(1);
    now = new Date(START + 60_000);
    await create();
    expect(await list()).toHaveLength(2);
  });

  it('are accepted ten times an hour and customer, also when they arrive at once', async () => {
    const other = portal.browser();
    await other.register();
    const answers = await sendAtOnce(30, (index) => create({ subject: `No. ${index}` }));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10);
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(20);
    expect(refused[0]?.json()).toMatchObject({ success: false, code: 'ticket.too-many' });
    expect(refused[0]?.headers['retry-after']).toBe('3600');
    expect(await mails()).toHaveLength(10);
    expect((await create({}, other)).statusCode).toBe(200);
    now = new Date(START + 3_599_000);
    expect((await create()).headers['retry-after']).toBe('1');
    now = new Date(START + 3_600_000);
    expect((await create()).statusCode).toBe(200);
  });

  it('are listed page by page, last changed first', async () => {
    await portal.pool.query(
      `insert into support_tickets (user_id, subject, description, created_at, updated_at)
       select $1, 'No. ' || n, 'x', $2::timestamptz, $2::timestamptz - make_interval(mins => n / 2) from generate_series(1, 45) n`,
      [user.id, new Date(START + 3_600_000)],
    );
    const pages: { id: string; updated: string }[][] = [await list()];
    for (let last = pages[0]?.at(-1); last; last = pages.at(-1)?.at(-1)) pages.push(await list(`?before=${last.id}`));
    expect(pages.map((page) => page.length)).toEqual([20, 20, 5, 0]);
    const all = pages.flat();
    expect(new Set(all.map(({ id }) => id)).size).toBe(45);
    expect(all.map(({ updated }) => updated)).toEqual(
      all
        .map(({ updated }) => updated)
        .toSorted()
        .reverse(),
    );
    const other = portal.browser();
    await other.register();
    await create({}, other);
    expect(await list(`?before=${all[0]?.id}`, other)).toEqual([]);
    expect(await list('?before=T-000001')).toEqual([]);
  });
});
