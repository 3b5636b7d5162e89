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

it('the log names a queue that is not processed, and how late it is', async () => {
  const logged: unknown[] = [];
  const metricsRegistry = new Registry();
  const watch = createQueueWatch({
    database: portal.database,
    clock: () => NOW,
    metricsRegistry,
    channels: ['sms'],
    logger: { error: (what: unknown) => logged.push(what) },
  });
  await watch();
  expect(logged).toEqual([]);
  expect(await metricsRegistry.metrics()).toContain('queue_oldest_age_seconds{queue="webhooks"} 0');
  const insert = `insert into webhook_events (gateway, event_key, event_name, raw_body, status, next_attempt_at) values ('paystack', $1, 'x', '{}', $2, $3)`;
  await portal.pool.query(insert, ['waiting', 'stored', '2026-07-03T10:30:00Z']);
  await portal.pool.query(insert, ['settled', 'done', '2026-07-01T10:30:00Z']);
  const { user } = (await portal.browser().register()).json();
  const chat = 'insert into chat_sessions (id, user_id, waiting_since) values (gen_random_uuid(), $1, $2)';
  await portal.pool.query(chat, [user.id, '2026-07-03T10:00:00Z']);
  await watch();
  expect(logged).toEqual([
    { queue: 'webhooks', lateS: 5400 },
    { queue: 'chats', lateS: 7200 },
  ]);
  const page = await metricsRegistry.metrics();
  expect(page).toContain('queue_oldest_age_seconds{queue="webhooks"} 5400');
  expect(page).toContain('queue_depth{queue="webhooks"} 1');
  // An unsent text, a paid month that does not begin and a charge that is not made are late as
  // well; a mail is not where none can be sent.
  const message = `insert into outbox_messages (message_key, channel, recipient, text, next_attempt_at) values ($1, $2, 'x', 'x', '2026-07-03T10:00:00Z')`;
  await portal.pool.query(message, ['a text', 'sms']);
  await portal.pool.query(message, ['a mail', 'email']);
  await portal.pool.query(
    `with plan as (select id from service_plans limit 1),
     line as (insert into user_subscriptions (user_id, plan_id, next_renewal, anchor_day, monthly_fee, paid_periods, next_step_at)
              select $1, id, '2027-01-01', 1, 1, 1, null from plan returning id, plan_id),
     charge as (insert into payments (reference, user_id, subscription_id, plan_id, period_number, gateway, amount, quote, email, description, charge_attempt, charge_due_at)
              select 'P00000000000001', $1, id, plan_id, 2, 'paystack', 1, '{}', 'x', 'x', 1, '2026-07-03T10:00:00Z' from line)
     insert into subscription_periods (subscription_id, period_number, plan_id, monthly_fee, payment_id, starts_at, ends_at, has_started)
     select id, 1, plan_id, 1, gen_random_uuid(), '2026-07-03T10:00:00Z', '2027-01-01', false from line`,
    [user.id],
  );
  logged.length = 0;
  await watch();
  expect(logged).toEqual(
    expect.arrayContaining(['card-charges', 'prepaid-periods', 'messages'].map((queue) => ({ queue, lateS: 7200 }))),
  );
});
