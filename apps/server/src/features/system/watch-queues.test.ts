import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { createQueueWatch } from './watch-queues.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const NOW = new Date('2026-07-03T12:00:00Z');
let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

it('a queue that nobody works off is told to the operator, and how late it is', async () => {
  const told: unknown[] = [];
  const metricsRegistry = new Registry();
  const watch = createQueueWatch({
    ...{ database: portal.database, clock: () => NOW, metricsRegistry },
    logger: { error: (what: unknown) => told.push(what) },
  });
  await watch();
  expect(told).toEqual([]);
  expect(await metricsRegistry.metrics()).toContain('queue_lateness_seconds{queue="webhooks"} 0');
  const insert = `insert into webhook_events (gateway, event_key, event_name, raw_body, status, next_attempt_at) values ('paystack', $1, 'x', '{}', $2, $3)`;
  await portal.pool.query(insert, ['waiting', 'stored', '2026-07-03T10:30:00Z']);
  await portal.pool.query(insert, ['settled', 'done', '2026-07-01T10:30:00Z']);
  const { user } = (await portal.browser().register()).json();
  const chat = 'insert into chat_sessions (id, user_id, waiting_since) values (gen_random_uuid(), $1, $2)';
  await portal.pool.query(chat, [user.id, '2026-07-03T10:00:00Z']);
  await watch();
  expect(told).toEqual([
    { queue: 'webhooks', lateS: 5400 },
    { queue: 'chats', lateS: 7200 },
  ]);
  expect(await metricsRegistry.metrics()).toContain('queue_lateness_seconds{queue="webhooks"} 5400');
});
