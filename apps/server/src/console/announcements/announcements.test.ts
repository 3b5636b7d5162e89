import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { areMailsWaiting, deliverOn, notify } from '../../testing/testbeds/announcement-testbed.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const PATH = '/api/staff/announcements';
const NIGHT = new Date('2026-07-04T23:30:00+01:00');

let portal: TestPortal;
let tosin: Staff;
/** Customers, each with one special property. */
const people = { lagos: 0, abuja: 0, paused: 0, cancelled: 0, without: 0, disabled: 0 };

async function register(): Promise<number> {
  return (await portal.browser().register()).json().user.id;
}

async function giveLine(userId: number, line: { region: string; status: string; paused?: boolean }): Promise<void> {
  await portal.pool.query(
    `insert into user_subscriptions (user_id, plan_id, status, next_renewal, anchor_day, monthly_fee, paused_until)
     select $1, id, $2, now() + interval '9 days', 4, price, case when $4 then now() + interval '5 days' end
     from service_plans where region = $3 order by position limit 1`,
    [userId, line.status, line.region, line.paused ?? false],
  );
}

beforeAll(async () => {
  portal = await startTestPortal({ clock: () => NIGHT });
  tosin = await createStaff(portal);
  for (const name of Object.keys(people) as (keyof typeof people)[]) people[name] = await register();
  await giveLine(people.lagos, { region: 'lagos', status: 'active' });
  await giveLine(people.abuja, { region: 'abuja', status: 'suspended' });
  await giveLine(people.paused, { region: 'abuja', status: 'suspended', paused: true });
  await giveLine(people.cancelled, { region: 'lagos', status: 'cancelled' });
  await giveLine(people.disabled, { region: 'lagos', status: 'active' });
  await portal.pool.query('update users set disabled = true where id = $1', [people.disabled]);
});
afterAll(() => portal.close());

const newFormId = () => randomUUID().replaceAll('-', '');
const formOf = (fields: object = {}) => ({
  kind: 'service',
  title: 'New router in Marina',
  text: 'It is quick.\nNothing to do.',
  audience: 'everybody',
  formId: newFormId(),
  ...fields,
});
const post = (fields?: object) => tosin.browser.post(PATH, formOf(fields));
async function send(fields?: object): Promise<number> {
  const answer = await post(fields);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().id;
}

const deliver = (overrides?: Parameters<typeof deliverOn>[2]) => deliverOn(portal, NIGHT, overrides);

async function recipientsOf(id: number): Promise<number[]> {
  const found = await portal.pool.query<{ user_id: number }>(
    `select user_id from notices where notice_key like 'announcement:' || $1::text || ':%' order by user_id`,
    [id],
  );
  return found.rows.map((row) => row.user_id);
}
async function mails(id: number): Promise<{ text: string; html: string; promotional: boolean; recipient: string }[]> {
  const keys = `announcement:${id}:%`;
  return (await portal.pool.query('select * from outbox_messages where message_key like $1', [keys])).rows;
}
async function listed(id: number) {
  const all: { id: number }[] = (await tosin.browser.get(PATH)).json();
  return all.find((each) => each.id === id);
}
const choose = (userId: number, column: string, wanted: boolean) =>
  portal.pool.query(
    `insert into notification_choices (user_id, ${column}) values ($1, $2) on conflict (user_id) do update set ${column} = $2`,
    [userId, wanted],
  );

describe('an announcement', () => {
  it.each([
    ['everybody', ['lagos', 'abuja', 'paused', 'cancelled', 'without']],
    ['region:lagos', ['lagos']],
    ['region:abuja', ['abuja', 'paused']],
    ['line:active', ['lagos']],
    ['line:suspended', ['abuja']],
    ['the plan of abuja', ['abuja', 'paused']],
  ] as const)('for %s reaches those customers, never staff or disabled accounts', async (wanted, names) => {
    const { rows } = await portal.pool.query('select plan_id from user_subscriptions where user_id = $1', [
      people.abuja,
    ]);
    const audience = wanted.startsWith('the plan') ? `plan:${rows[0].plan_id}` : wanted;
    const counted = await tosin.browser.get(`${PATH}/audience?kind=service&audience=${audience}`);
    expect(counted.json()).toEqual({ audience: names.length, customers: names.length });
    const id = await send({ audience });
    await deliver();
    expect(await recipientsOf(id)).toEqual(names.map((name) => people[name]));
    expect(await listed(id)).toMatchObject({
      state: 'sent',
      expected: names.length,
      delivered: names.length,
      resting: false,
      audience,
      author: { id: tosin.id, name: 'Tosin Adeyemi' },
    });
  });

  it('is shown at the bell as it was written, with a link to the page that was named, else to the dashboard', async () => {
    const amina = portal.browser();
    await amina.register();
    await send({ title: 'Half {price} & "more"', text: '<b>{title}</b>\nnow', link: '/plans?region=lagos' });
    await send({ title: 'No page' });
    await deliver();
    expect((await amina.get('/api/user/notices')).json()).toMatchObject([
      { values: { title: 'No page' }, href: '/dashboard' },
      {
        title: '{title}',
        text: '{text}',
        href: '/plans?region=lagos',
        values: { title: 'Half {price} & "more"', text: '<b>{title}</b>\nnow' },
      },
    ]);
  });

  it.each([
    [{ title: ' ' }, 'title'],
    [{ title: 'x'.repeat(81) }, 'title'],
    [{ title: 'two\nlines' }, 'title'],
    [{ text: 'x'.repeat(501) }, 'text'],
    [{ link: 'https://evil.example' }, 'link'],
    [{ link: '//evil.example' }, 'link'],
    [{ link: '/\\evil.example' }, 'link'],
    [{ audience: 'region:mars' }, 'audience'],
    [{ kind: 'rumour' }, 'kind'],
    [{ formId: 'mine' }, 'formId'],
  ])('%j is refused at its field', async (fields, name) => {
    const answer = await post(fields);
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().errors)).toEqual([name]);
  });

  it('without any recipient is refused', async () => {
    const answer = await post({ audience: `plan:${randomUUID()}` });
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'Nobody would get this. Choose another audience.',
    ]);
  });

  it('does not reach customers who register after it was created', async () => {
    const id = await send();
    const late = await register();
    await deliver();
    expect(await recipientsOf(id)).not.toContain(late);
  });

  it('is in the audit log with who sent and who stopped it', async () => {
    const id = await send({ title: 'On record' });
    await tosin.browser.post(`${PATH}/${id}/stop`, { reason: 'The wrong day' });
    const records = (await tosin.browser.get(`/api/staff/audit?subject=announcement:${id}`)).json();
    expect(records).toMatchObject([
      { action: 'announcement.stop', about: 'On record', after: { state: 'stopped', reason: 'The wrong day' } },
      { action: 'announcement.send', about: 'On record', after: { title: 'On record', audience: 'everybody' } },
    ]);
  });

  it('is listed newest first, page by page', async () => {
    const ids = [];
    for (let count = 0; count < 3; count++) ids.unshift(await send());
    const page = async (query: string) =>
      (await tosin.browser.get(`${PATH}?limit=2${query}`)).json().map((each: { id: number }) => each.id);
    expect(await page('')).toEqual(ids.slice(0, 2));
    expect((await page(`&before=${ids[1]}`))[0]).toBe(ids[2]);
    await deliver();
  });
});

describe('delivery by the preferences of customers', () => {
  it('sends a promotion to those who opted in, and nothing to the others', async () => {
    await choose(people.lagos, 'promotional_offers', true);
    await choose(people.abuja, 'promotional_offers', false);
    const counted = await tosin.browser.get(`${PATH}/audience?kind=promotion&audience=everybody`);
    expect(counted.json()).toMatchObject({ customers: 1 });
    expect(counted.json().audience).toBeGreaterThan(4);
    const id = await send({ kind: 'promotion', text: 'Buy <script>1</script> & save' });
    await deliver();
    expect(await recipientsOf(id)).toEqual([people.lagos]);
    const [mail, ...others] = await mails(id);
    expect([mail?.promotional, others]).toEqual([true, []]);
    const choices = 'http://portal.test/unsubscribe/1';
    expect(mail?.text).toContain(choices);
    expect(mail?.html).toContain(`href="${choices}"`);
    expect(mail?.html).toContain('&lt;script&gt;');
    expect(mail?.html).not.toContain('<script>');
  });

  it('shows a service announcement at the bell of customers who want no mail about it', async () => {
    await choose(people.abuja, 'service_updates', false);
    const id = await send({ audience: 'region:abuja' });
    await deliver();
    expect(await recipientsOf(id)).toEqual([people.abuja, people.paused]);
    expect(await mails(id)).toHaveLength(1);
  });

  it('delays promotions during the quiet hours, but no service announcement', async () => {
    await choose(people.lagos, 'promotional_offers', true);
    const promotion = await send({ kind: 'promotion' });
    const news = await send();
    await deliver({ isQuiet: () => true });
    expect(await listed(news)).toMatchObject({ state: 'sent', resting: false });
    expect(await listed(promotion)).toMatchObject({ state: 'sending', resting: true });
    await deliver();
    expect(await listed(promotion)).toMatchObject({ state: 'sent', resting: false });
  });
});

describe('a form', () => {
  it('creates one announcement, however often and at once it is sent, and returns its outcome', async () => {
    const form = formOf({ title: 'Once' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => tosin.browser.post(PATH, form)));
    expect(new Set(answers.map((answer) => `${answer.statusCode} ${answer.json().id}`)).size).toBe(1);
    await deliver();
    expect((await portal.pool.query("select 1 from announcements where title = 'Once'")).rows).toHaveLength(1);
  });

  it('is refused when it is sent again with another text', async () => {
    const formId = newFormId();
    await send({ formId });
    expect((await post({ formId, text: 'Something else' })).json().message).toBe(
      'This form has been sent already. Look at the list.',
    );
    await deliver();
  });
});

describe('an announcement to many customers', () => {
  const MANY = 450;
  beforeAll(async () => {
    await portal.pool.query(
      `insert into users (email, email_key, password_hash, referral_code)
       select 'many-' || n || '@example.com', 'many-' || n, '', 'MANY' || n from generate_series(1, $1::int) n`,
      [MANY],
    );
  });
  /** Delivers so many batches. */
  const room = (batches: number) => {
    let left = batches;
    return async () => left-- <= 0;
  };

  it('reaches each of them once, although a worker is killed halfway and two go on', async () => {
    const id = await send();
    let batches = 0;
    const dying: typeof notify = async (tx, ...notices) => {
      await notify(tx, ...notices);
      if (++batches === 2) throw new Error('the power went');
    };
    await expect(deliver({ notify: dying })).rejects.toThrow('the power went');
    expect(await recipientsOf(id)).toHaveLength(200);
    expect(await listed(id)).toMatchObject({ state: 'sending', delivered: 200 });
    await Promise.all([deliver(), deliver()]);
    const all = await recipientsOf(id);
    expect(new Set(all).size).toBe(all.length);
    expect(await listed(id)).toMatchObject({ state: 'sent', expected: all.length, delivered: all.length });
    expect(all.length).toBeGreaterThan(MANY);
  });

  it('is not delivered further once it is stopped, with a reason, and cannot be stopped twice', async () => {
    const id = await send();
    await deliver({ isOutboxFull: room(1) });
    expect((await tosin.browser.post(`${PATH}/${id}/stop`, { reason: ' ' })).statusCode).toBe(422);
    const stopped = await tosin.browser.post(`${PATH}/${id}/stop`, { reason: 'The price is wrong' });
    expect(stopped.statusCode).toBe(200);
    await deliver();
    expect(await recipientsOf(id)).toHaveLength(200);
    expect(await listed(id)).toMatchObject({
      state: 'stopped',
      delivered: 200,
      stopped: { reason: 'The price is wrong', by: { name: 'Tosin Adeyemi' } },
    });
    expect((await tosin.browser.post(`${PATH}/${id}/stop`, { reason: 'Again' })).statusCode).toBe(409);
    expect((await tosin.browser.post(`${PATH}/999999/stop`, { reason: 'What?' })).statusCode).toBe(404);
  });

  it('is delivered by one worker at a time, and a stop takes effect after the batch under way', async () => {
    const id = await send();
    const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow: typeof notify = async (tx, ...notices) => {
      begun.resolve();
      await released.promise;
      await notify(tx, ...notices);
    };
    const first = deliver({ notify: slow, isOutboxFull: room(1) });
    await begun.promise;
    await deliver();
    expect(await recipientsOf(id)).toEqual([]);
    const stop = tosin.browser.post(`${PATH}/${id}/stop`, { reason: 'Too early' });
    released.resolve();
    await Promise.all([first, stop]);
    await deliver();
    expect(await recipientsOf(id)).toHaveLength(200);
    expect(await listed(id)).toMatchObject({ state: 'stopped', delivered: 200 });
  });

  it('waits while the outbox is full, so that it delays no other mail', async () => {
    const id = await send();
    const { rows } = await portal.pool.query<{ soon: Date }>("select now() + interval '1 minute' as soon");
    const isFull = () => areMailsWaiting(portal, rows[0]?.soon ?? NIGHT);
    await portal.pool.query("update outbox_messages set sent_at = now() where channel = 'email'");
    await deliver({ isOutboxFull: isFull });
    expect(await recipientsOf(id)).toHaveLength(400);
    await portal.pool.query("update outbox_messages set sent_at = now() where channel = 'email'");
    await deliver({ isOutboxFull: isFull });
    expect(await listed(id)).toMatchObject({ state: 'sent' });
  });
});
