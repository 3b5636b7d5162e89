import type { FailedDelivery } from '@portal/contract/console/operations';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueueEmail } from '../../messaging/email/queue-email.ts';
import { MailRefusedForGood } from '../../platform/outside/mail-refused.ts';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { unpublishedSettings } from '../../testing/unpublished-settings.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const DELIVERIES = '/api/staff/operations/deliveries';
const queueEmail = createQueueEmail({}, unpublishedSettings);

let one: TestPortal;
let two: TestPortal;
let tosin: Staff;
let refusal: Error | null;
const sent: string[] = [];

const sendEmail = async ({ subject }: { readonly subject: string }): Promise<void> => {
  if (refusal) throw refusal;
  sent.push(subject);
};

beforeAll(async () => {
  one = await startTestPortal({ sendEmail });
  two = await startTestPortal({ sendEmail, database: one.database });
  tosin = await createStaff(one);
  await one.pool.query('delete from outbox_messages');
  one.startJobs();
  two.startJobs();
});
beforeEach(async () => {
  sent.length = 0;
  await one.pool.query('delete from outbox_messages');
  refusal = new MailRefusedForGood('550 relaying denied');
});
afterAll(async () => {
  await two.close();
  await one.close();
});

const write = (subject: string, expiry: { usefulSeconds?: number } = {}) =>
  queueEmail(one.database, {
    category: 'account',
    messageKey: subject,
    recipient: 'bisi@mail.example',
    subject,
    parts: ['.'],
    ...expiry,
  });

const list = async (query: string): Promise<FailedDelivery[]> =>
  (await tosin.browser.get(`${DELIVERIES}?${query}`)).json();

const retry = async (path: string) => (await tosin.browser.post(`${DELIVERIES}/${path}/retry`, {})).json();

const wakeAll = (): void => {
  one.wakeJobs();
  two.wakeJobs();
};

async function untilFailed(count: number): Promise<FailedDelivery[]> {
  wakeAll();
  await expect.poll(async () => (await list('kind=email')).length).toBe(count);
  return list('kind=email');
}

describe('a mail that the mail server refused', () => {
  it('is shown with the reason and, when two people retry it at once, sent once', async () => {
    await write('Your receipt');
    const [failed] = await untilFailed(1);
    expect(failed).toMatchObject({
      what: 'Your receipt',
      recipient: 'bisi@mail.example',
      state: 'failed',
      reason: '550 relaying denied',
      attempts: 1,
      canRetry: true,
      nextAttemptAt: null,
    });
    refusal = null;
    const path = `email/${failed?.id}`;
    const answers = await Promise.all([retry(path), retry(path), retry('email')]);
    expect(answers.map(({ retried }) => retried).toSorted()).toEqual([0, 0, 1]);
    wakeAll();
    await expect.poll(() => sent).toEqual(['Your receipt']);
    expect(await retry(path)).toMatchObject({
      retried: 0,
      message: 'Nothing was retried: it was delivered meanwhile, or is being sent now.',
    });
    expect(await list('kind=email')).toEqual([]);
    const { rows } = await one.pool.query(
      "select text, html from outbox_messages where recipient = 'bisi@mail.example'",
    );
    expect(rows).toEqual([{ text: '', html: null }]);
    const [newest] = (await tosin.browser.get('/api/staff/audit?limit=1')).json();
    expect(newest).toMatchObject({ action: 'delivery.retry', after: { retried: 1 } });
  });

  it('with a link that expires keeps no content, and is not offered for retry', async () => {
    await write('Choose a new password', { usefulSeconds: 3600 });
    const [failed] = await untilFailed(1);
    expect(failed).toMatchObject({ state: 'failed', canRetry: false });
    expect(await retry(`email/${failed?.id}`)).toMatchObject({ retried: 0 });
    const { rows } = await one.pool.query(
      "select text, html from outbox_messages where recipient = 'bisi@mail.example'",
    );
    expect(rows).toEqual([{ text: '', html: null }]);
  });

  it('loses its content after a week', async () => {
    await write('Your receipt');
    await untilFailed(1);
    await one.pool.query("update outbox_messages set given_up_at = now() - interval '8 days'");
    wakeAll();
    await expect.poll(async () => (await list('kind=email'))[0]?.canRetry).toBe(false);
  });
});

describe('all that failed', () => {
  it('is counted, listed page by page and retried together', async () => {
    for (const number of [1, 2, 3]) await write(`Mail ${number}`);
    const failed = await untilFailed(3);
    const first = await list('kind=email&limit=2');
    const second = await list(`kind=email&limit=2&before=${first.at(-1)?.id}`);
    expect([...first, ...second]).toEqual(failed);
    expect((await tosin.browser.get('/api/staff/operations/delivery-counts')).json()).toMatchObject({
      email: { total: 3, retryable: 3 },
      sms: { total: 0, retryable: 0 },
    });
    refusal = null;
    expect(await retry('email')).toMatchObject({ retried: 3, message: '3 are tried again now.' });
    wakeAll();
    await expect.poll(() => sent.toSorted()).toEqual(['Mail 1', 'Mail 2', 'Mail 3']);
  });

  it('a mail that waits for its next attempt can be tried at once', async () => {
    refusal = new Error('451 later');
    await write('Your bill');
    const [waiting] = await untilFailed(1);
    expect(waiting).toMatchObject({ state: 'retrying', reason: '451 later', nextAttemptAt: expect.any(String) });
    refusal = null;
    await retry(`email/${waiting?.id}`);
    wakeAll();
    await expect.poll(() => sent).toEqual(['Your bill']);
  });

  it('a text that is out of date is not offered for retry', async () => {
    await one.pool.query(
      `insert into outbox_messages (message_key, channel, recipient, text, attempts, failed_at, last_error, next_attempt_at, expires_at)
       values ('code', 'sms', '+2348031234567', '123456', 1, now(), 'no answer', now() + interval '1 hour', now() - interval '1 second'),
              ('bill', 'sms', '+2348031234567', 'Your bill', 1, now(), 'no answer', now() + interval '1 hour', now() + interval '1 hour')`,
    );
    expect((await list('kind=sms')).map(({ canRetry }) => canRetry)).toEqual([true, false]);
    expect(await retry('sms')).toMatchObject({ retried: 1 });
    const { rows } = await one.pool.query('select message_key from outbox_messages where next_attempt_at <= now()');
    expect(rows).toEqual([{ message_key: 'bill' }]);
  });

  it('a message that is being sent cannot be retried meanwhile', async () => {
    await one.pool.query(
      `insert into outbox_messages (message_key, channel, recipient, text, attempts, last_error, next_attempt_at)
       values ('busy', 'sms', '+2348031234567', 'x', 2, 'no answer', now() + interval '30 seconds')`,
    );
    expect(await list('kind=sms')).toEqual([]);
    expect(await retry('sms')).toMatchObject({ retried: 0 });
  });
});
