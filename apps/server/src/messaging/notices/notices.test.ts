import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PushOutcome, SendPush } from '../../platform/outside/push-sender.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { unpublishedSettings } from '../../testing/unpublished-settings.ts';
import { deliverDuePushes } from '../push/deliver-push.ts';
import { publishNotices } from './publish-notices.ts';
import { writeNotice } from './write-notice.ts';

let portal: TestPortal;
let customer: TestBrowser;
let customerId: number;
let password: string;
let round = 0;

beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  round++;
  customer = portal.browser();
  password = 'quiet river, green lamp';
  customerId = (await customer.register({ password })).json().user.id;
});

const NOTICES = '/api/user/notices';
const write = (number: number) =>
  writeNotice(portal.database, {
    kind: 'payment-in-review',
    customerId,
    key: `checked:${round}:${number}`,
    values: { reference: `WF-${number}` },
  });
const unread = async () => (await customer.get(`${NOTICES}/unread`)).json().unread;
const list = async (query = '') => (await customer.get(`${NOTICES}${query}`)).json();

describe('the bell', () => {
  it('shows what happened, newest first, page by page, each once, with a link to it', async () => {
    expect(await list()).toEqual([]);
    for (let number = 1; number <= 5; number++) await write(number);
    const first = await list('?limit=2');
    await write(6);
    const second = await list(`?limit=2&before=${first[1].id}`);
    const third = await list(`?limit=2&before=${second[1].id}`);
    const shown = [...first, ...second, ...third];
    expect(shown.map(({ values }) => values.reference)).toEqual(['WF-5', 'WF-4', 'WF-3', 'WF-2', 'WF-1']);
    expect(first[0]).toEqual({
      id: expect.any(Number),
      kind: 'payment-in-review',
      title: 'Your payment is being checked',
      text: expect.stringContaining('{reference}'),
      values: { reference: 'WF-5' },
      href: '/profile?tab=billing',
      createdAt: expect.stringMatching(/Z$/),
      readAt: null,
    });
  });

  it('counts unread notices; marks one as read, or all up to the newest that was seen, and no later one', async () => {
    for (const number of [1, 2, 3]) await write(number);
    expect(await unread()).toBe(3);
    const [newest, , oldest] = await list();
    for (let times = 0; times < 2; times++) {
      expect((await customer.post(`${NOTICES}/${oldest.id}/read`, {})).json()).toMatchObject({ unread: 2 });
    }
    await write(4);
    expect((await customer.post(`${NOTICES}/read`, { upTo: newest.id })).json()).toMatchObject({ unread: 1 });
    expect((await list()).map(({ readAt }: { readAt: string | null }) => readAt === null)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('shows a customer their own notices only', async () => {
    await write(1);
    const [{ id }] = await list();
    const other = portal.browser();
    await other.register();
    expect((await other.get(NOTICES)).json()).toEqual([]);
    expect((await other.post(`${NOTICES}/${id}/read`, {})).statusCode).toBe(404);
    expect((await other.post(`${NOTICES}/read`, { upTo: id })).json()).toMatchObject({ unread: 0 });
    expect(await unread()).toBe(1);
  });

  it('encodes a value that becomes part of a link', async () => {
    await writeNotice(portal.database, {
      kind: 'ticket-answered',
      customerId,
      key: `odd:${round}`,
      values: { ticket: 'T-1', subject: '<b>{id}</b>', id: '../../evil?x#y' },
    });
    expect(await list()).toMatchObject([
      { href: '/support/tickets/..%2F..%2Fevil%3Fx%23y', values: { subject: '<b>{id}</b>' } },
    ]);
  });

  it('updates open pages after the commit, once for each notice, also with two instances', async () => {
    await publishNotices({ database: portal.database, publishLiveUpdate: () => {} });
    const updates: number[] = [];
    const deps = { database: portal.database, publishLiveUpdate: (userId: number) => void updates.push(userId) };
    await portal.database.transaction(async (tx) => {
      await writeNotice(tx, {
        kind: 'payment-in-review',
        customerId,
        key: `live:${round}`,
        values: { reference: 'WF-1' },
      });
      await publishNotices(deps);
      expect(updates).toEqual([]);
    });
    await Promise.all([publishNotices(deps), publishNotices(deps)]);
    await publishNotices(deps);
    expect(updates).toEqual([customerId]);
  });
});

describe('a browser with push notifications', () => {
  const SUBSCRIPTIONS = '/api/user/push-subscriptions';
  const addressOf = (name: string) => ({
    endpoint: `https://fcm.googleapis.com/fcm/send/${name}-${round}`,
    keys: { p256dh: 'B'.padEnd(87, 'A'), auth: 'A'.repeat(22) },
  });
  const deliver = async (outcome: PushOutcome = { kind: 'taken' }) => {
    const sent: { readonly endpoint: string; readonly payload: ReturnType<typeof JSON.parse> }[] = [];
    const sendPush: SendPush = async ({ endpoint }, payload) => {
      sent.push({ endpoint, payload: JSON.parse(payload) });
      return outcome;
    };
    const texts = { yo: { 'Your payment is being checked': 'A ń yẹ owó rẹ wò' } };
    const clock = () => new Date('2026-07-04T12:00:00Z');
    const deps = {
      database: portal.database,
      sendPush,
      texts,
      settings: unpublishedSettings,
      clock,
      isQuiet: () => false,
      onFailure: () => {},
    };
    await Promise.all([deliverDuePushes(deps), deliverDuePushes(deps)]);
    return sent;
  };
  const subscriptions = async () =>
    (await portal.pool.query('select endpoint from push_subscriptions where user_id = $1', [customerId])).rows.length;

  it('is sent each notice once, in its owner’s language, until it is switched off', async () => {
    for (let times = 0; times < 2; times++) {
      expect((await customer.post(SUBSCRIPTIONS, addressOf('phone'))).statusCode).toBe(200);
    }
    expect((await customer.put('/api/user/language', { language: 'yo' })).statusCode).toBe(200);
    await write(1);
    await write(1);
    expect(await deliver()).toMatchObject([
      {
        endpoint: addressOf('phone').endpoint,
        payload: { title: 'A ń yẹ owó rẹ wò', body: expect.stringContaining('WF-1'), href: '/profile?tab=billing' },
      },
    ]);
    expect(await deliver()).toEqual([]);
    await customer.post(`${SUBSCRIPTIONS}/removal`, { endpoint: addressOf('phone').endpoint });
    await write(2);
    expect(await deliver()).toEqual([]);
  });

  it('is removed when its subscription has expired, and retried when its push service does not answer', async () => {
    await customer.post(SUBSCRIPTIONS, addressOf('old'));
    await write(1);
    expect(await deliver({ kind: 'untaken', reason: 'status 503' })).toHaveLength(1);
    expect(await deliver()).toEqual([]);
    await portal.pool.query("update outbox_messages set next_attempt_at = now() where channel = 'push'");
    expect(await deliver({ kind: 'gone' })).toHaveLength(1);
    expect(await subscriptions()).toBe(0);
  });

  it('is removed with a session that is ended, and stays when a session expires', async () => {
    await customer.post(SUBSCRIPTIONS, addressOf('left'));
    await customer.post('/api/logout', {});
    expect(await subscriptions()).toBe(0);
    const { email } = (await portal.pool.query('select email from users where id = $1', [customerId])).rows[0];
    await customer.post('/api/login', { email, password });
    await customer.post(SUBSCRIPTIONS, addressOf('kept'));
    await portal.pool.query("update sessions set expire = now() - interval '1 minute' where user_id = $1", [
      customerId,
    ]);
    await portal.pool.query('delete from sessions where expire < now()');
    expect(await subscriptions()).toBe(1);
  });

  it('belongs to the customer who subscribed last', async () => {
    await customer.post(SUBSCRIPTIONS, addressOf('shared'));
    const other = portal.browser();
    await other.register();
    await other.post(SUBSCRIPTIONS, addressOf('shared'));
    await write(1);
    expect(await deliver()).toEqual([]);
  });

  it('is one of ten at most', async () => {
    for (let number = 0; number < 12; number++) await customer.post(SUBSCRIPTIONS, addressOf(`device-${number}`));
    expect(await subscriptions()).toBe(10);
  });

  it('is refused where our server would have to call anything but a push service', async () => {
    for (const endpoint of ['https://127.0.0.1/x', 'http://fcm.googleapis.com/x', 'https://evil.example/x']) {
      const answer = await customer.post(SUBSCRIPTIONS, { ...addressOf('x'), endpoint });
      expect(answer.statusCode).toBe(422);
    }
    expect(await subscriptions()).toBe(0);
  });

  it('gets no notice that its owner has switched off', async () => {
    await customer.post(SUBSCRIPTIONS, addressOf('calm'));
    await portal.pool.query('insert into notification_choices (user_id, service_updates) values ($1, false)', [
      customerId,
    ]);
    await writeNotice(portal.database, {
      kind: 'usage-reached',
      customerId,
      key: `usage:${round}`,
      values: { percent: '75', used: '75.00 GB', limit: '100 GB' },
    });
    expect(await deliver()).toEqual([]);
    expect(await unread()).toBe(1);
  });
});
