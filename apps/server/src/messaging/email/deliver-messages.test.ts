import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MailRefusedForGood } from '../../platform/outside/mail-refused.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { unpublishedSettings } from '../../testing/unpublished-settings.ts';
import { deliverMessages } from './deliver-messages.ts';
import { createQueueEmail } from './queue-email.ts';

const queueEmail = createQueueEmail({}, unpublishedSettings);
let portal: TestPortal;
let now: Date;

beforeAll(async () => {
  portal = await startTestPortal();
});
beforeEach(async () => {
  now = (await portal.pool.query<{ now: Date }>('select now()')).rows[0]?.now ?? now;
  await portal.pool.query('delete from outbox_messages');
  givenUp.length = 0;
  for (const number of [1, 2, 3]) {
    const subject = `Mail ${number}`;
    await queueEmail(portal.database, {
      category: 'account',
      messageKey: subject,
      recipient: 'bisi@mail.example',
      subject,
      parts: ['.'],
    });
  }
});
afterAll(() => portal.close());

const DAY_MS = 24 * 3_600_000;
const givenUp: boolean[] = [];

function deliver(sendEmail: (mail: { subject: string }) => Promise<void>, signal?: AbortSignal) {
  const clock = () => new Date(now.getTime() + 1000);
  const onFailure = (_error: unknown, _messageId: number, isGivenUp: boolean) => void givenUp.push(isGivenUp);
  return deliverMessages({ database: portal.database, sendEmail, clock, isQuiet: () => false, onFailure }, signal);
}

async function rows(): Promise<{ subject: string; text: string; html: string | null; given_up_at: Date | null }[]> {
  return (await portal.pool.query('select * from outbox_messages order by id')).rows;
}

describe('the outbox', () => {
  it('delivers each mail once, also when two instances deliver at the same time', async () => {
    const sent: string[] = [];
    const note = async ({ subject }: { subject: string }) => void sent.push(subject);
    await Promise.all([deliver(note), deliver(note)]);
    await deliver(note);
    expect(sent.sort()).toEqual(['Mail 1', 'Mail 2', 'Mail 3']);
  });

  it('retries a mail that was not accepted after a minute, without delaying the others', async () => {
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

  it('starts no other mail once the portal closes; the rest goes out after the next start', async () => {
    const closing = new AbortController();
    expect(await deliver(async () => closing.abort(), closing.signal)).toBe(1);
    expect(await deliver(async () => {})).toBe(2);
  });

  it('does not retry what the server refuses for good, and sends the rest', async () => {
    await deliver(async ({ subject }) => {
      if (subject === 'Mail 1') throw new MailRefusedForGood('550 no such user');
    });
    expect(givenUp).toEqual([true]);
    now = new Date(now.getTime() + 2 * DAY_MS);
    expect(await deliver(async () => {})).toBe(0);
    expect((await rows()).map((row) => row.given_up_at !== null)).toEqual([true, false, false]);
  });

  it('gives up a mail that no server accepted for three days, and not before', async () => {
    const notToday = async () => {
      throw new Error('451 later');
    };
    now = new Date(now.getTime() + 3 * DAY_MS - 60_000);
    expect(await deliver(notToday)).toBe(3);
    expect(givenUp).toEqual([false, false, false]);
    now = new Date(now.getTime() + 60_000);
    expect(await deliver(notToday)).toBe(3);
    expect(givenUp.slice(3)).toEqual([true, true, true]);
    now = new Date(now.getTime() + DAY_MS);
    expect(await deliver(async () => {})).toBe(0);
  });

  it('deletes the content of a mail once it is sent', async () => {
    expect((await rows()).every(({ text, html }) => text !== '' && html !== null)).toBe(true);
    await deliver(async () => {});
    expect(await rows()).toMatchObject(
      ['Mail 1', 'Mail 2', 'Mail 3'].map((subject) => ({ subject, text: '', html: null })),
    );
  });

  it('never sends a text message as a mail', async () => {
    await portal.pool.query("update outbox_messages set channel = 'sms'");
    expect(await deliver(async () => {})).toBe(0);
  });
});
