import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { webhookEventTypes } from '@portal/contract/console/webhook-events';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueueEmail } from '../../messaging/email/queue-email.ts';
import { readConfig } from '../../platform/config/config.ts';
import { createEncryption } from '../../platform/crypto/encryption.ts';
import { createGuardedPost } from '../../platform/outside/guarded-post.ts';
import {
  type ReceivedWebhook,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../testing/servers/webhook-receiver.ts';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import { HIGH_LIMITS, startTestPortal, TEST_SESSION_SECRET, type TestPortal } from '../../testing/test-portal.ts';
import { unpublishedSettings } from '../../testing/unpublished-settings.ts';
import { createWebhookDelivery, type DeliveryDependencies, LANES } from './deliver-webhooks.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const PATH = '/api/staff/webhook-endpoints';
const HOUR_MS = 3_600_000;
const ALLOWED = { production: false, allowedPrivateHosts: ['127.0.0.1'] };

let portal: TestPortal;
let staff: Staff;
let receiver: WebhookReceiver;
let now = new Date('2026-11-26T08:00:00Z');
const logged: unknown[] = [];
const counted: string[] = [];

beforeAll(async () => {
  portal = await startTestPortal({
    config: { ...readConfig({}), limits: HIGH_LIMITS, webhookAllowedPrivateHosts: ALLOWED.allowedPrivateHosts },
    clock: () => now,
  });
  staff = await createStaff(portal);
});
afterAll(() => portal.close());
beforeEach(async () => {
  receiver = await startWebhookReceiver();
  counted.length = 0;
});
afterEach(async () => {
  await receiver.close();
  await portal.pool.query('delete from webhook_endpoints');
  await portal.pool.query('delete from webhook_deliveries');
  await portal.pool.query('delete from outbox_messages');
  expect(logged).toEqual([]);
});

const encryption = createEncryption({ keys: [TEST_SESSION_SECRET], purpose: 'webhook-secret', randomBytes });

/** One instance of the portal, which delivers everything that is due. */
function instance(overrides: Partial<DeliveryDependencies> = {}) {
  return createWebhookDelivery({
    database: portal.database,
    clock: () => now,
    randomBytes,
    encryption,
    post: createGuardedPost({ ...ALLOWED, timeoutMs: 5000 }),
    queueEmail: createQueueEmail({}, unpublishedSettings),
    origin: 'http://portal.test',
    log: { warn: () => {}, error: (...entry: unknown[]) => void logged.push(entry) },
    count: (outcome) => void counted.push(outcome),
    ...overrides,
  });
}

async function deliver(by = instance()): Promise<void> {
  await by.start(new AbortController().signal);
  await by.settled();
}

async function create(url = receiver.url): Promise<{ id: string; secret: string }> {
  const answer = await staff.browser.post(PATH, { url, events: ['customer.created'], description: 'Accounting' });
  expect(answer.statusCode, answer.body).toBe(200);
  return { id: answer.json().endpoint.id, secret: answer.json().secret };
}
const register = async () => (await portal.browser().register()).json().user.id as number;
const endpoint = async (id: string) => (await staff.browser.get(`${PATH}/${id}`)).json();
const deliveries = async (id: string, query = '') =>
  (await staff.browser.get(`${PATH}/${id}/deliveries${query}`)).json();
const change = async (id: string, fields: object) => {
  const { url, events, description, isOn } = await endpoint(id);
  return staff.browser.put(`${PATH}/${id}`, { url, events, description, isOn, ...fields });
};
/** The content, if the library of Standard Webhooks accepts it at the portal's time. */
function verify(secret: string, { headers, body }: Pick<ReceivedWebhook, 'headers' | 'body'>): unknown {
  vi.useFakeTimers({ now, toFake: ['Date'] });
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>);
  } finally {
    vi.useRealTimers();
  }
}
const last = (): ReceivedWebhook => {
  const webhook = receiver.received.at(-1);
  if (!webhook) throw new Error('nothing has arrived');
  return webhook;
};
const later = (ms: number): void => {
  now = new Date(now.getTime() + ms);
};
const failing = (status: number) => (response: ServerResponse) => response.writeHead(status).end('not now');
/** Lets time pass until the next attempt of everything. */
async function untilNextAttempt(): Promise<void> {
  const { rows } = await portal.pool.query(
    "select max(next_attempt_at) as at from webhook_deliveries where state = 'pending'",
  );
  if (rows[0].at) now = rows[0].at;
}

describe('a delivery', () => {
  it('is made once for each event and endpoint, though two instances deliver at once', async () => {
    const other = await startWebhookReceiver();
    const [first, second] = [await create(), await create(other.url)];
    const customers = await Promise.all(Array.from({ length: 12 }, register));
    await Promise.all([deliver(), deliver()]);
    await deliver();
    for (const { received } of [receiver, other]) {
      const told = received.map(({ body }) => JSON.parse(body).data.id).sort((a, b) => a - b);
      expect(told).toEqual(customers.toSorted((a, b) => a - b));
    }
    const [one] = receiver.received;
    expect(other.received.map(({ headers }) => headers['webhook-id'])).toContain(one?.headers['webhook-id']);
    expect((await deliveries(first.id)).map(({ state }: { state: string }) => state)).toEqual(
      Array.from({ length: 12 }, () => 'delivered'),
    );
    expect((await endpoint(second.id)).lastDelivery).toMatchObject({ event: 'customer.created', state: 'delivered' });
    await other.close();
  });

  it('is signed as Standard Webhooks says: its library verifies it, and nothing that was changed', async () => {
    const { secret } = await create();
    const id = await register();
    await deliver();
    const { headers, body } = last();
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': expect.stringMatching(/^msg_/) });
    const verified = { id: headers['webhook-id'], type: 'customer.created', version: 1, data: { id } };
    expect(verify(secret, last())).toMatchObject(verified);
    expect(() => verify(secret, { headers, body: `${body} ` })).toThrow();
    expect(() => verify(`whsec_${randomBytes(32).toString('base64')}`, last())).toThrow();
    later(HOUR_MS);
    expect(() => verify(secret, last())).toThrow();
  });

  it('is signed with both secrets for a day after a rotation, then with the new one alone', async () => {
    const { id, secret: old } = await create();
    const rotated = (await staff.browser.post(`${PATH}/${id}/secret`, {})).json();
    expect(Date.parse(rotated.endpoint.previousSecretUntil) - now.getTime()).toBe(24 * HOUR_MS);
    await register();
    await deliver();
    expect(verify(old, last())).toBeTruthy();
    expect(verify(rotated.secret, last())).toBeTruthy();
    later(24 * HOUR_MS);
    await register();
    await deliver();
    expect(verify(rotated.secret, last())).toBeTruthy();
    expect(() => verify(old, last())).toThrow();
  });

  it('that fails is made again by the schedule with the same id, and given up after three days', async () => {
    const { id } = await create();
    const begun = now.getTime();
    receiver.answer(failing(503));
    await register();
    const gaps: number[] = [];
    for (let attempt = 1; attempt <= 10; attempt++) {
      // The endpoint itself stays on here: what is given up is the delivery.
      await portal.pool.query('update webhook_endpoints set failing_since = null');
      const before = now.getTime();
      await deliver();
      await deliver();
      expect(receiver.received).toHaveLength(attempt);
      await untilNextAttempt();
      if (attempt < 10) gaps.push((now.getTime() - before) / 1000);
    }
    for (const [index, gap] of [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400].entries()) {
      expect(gaps[index]).toBeGreaterThanOrEqual(gap * 0.9);
      expect(gaps[index]).toBeLessThanOrEqual(gap * 1.1);
    }
    expect(now.getTime() - begun).toBeGreaterThan(2.8 * 24 * HOUR_MS);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const [delivery] = await deliveries(id);
    expect(delivery).toMatchObject({ state: 'failed', attempts: 10, lastStatus: 503, nextAttemptAt: null });
    later(7 * 24 * HOUR_MS);
    await deliver();
    expect(receiver.received).toHaveLength(10);
    const { history, body } = (await staff.browser.get(`${PATH}/${id}/deliveries/${delivery.id}`)).json();
    expect(history).toHaveLength(10);
    expect(history[0]).toMatchObject({ status: 503, error: null, answer: 'not now' });
    expect(body).toBe(receiver.received[0]?.body);
    expect(counted.filter((outcome) => outcome === 'given-up')).toHaveLength(1);
  });

  it('that was given up is sent again by hand, one or all since a time', async () => {
    const { id } = await create();
    receiver.answer(failing(500));
    await register();
    await register();
    await deliver();
    await portal.pool.query("update webhook_deliveries set state = 'failed', next_attempt_at = null");
    receiver.answer((response) => response.end());
    const [newest, oldest] = await deliveries(id, '?state=failed');
    const again = await staff.browser.post(`${PATH}/${id}/deliveries/${oldest.id}/retry`, {});
    expect(again.json().delivery).toMatchObject({ state: 'pending', attempts: 0 });
    await deliver();
    expect(await deliveries(id, '?state=delivered')).toMatchObject([{ id: oldest.id }]);
    const retryAll = async (since: Date) =>
      (await staff.browser.post(`${PATH}/${id}/deliveries/retry`, { since: since.toISOString() })).json().retried;
    expect(await retryAll(new Date(now.getTime() + 1))).toBe(0);
    // Found by `npm run fuzz`, seed 41: PostgreSQL has no year 0.
    const ever = await staff.browser.post(`${PATH}/${id}/deliveries/retry`, { since: '0000-01-01T00:00:00Z' });
    expect(ever.json().errors).toEqual({ since: 'Say since when' });
    expect(await retryAll(new Date(now.getTime() - HOUR_MS))).toBe(1);
    await deliver();
    expect(await deliveries(id, '?state=delivered&limit=1')).toMatchObject([{ id: newest.id }]);
    expect(await deliveries(id, `?before=${newest.id}&event=customer.created`)).toMatchObject([{ id: oldest.id }]);
    expect(await deliveries(id, '?event=webhook.test')).toEqual([]);
  });

  it('is made again when its instance died before it recorded the answer', async () => {
    const { id } = await create();
    await register();
    const dying = new Error('killed');
    const post: DeliveryDependencies['post'] = async (request) => {
      await createGuardedPost({ ...ALLOWED, timeoutMs: 5000 })(request);
      throw dying;
    };
    await deliver(instance({ post, log: { warn: () => {}, error: () => {} } }));
    await deliver();
    expect(receiver.received).toHaveLength(1);
    later(61_000);
    await deliver();
    expect(receiver.received).toHaveLength(2);
    expect(await deliveries(id)).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  });

  it('to a slow endpoint does not hold up those to another, and is bounded', async () => {
    const slow = await startWebhookReceiver();
    const waiting: ServerResponse[] = [];
    const { promise: isFull, resolve } = Promise.withResolvers<void>();
    slow.answer((response) => {
      waiting.push(response);
      if (waiting.length === LANES) resolve();
    });
    await create(slow.url);
    for (let count = 0; count < LANES + 2; count++) await register();
    const delivery = instance();
    const { signal } = new AbortController();
    await delivery.start(signal);
    await isFull;
    const { id } = await create();
    await register();
    await delivery.start(signal);
    await vi.waitUntil(async () => (await deliveries(id))[0]?.state === 'delivered');
    expect(receiver.received).toHaveLength(1);
    expect(waiting).toHaveLength(LANES);
    slow.answer((response) => response.end());
    for (const response of waiting) response.end();
    await delivery.settled();
    await deliver();
    expect(slow.received).toHaveLength(LANES + 3);
    await slow.close();
  });

  it('is not begun after the portal closes', async () => {
    await create();
    await register();
    const delivery = instance();
    await delivery.start(AbortSignal.abort());
    await delivery.settled();
    expect(receiver.received).toEqual([]);
  });
});

describe('an endpoint', () => {
  const mails = async () =>
    (await portal.pool.query("select recipient, subject from outbox_messages where message_key like 'webhook-off:%'"))
      .rows;

  it('that answers 410 Gone is switched off at once, and staff are told by mail', async () => {
    const { id } = await create();
    receiver.answer(failing(410));
    await register();
    await deliver();
    expect(await endpoint(id)).toMatchObject({ isOn: false, offReason: 'gone' });
    expect(await mails()).toEqual([{ recipient: staff.email, subject: expect.stringContaining('127.0.0.1') }]);
    const [audited] = (await staff.browser.get(`/api/staff/audit?subject=webhook-endpoint:${id}`)).json();
    expect(audited).toMatchObject({ action: 'webhook-endpoint.switch-off', after: { isOn: false, reason: 'gone' } });
    later(HOUR_MS);
    await register();
    await deliver();
    expect(receiver.received).toHaveLength(1);
    expect(await deliveries(id)).toHaveLength(1);
  });

  it('without a success for three days is switched off once, and works again when staff switch it on', async () => {
    const { id } = await create();
    receiver.answer(failing(500));
    await register();
    await deliver();
    expect(await endpoint(id)).toMatchObject({ isOn: true, failingSince: now.toISOString() });
    later(3 * 24 * HOUR_MS - 1);
    await deliver();
    expect(await endpoint(id)).toMatchObject({ isOn: true });
    later(HOUR_MS);
    await Promise.all([register(), register()]);
    await Promise.all([deliver(), deliver()]);
    expect(await endpoint(id)).toMatchObject({ isOn: false, offReason: 'failing' });
    expect(await mails()).toHaveLength(1);
    expect((await staff.browser.post(`${PATH}/${id}/test`, {})).json().code).toBe('webhook-endpoint.off');
    receiver.answer((response) => response.end());
    await change(id, { isOn: true });
    expect(await endpoint(id)).toMatchObject({ isOn: true, offReason: null, failingSince: null });
    later(5 * HOUR_MS);
    await deliver();
    const all = await deliveries(id);
    expect(all).toHaveLength(3);
    for (const each of all) expect(each).toMatchObject({ state: 'delivered', lastStatus: 200, lastError: null });
  });

  it('is on again after one success, however long it failed before', async () => {
    const { id } = await create();
    receiver.answer(failing(500));
    await register();
    await deliver();
    later(2 * 24 * HOUR_MS);
    receiver.answer((response) => response.end());
    await deliver();
    expect(await endpoint(id)).toMatchObject({ isOn: true, failingSince: null });
  });

  it('is told of nothing while it is off or after it was deleted, and only of its events', async () => {
    const { id } = await create();
    await change(id, { isOn: false });
    await register();
    await change(id, { isOn: true, events: webhookEventTypes.filter((type) => type !== 'customer.created') });
    await register();
    await staff.browser.delete(`${PATH}/${id}`);
    await register();
    await deliver();
    expect(receiver.received).toEqual([]);
    expect((await portal.pool.query('select * from webhook_deliveries')).rows).toEqual([]);
  });

  it('gets a test event on demand', async () => {
    const { id } = await create();
    const answer = await staff.browser.post(`${PATH}/${id}/test`, {});
    expect(answer.json().delivery).toMatchObject({ event: 'webhook.test', state: 'pending' });
    await deliver();
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
      type: 'webhook.test',
      data: { message: 'It works.' },
    });
  });
});
