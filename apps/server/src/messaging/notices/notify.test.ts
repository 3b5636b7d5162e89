import { type Notice, type NoticeKind, noticeTemplates } from '@portal/kernel/messaging/notices/notice';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SendSms, SmsOutcome } from '../../platform/outside/sms-sender.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { unpublishedIn, unpublishedSettings } from '../../testing/unpublished-settings.ts';
import { deliverMessages } from '../email/deliver-messages.ts';
import { createQueueEmail } from '../email/queue-email.ts';
import { deliverDueSms } from '../sms/deliver-sms.ts';
import { createNotify } from './create-notify.ts';

const queueEmail = createQueueEmail({}, unpublishedSettings);
let portal: TestPortal;
let customerId: number;
let email: string;
let key = 0;

beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  const { user } = (await portal.browser().register()).json();
  customerId = user.id;
  email = user.email;
  key++;
});

const NOON = new Date('2026-07-04T12:00:00+01:00');
const TEXTS = { yo: { 'You are connected again': 'A ti so ọ́ pọ̀ padà', 'Pay now': 'Sanwó nísinsìnyí' } };
const notifyWith = (canText: boolean) =>
  createNotify({
    unsubscribeAt: () => 'http://portal.test/unsubscribe/1',
    texts: TEXTS,
    settings: unpublishedIn(TEXTS),
    origin: 'https://portal.test',
    canText,
  });
const notify = notifyWith(true);

/** Fills every value that a kind needs. */
function noticeOf(kind: NoticeKind): Notice & { readonly key: string } {
  const { title, text, href } = noticeTemplates[kind];
  const names = `${title}${text}${href}`.matchAll(/\{(\w+)\}/g);
  const values = Object.fromEntries([...names].map(([, name = '']) => [name, `the ${name}`]));
  return { kind, customerId, values, key: `${kind}:event-${key}` } as unknown as Notice & { readonly key: string };
}

async function outbox(): Promise<{ channel: string; subject: string; text: string; html: string }[]> {
  const about = `:event-${key}(:|$)`;
  return (await portal.pool.query('select * from outbox_messages where message_key ~ $1 order by id', [about])).rows;
}
const bell = async () =>
  (await portal.pool.query('select kind, values from notices where user_id = $1', [customerId])).rows;
const verifyPhone = (phone: string) =>
  portal.pool.query('update users set phone = $1, phone_verified_at = now() where id = $2', [phone, customerId]);
const choose = (column: string) =>
  portal.pool.query(`insert into notification_choices (user_id, ${column}) values ($1, false)`, [customerId]);
const wantPromotions = () =>
  portal.pool.query('insert into notification_choices (user_id, promotional_offers) values ($1, true)', [customerId]);

describe('a notice', () => {
  it.each(Object.keys(noticeTemplates) as NoticeKind[])(
    '%s has all its values filled in, at the bell and in each message',
    async (kind) => {
      await verifyPhone('+2348031234567');
      await wantPromotions();
      await notify(portal.database, noticeOf(kind));
      expect(await bell()).toMatchObject([{ kind }]);
      const sent = await outbox();
      const { mail, sms } = noticeTemplates[kind];
      const channels = [...(sms === null ? [] : ['sms']), ...(mail && sms !== 'instead' ? ['email'] : [])];
      expect(sent.map(({ channel }) => channel)).toEqual(channels);
      for (const { subject, text, html } of sent) expect(`${subject}${text}${html}`).not.toMatch(/\{\w+\}|undefined/);
    },
  );

  it('is created once for one event, however often and by however many it is reported', async () => {
    await Promise.all(Array.from({ length: 10 }, () => notify(portal.database, noticeOf('bill-due'))));
    expect(await bell()).toHaveLength(1);
    expect(await outbox()).toHaveLength(1);
  });

  it('is not created when the transaction of its event is rolled back', async () => {
    const undone = portal.database.transaction(async (tx) => {
      await notify(tx, noticeOf('bill-due'));
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect([await bell(), await outbox()]).toEqual([[], []]);
  });

  it.each([
    ['bill-due', 'bill_reminders', []],
    ['bill-due-today', 'bill_reminders', ['sms', 'email']],
    ['outage-credited', 'service_updates', []],
    ['line-suspended', 'bill_reminders', ['sms', 'email']],
  ] as const)('%s is at the bell although %s are switched off; sent is %j', async (kind, choice, channels) => {
    await verifyPhone('+2348031234567');
    await choose(choice);
    await notify(portal.database, noticeOf(kind));
    expect(await bell()).toHaveLength(1);
    expect((await outbox()).map(({ channel }) => channel)).toEqual(channels);
  });

  it('is mailed in the language of its reader, and in English where a translation is missing', async () => {
    await portal.pool.query("insert into notification_choices (user_id, language) values ($1, 'yo')", [customerId]);
    await notify(portal.database, noticeOf('line-restored'));
    const [mail] = await outbox();
    expect(mail?.subject).toBe('A ti so ọ́ pọ̀ padà');
    expect(mail?.text).toContain('Thank you. the plan is paid until the until.');
    expect(mail?.html).toContain('lang="yo"');
    expect(mail?.text).toContain('https://portal.test/login?next=%2Fdashboard');
  });

  it('is created together with a mail that another context writes', async () => {
    const { key: messageKey, ...notice } = noticeOf('payment-in-review');
    const mail = {
      messageKey,
      recipient: email,
      subject: 'Checked',
      parts: ['.'],
      category: 'account',
      notice,
    } as const;
    for (let times = 0; times < 2; times++) await queueEmail(portal.database, mail);
    expect(await bell()).toMatchObject([{ kind: 'payment-in-review', values: { reference: 'the reference' } }]);
    expect((await outbox()).map(({ subject }) => subject)).toEqual(['Checked']);
  });
});

describe('a text in place of a mail', () => {
  const deliver = (outcome: SmsOutcome) => {
    const sendSms: SendSms = async () => outcome;
    return deliverDueSms({
      database: portal.database,
      sendSms,
      clock: () => NOON,
      isQuiet: () => false,
      onFailure: () => {},
      onLateDelivery: async () => {},
    });
  };

  it('goes to a verified number, and as a mail, once, when do-not-disturb blocks it', async () => {
    await verifyPhone('+2348031234567');
    await notify(portal.database, noticeOf('line-restored'));
    expect((await outbox()).map(({ channel }) => channel)).toEqual(['sms']);
    await deliver({ kind: 'refused', reason: 'do-not-disturb' });
    await deliver({ kind: 'refused', reason: 'do-not-disturb' });
    const [sms, mail] = await outbox();
    expect(sms).toMatchObject({ channel: 'sms', text: '', given_up_at: expect.any(Date), fallback: null });
    expect(mail).toMatchObject({
      channel: 'email',
      recipient: email,
      subject: 'You are connected again',
      sent_at: null,
    });
    expect(await outbox()).toHaveLength(2);
  });

  it('is also mailed when no provider accepted it in time', async () => {
    await verifyPhone('+2348031234567');
    await notify(portal.database, noticeOf('line-restored'));
    await portal.pool.query('update outbox_messages set expires_at = now() where recipient = $1', ['+2348031234567']);
    await deliver({ kind: 'taken' });
    expect((await outbox()).map(({ channel }) => channel)).toEqual(['sms', 'email']);
  });

  it('is not mailed once a provider accepted it', async () => {
    await verifyPhone('+2348031234567');
    await notify(portal.database, noticeOf('line-restored'));
    await deliver({ kind: 'taken' });
    expect(await outbox()).toMatchObject([{ channel: 'sms', text: '', fallback: null, given_up_at: null }]);
  });

  it('is a mail where no number is verified, or no SMS provider is configured', async () => {
    await notify(portal.database, noticeOf('line-restored'));
    expect((await outbox()).map(({ channel }) => channel)).toEqual(['email']);
    key++;
    await verifyPhone('+2348031234567');
    await notifyWith(false)(portal.database, noticeOf('line-restored'));
    expect((await outbox()).map(({ channel }) => channel)).toEqual(['email']);
  });
});

describe('a promotion', () => {
  it('waits until the quiet hours are over; a bill does not wait', async () => {
    await portal.pool.query('delete from outbox_messages');
    await wantPromotions();
    const mail = { userId: customerId, recipient: email, parts: ['.'] };
    await queueEmail(portal.database, {
      ...mail,
      category: 'promotions',
      messageKey: `offer:${key}`,
      subject: 'Offer',
    });
    await queueEmail(portal.database, { ...mail, category: 'bills', messageKey: `bill:${key}`, subject: 'Bill' });
    const sent: string[] = [];
    const { now } = (await portal.pool.query<{ now: Date }>("select now() + interval '1 second' as now")).rows[0] ?? {
      now: NOON,
    };
    const deps = {
      database: portal.database,
      sendEmail: async ({ subject }: { subject: string }) => void sent.push(subject),
      clock: () => now,
      onFailure: () => {},
    };
    await deliverMessages({ ...deps, isQuiet: () => true });
    expect(sent).toEqual(['Bill']);
    await deliverMessages({ ...deps, isQuiet: () => false });
    expect(sent).toEqual(['Bill', 'Offer']);
  });

  it('waits for the end of the quiet hours as a notice too, by mail and by text', async () => {
    await portal.pool.query('delete from outbox_messages');
    await verifyPhone('+2348031234567');
    await wantPromotions();
    const template = noticeTemplates['line-restored'];
    const { category } = template;
    Object.assign(template, { category: 'promotions' });
    try {
      key++;
      await notify(portal.database, noticeOf('line-restored'));
    } finally {
      Object.assign(template, { category });
    }
    const { rows } = await portal.pool.query('select channel, promotional from outbox_messages order by channel');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ promotional }) => promotional)).toBe(true);
  });
});
