import type { Mail } from '@portal/kernel/messaging/mail';
import { readRadiusAttributes } from '@portal/kernel/radius-attributes';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TestBrowser } from '../../../testing/test-browser.ts';
import { startTestPortal, TEST_NETWORK_TOKEN, type TestPortal } from '../../../testing/test-portal.ts';
import { readAccountingPacket } from '../../accounting/accounting-packet.policy.ts';
import { accountingBody } from '../../accounting/packet.factory.ts';
import { recordPackets } from '../../accounting/record-packets.ts';
import { dueAlert } from './alert.policy.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const GB = 1024 ** 3;
const YORUBA = {
  'You have used {percent}% of this month’s data': 'O ti lo {percent}% dátà oṣù yìí',
  'Add data': 'Fi dátà kún un',
  '{brand}: You have used {percent}% of this month’s data: {used} of {limit}.':
    '{brand}: O ti lo {percent}% dátà oṣù yìí: {used} nínú {limit}.',
};
let now: Date;
let portal: TestPortal;
let customer: TestBrowser;
let userId: number;
let email: string;
beforeAll(async () => {
  portal = await startTestPortal({ clock: () => now, noticeTexts: { yo: YORUBA } });
});
afterAll(() => portal.close());
/** A customer with a line of 100 GB. */
async function subscribe(browser: TestBrowser): Promise<{ readonly id: number; readonly email: string }> {
  const { user } = (await browser.register()).json();
  await portal.pool.query(
    `with plan as (select id, price from service_plans where name = 'Premium Fiber 100Mbps'),
     line as (insert into network_lines (user_id, username, access, download_mbps, changed_at) values ($1, $2, 'open', 100, now()))
     insert into user_subscriptions (user_id, plan_id, status, next_renewal, anchor_day, monthly_fee) select $1, id, 'active', now(), 1, price from plan`,
    [user.id, `line-${user.id}`],
  );
  return user;
}

beforeEach(async () => {
  now = new Date('2026-11-21T11:00:00Z');
  customer = portal.browser();
  ({ id: userId, email } = await subscribe(customer));
});

/** The session has used so much of the 100 GB by now; packets are five minutes apart. */
async function use(gigabytes: number): Promise<void> {
  now = new Date(now.getTime() + 300_000);
  await report(userId, gigabytes);
}

async function report(lineId: number, gigabytes: number): Promise<void> {
  const seconds = (now.getTime() - Date.parse('2026-11-21T10:00:00Z')) / 1000;
  const saying = { username: `line-${lineId}`, sessionId: `${lineId}`, at: now, seconds };
  await portal.app.inject({
    method: 'POST',
    url: '/api/network/accounting',
    headers: { authorization: `Bearer ${TEST_NETWORK_TOKEN}` },
    payload: JSON.stringify(accountingBody({ ...saying, download: gigabytes * GB, upload: 0 })),
  });
}

const sentBy = async (channel: string) => {
  const recipient = channel === 'sms' ? `+23480${String(userId).padStart(8, '0')}` : email;
  const { rows } = await portal.pool.query(
    "select message_key, subject, text from outbox_messages where channel = $1 and recipient = $2 and message_key like 'usage:%' order by id",
    [channel, recipient],
  );
  return rows;
};
const subjects = async () => (await sentBy('email')).map(({ subject }) => subject);

describe('a customer', () => {
  it('is notified at 75, 90 and 100 percent, once each a month', async () => {
    for (const gigabytes of [10, 74.9, 75, 76, 89, 91, 99, 100, 120, 130]) await use(gigabytes);
    expect(await subjects()).toEqual([
      'You have used 75% of this month’s data',
      'You have used 90% of this month’s data',
      'You have used all of this month’s data',
    ]);
    const [first] = await sentBy('email');
    expect(first.text).toContain('Used: 75.00 GB');
    expect(first.text).toContain('Data of this month: 100 GB');
    now = new Date('2026-12-20T09:00:00Z');
    await use(130 + 80);
    expect(await subjects()).toHaveLength(4);
  });

  it('who passes several at once is notified of the highest', async () => {
    await use(95);
    await use(96);
    expect(await subjects()).toEqual(['You have used 90% of this month’s data']);
  });

  it('who passes a share in the same moment as many others is told with one of the next packets, and once', async () => {
    const ids = [userId];
    for (let each = 0; each < 4; each++) ids.push((await subscribe(portal.browser())).id);
    const told: string[] = [];
    const deps = {
      database: portal.database,
      alerts: {
        origin: 'https://portal.example',
        queueEmail: async (_: unknown, { recipient }: Mail) => void told.push(recipient),
        queueSms: async () => undefined,
        wantsServiceUpdates: async () => true,
      },
      freeHoursOf: () => null,
      applyLimits: async () => undefined,
    };
    const toldAfter: number[] = [];
    for (let round = 0; round < 4; round++) {
      now = new Date(now.getTime() + 300_000);
      const packets = ids.map((id) => {
        const body = accountingBody({
          username: `line-${id}`,
          sessionId: `${id}`,
          at: now,
          download: 92 * GB,
          upload: 0,
        });
        return { packet: readAccountingPacket(readRadiusAttributes(body), now), receivedAt: now, sample: '' };
      });
      await recordPackets(deps, packets);
      toldAfter.push(told.length);
    }
    expect(toldAfter).toEqual([2, 4, 5, 5]);
    expect(new Set(told).size).toBe(5);
  });

  it('who wants no service updates is not notified, by mail or by text', async () => {
    const choices = { serviceUpdates: false, billReminders: true, promotionalOffers: false };
    expect((await customer.put('/api/user/notification-choices', choices)).statusCode).toBe(200);
    await portal.pool.query('update users set phone = $2, phone_verified_at = now() where id = $1', [
      userId,
      `+23480${String(userId).padStart(8, '0')}`,
    ]);
    await use(101);
    expect(await subjects()).toEqual([]);
    expect(await sentBy('sms')).toEqual([]);
  });

  it('with a verified number also gets a text when little is left', async () => {
    await portal.pool.query('update users set phone = $2, phone_verified_at = now() where id = $1', [
      userId,
      `+23480${String(userId).padStart(8, '0')}`,
    ]);
    for (const gigabytes of [80, 92, 105]) await use(gigabytes);
    const texts = (await sentBy('sms')).map(({ text }) => text);
    expect(texts).toEqual([
      expect.stringContaining('You have used 90% of this month’s data: 92.00 of 100 GB.'),
      expect.stringContaining('You have used all of this month’s data: 105.00 of 100 GB.'),
    ]);
  });

  it('who chose Yoruba is notified in it, by mail and by text', async () => {
    await customer.put('/api/user/language', { language: 'yo' });
    await portal.pool.query('update users set phone = $2, phone_verified_at = now() where id = $1', [
      userId,
      `+23480${String(userId).padStart(8, '0')}`,
    ]);
    await use(92);
    const [mail] = await sentBy('email');
    expect(mail.subject).toBe('O ti lo 90% dátà oṣù yìí');
    expect(mail.text).toContain('Fi dátà kún un:\n');
    const [text] = await sentBy('sms');
    expect(text.text).toMatch(/: O ti lo 90% dátà oṣù yìí: 92\.00 nínú 100 GB\.$/);
  });

  it('is told what is left of the month with the bundles in it', async () => {
    await portal.pool.query(
      `with line as (select id, plan_id from user_subscriptions where user_id = $1),
       paid as (insert into payments (reference, user_id, subscription_id, plan_id, period_number, gateway, amount, quote, email, description)
         select $2, $1, id, plan_id, 1, 'paystack', 1, '{"planName":"x","lines":[]}', 'x', 'x' from line returning id)
       insert into data_bundle_purchases (payment_id, user_id, period, gigabytes, bought_at) select id, $1, '2026-11', 100, now() from paid`,
      [userId, `PB${userId}`],
    );
    await use(140);
    expect(await subjects()).toEqual([]);
    await use(150);
    expect(await subjects()).toEqual(['You have used 75% of this month’s data']);
    expect((await customer.get('/api/user/usage')).json()).toMatchObject({ dataUsed: 150, dataLimit: 200 });
  });
});

describe('an alert', () => {
  it('is never due without an allowance, or with one of zero', () => {
    expect(dueAlert({ usedGb: 5000, limitGb: null, alertedPercent: 0 })).toBeNull();
    expect(dueAlert({ usedGb: 5, limitGb: 0, alertedPercent: 0 })).toBeNull();
    expect(dueAlert({ usedGb: -1, limitGb: 10, alertedPercent: 0 })).toBeNull();
  });
});
