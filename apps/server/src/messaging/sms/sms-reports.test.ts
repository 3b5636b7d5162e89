import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import type { SmsOutcome, SmsReceipt } from '../../platform/outside/sms-sender.ts';
import { HIGH_LIMITS, startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { deliverDueSms } from './deliver-sms.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const SECRET = 'the secret of Termii';
const SENT_AT = new Date('2026-07-03T12:00:00Z');
const TOKEN = 'the token of the other';

let portal: TestPortal;
let messages = 0;
beforeAll(async () => {
  const smsReports = { termii: [SECRET], 'africas-talking': [TOKEN] };
  portal = await startTestPortal({ config: { ...readConfig({}), limits: HIGH_LIMITS, smsReports } });
});
afterAll(() => portal.close());
beforeEach(async () => {
  messages++;
  await portal.pool.query('delete from outbox_messages');
});

/** A text that its provider has accepted, with a fallback mail. */
async function sendText(provider: SmsReceipt['provider']): Promise<string> {
  const messageId = `912282127055487657${messages}`;
  const fallback = {
    recipient: 'ngozi@mail.example',
    subject: 'You are connected again',
    text: 'Yes.',
    html: '<p>Yes.</p>',
  };
  await portal.pool.query(
    `insert into outbox_messages (message_key, channel, recipient, text, fallback, expires_at)
     values ($1, 'sms', '+2348031234567', 'You are connected again', $2, now() + interval '12 hours')`,
    [`restored:${messages}:sms`, JSON.stringify(fallback)],
  );
  const sendSms = async (): Promise<SmsOutcome> => ({ kind: 'taken', receipt: { provider, messageId } });
  await deliver(sendSms);
  return messageId;
}
const deliver = (sendSms: () => Promise<SmsOutcome>) =>
  deliverDueSms({
    database: portal.database,
    sendSms,
    clock: () => SENT_AT,
    isQuiet: () => false,
    onFailure: () => {},
    onLateDelivery: async () => {},
  });
const outbox = async () => (await portal.pool.query('select * from outbox_messages order by id')).rows;

function termii(messageId: string, status: string, signature?: string) {
  // A number that is too long for JavaScript, as the vendor sends it.
  const payload = `{"type":"outbound","message_id":${messageId},"status":${JSON.stringify(status)}}`;
  const signed = signature ?? createHmac('sha512', SECRET).update(payload).digest('hex');
  return portal.app.inject({
    method: 'POST',
    url: '/api/webhooks/sms/termii',
    headers: { 'content-type': 'application/json', 'x-termii-signature': signed },
    payload,
  });
}
function africasTalking(messageId: string, status: string, token = TOKEN) {
  return portal.app.inject({
    method: 'POST',
    url: `/api/webhooks/sms/africas-talking?token=${encodeURIComponent(token)}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ id: messageId, status, phoneNumber: '+2348031234567' }).toString(),
  });
}

describe('a text that a provider has accepted', () => {
  it.each(['DND Active on Phone Number', 'Failed', 'Rejected', 'Expired'])(
    'and reports as "%s" goes out as a mail, once',
    async (status) => {
      const messageId = await sendText('termii');
      expect(await outbox()).toMatchObject([
        { text: '', provider: 'termii', provider_message_id: messageId, delivery: null },
      ]);
      expect((await termii(messageId, status)).statusCode).toBe(200);
      await termii(messageId, status);
      await termii(messageId, 'Delivered');
      expect(await outbox()).toMatchObject([
        { channel: 'sms', delivery: 'undelivered', fallback: null, reported_at: expect.any(Date) },
        { channel: 'email', recipient: 'ngozi@mail.example', subject: 'You are connected again', sent_at: null },
      ]);
    },
  );

  it('and reports as delivered is not mailed any more', async () => {
    const messageId = await sendText('termii');
    await termii(messageId, 'Delivered');
    await termii(messageId, 'Failed');
    expect(await outbox()).toMatchObject([{ delivery: 'delivered', fallback: null }]);
  });

  it('is also reported by the other provider, in its own format', async () => {
    const arrived = await sendText('africas-talking');
    for (const status of ['Sent', 'Buffered', 'Success'])
      expect((await africasTalking(arrived, status)).statusCode).toBe(200);
    expect(await outbox()).toMatchObject([{ delivery: 'delivered' }]);
    messages++;
    await africasTalking(await sendText('africas-talking'), 'Failed');
    expect((await outbox()).map(({ channel, delivery }) => [channel, delivery])).toContainEqual(['email', null]);
  });

  it('and never reports on drops its mail once that is out of date', async () => {
    await sendText('termii');
    await portal.pool.query('update outbox_messages set expires_at = now()');
    await deliver(async () => ({ kind: 'taken' }));
    expect(await outbox()).toMatchObject([{ fallback: null, delivery: null }]);
  });
});

describe('a report', () => {
  it('without valid proof of its sender changes nothing', async () => {
    const messageId = await sendText('termii');
    for (const signature of ['', 'f'.repeat(128)])
      expect((await termii(messageId, 'Failed', signature)).statusCode).toBe(401);
    expect((await africasTalking(messageId, 'Failed', 'guessed')).statusCode).toBe(401);
    // A provider cannot report on a text of the other.
    await africasTalking(messageId, 'Failed');
    expect(await outbox()).toMatchObject([{ delivery: null }]);
    expect((await portal.app.inject({ method: 'POST', url: '/api/webhooks/sms/twilio' })).statusCode).toBe(404);
  });

  it.each(['', '{}', '[]', '{"status":7}', '{"message_id":"1","status":"Delivered"}', 'not JSON'])(
    'that names no text of ours is acknowledged all the same: %j',
    async (payload) => {
      const signature = createHmac('sha512', SECRET).update(payload).digest('hex');
      const headers = { 'content-type': 'application/json', 'x-termii-signature': signature };
      const answer = await portal.app.inject({ method: 'POST', url: '/api/webhooks/sms/termii', headers, payload });
      expect(answer.statusCode).toBe(200);
    },
  );
});
