import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { deliverMessages } from './deliver-messages.ts';
import { queueEmail } from './queue-email.ts';

let portal: TestPortal;
let now: Date;

beforeAll(async () => {
  portal = await startTestPortal();
});
beforeEach(async () => {
  now = (await portal.pool.query<{ now: Date }>('select now()')).rows[0]?.now ?? now;
  await portal.pool.query('delete from outbox_messages');
  for (const number of [1, 2, 3]) {
    const subject = `Mail ${number}`;
    await queueEmail(portal.database, { messageKey: subject, recipient: 'bisi@mail.example', subject, text: '.' });
  }
});
afterAll(() => portal.close());

function deliver(sendEmail: (mail: { subject: string }) => Promise<void>, signal?: AbortSignal) {
  const clock = () => new Date(now.getTime() + 1000);
  return deliverMessages({ database: portal.database, sendEmail, clock, onFailure: () => {} }, signal);
}

describe('the outbox', () => {
  it('delivers each mail once, also when two instances deliver at the same time', async () => {
    const sent: string[] = [];
    const note = async ({ subject }: { subject: string }) => void sent.push(subject);
    await Promise.all([deliver(note), deliver(note)]);
    await deliver(note);
    expect(sent.sort()).toEqual(['Mail 1', 'Mail 2', 'Mail 3']);
  });

  it('keeps a mail that was not taken and tries it again after a minute, without holding up the others', async () => {
    const sent: string[] = [];
    await deliver(async ({ subject }) => {
      if (subject === 'Mail 1') throw new Error('451 later');
      sent.push(subject);
    });
    expect(sent).toEqual(['Mail 2', 'Mail 3']);
    expect(await deliver(async () => {})).toBe(0);
    now = new Date(now.getTime() + 60_000);
    expect(await deliver(async ({ subject }) => void sent.push(subject))).toBe(1);
    expect(sent).toEqual(['Mail 2', 'Mail 3', 'Mail 1']);
  });

  it('begins no other mail once the portal closes; the rest goes out after the next start', async () => {
    const closing = new AbortController();
    expect(await deliver(async () => closing.abort(), closing.signal)).toBe(1);
    expect(await deliver(async () => {})).toBe(2);
  });
});
