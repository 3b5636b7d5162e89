import { hash } from 'node:crypto';
import { type Consent, consentWording, marketingConsents } from '@portal/contract/messaging/consents';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStaff } from '../../testing/staff-browser.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { startTestPortal, TEST_SESSION_SECRET, type TestPortal } from '../../testing/test-portal.ts';
import { unpublishedSettings } from '../../testing/unpublished-settings.ts';
import { deliverMessages } from '../email/deliver-messages.ts';
import { createNotify } from '../notices/create-notify.ts';
import { deliverDuePushes } from '../push/deliver-push.ts';
import { deliverDueSms } from '../sms/deliver-sms.ts';
import { changeConsents } from './change-consents.ts';
import { readUnsubscribeToken, unsubscribeAddress } from './unsubscribe-link.ts';

const CONSENTS = '/api/user/privacy/consents';
const CHOICES = '/api/user/notification-choices';
const unsubscribeAt = (userId: number) => unsubscribeAddress('http://portal.test', TEST_SESSION_SECRET, userId);

let portal: TestPortal;
let now: Date;
beforeAll(async () => {
  portal = await startTestPortal();
  now =
    (await portal.pool.query<{ now: Date }>("select now() + interval '1 minute' as now")).rows[0]?.now ?? new Date(0);
});
afterAll(() => portal.close());

type Person = { readonly browser: TestBrowser; readonly id: number };

async function newPerson(): Promise<Person> {
  const browser = portal.browser();
  return { browser, id: (await browser.register()).json().user.id };
}
const say = ({ browser }: Person, consent: Consent, given: boolean, textVersion: string = consentWording.version) =>
  browser.put(CONSENTS, { consent, given, textVersion });
const given = async ({ browser }: Person): Promise<Consent[]> =>
  (await browser.get(CONSENTS))
    .json()
    .consents.flatMap((one: { consent: Consent; given: boolean }) => (one.given ? [one.consent] : []));
const history = async ({ browser }: Person) => (await browser.get(CONSENTS)).json().history;

describe('what somebody consents to', () => {
  it('is nothing until they say so, and what they said last, with a log of when and where', async () => {
    const person = await newPerson();
    expect((await person.browser.get(CONSENTS)).json()).toEqual({
      consents: marketingConsents.map((consent) => ({ consent, given: false, since: null })),
      history: [],
    });
    await say(person, 'marketing-email', true);
    await say(person, 'marketing-sms', true);
    await say(person, 'marketing-sms', true);
    await say(person, 'marketing-email', false);
    expect(await given(person)).toEqual(['marketing-sms']);
    expect(await history(person)).toMatchObject([
      {
        consent: 'marketing-email',
        given: false,
        source: 'profile',
        textVersion: '2',
        at: expect.stringMatching(/Z$/),
      },
      { consent: 'marketing-sms', given: true },
      { consent: 'marketing-email', given: true },
    ]);
  });

  it('is given only to the wording that they have read, and taken back whichever it was', async () => {
    const person = await newPerson();
    await say(person, 'marketing-push', true);
    expect((await say(person, 'marketing-email', true, '0')).json()).toMatchObject({
      message: expect.stringContaining('wording has changed'),
    });
    expect((await say(person, 'marketing-push', false, '0')).statusCode).toBe(200);
    expect(await given(person)).toEqual([]);
    for (const odd of [
      {},
      { consent: 'all', given: true, textVersion: '1' },
      { consent: 'marketing-sms', given: 'no' },
    ])
      expect((await person.browser.put(CONSENTS, odd)).statusCode).toBe(422);
  });

  it('has a wording whose version counts up with each change', () => {
    expect([consentWording.version, hash('sha256', JSON.stringify(consentWording)).slice(0, 12)]).toEqual([
      '2',
      'd68452402bb2',
    ]);
  });

  it('is switched on and off for every channel with promotional offers, which a partial yes leaves on', async () => {
    const person = await newPerson();
    const choices = { serviceUpdates: true, billReminders: true };
    await person.browser.put(CHOICES, { ...choices, promotionalOffers: true });
    expect(await given(person)).toEqual([...marketingConsents]);
    await say(person, 'marketing-sms', false);
    expect((await person.browser.get(CHOICES)).json()).toMatchObject({ promotionalOffers: true });
    await person.browser.put(CHOICES, { ...choices, billReminders: false, promotionalOffers: true });
    expect(await given(person)).toEqual(['marketing-email', 'marketing-push']);
    await person.browser.put(CHOICES, { ...choices, promotionalOffers: false });
    expect(await given(person)).toEqual([]);
  });

  it('ends altogether with an objection, at the profile or by staff, who cannot consent for them', async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    for (const person of [one, other]) for (const consent of marketingConsents) await say(person, consent, true);
    expect((await one.browser.post('/api/user/privacy/objection', {})).statusCode).toBe(200);
    const staff = await createStaff(portal);
    const told = () => staff.browser.post(`/api/staff/customers/${other.id}/objection`, {});
    expect([(await told()).statusCode, (await told()).statusCode]).toEqual([200, 200]);
    expect([await given(one), await given(other)]).toEqual([[], []]);
    expect((await history(other))[0]).toMatchObject({ given: false, source: 'staff' });
    const audit = await portal.pool.query("select actor_id from audit_records where action = 'customer.objection'");
    expect(audit.rows).toEqual([{ actor_id: staff.id }]);
    expect((await staff.browser.post('/api/staff/customers/2147483647/objection', {})).statusCode).toBe(404);
  });

  it('cannot be rewritten', async () => {
    await say(await newPerson(), 'marketing-email', true);
    for (const statement of [
      'update consent_records set given = true',
      'delete from consent_records',
      'truncate consent_records',
    ])
      await expect(portal.pool.query(statement), statement).rejects.toThrow('only added to');
  });

  it('is logged when it is chosen at an instance of the release before, which sees what is chosen here', async () => {
    const person = await newPerson();
    const mirror = async () =>
      (await portal.pool.query('select promotional_offers from notification_choices where user_id = $1', [person.id]))
        .rows[0]?.promotional_offers;
    await portal.pool.query(`insert into notification_choices (user_id, promotional_offers) values ($1, true)`, [
      person.id,
    ]);
    expect(await given(person)).toEqual([...marketingConsents]);
    await say(person, 'marketing-push', false);
    expect(await mirror()).toBe(false);
    await say(person, 'marketing-push', true);
    expect(await mirror()).toBe(true);
    await portal.pool.query('update notification_choices set promotional_offers = false where user_id = $1', [
      person.id,
    ]);
    expect(await given(person)).toEqual([]);
    expect(await history(person)).toHaveLength(8);
  });
});

const notify = createNotify({
  texts: {},
  origin: 'http://portal.test',
  settings: unpublishedSettings,
  canText: true,
  unsubscribeAt,
});
let offers = 0;

/** Queues an offer to the person, as an announcement does; a text, too. */
async function queueOffer(
  queryable: typeof portal.database | Parameters<Parameters<typeof portal.database.transaction>[0]>[0],
  { id }: Person,
) {
  offers++;
  const values = { title: `Offer ${offers}`, text: 'Half price.', link: '/dashboard' };
  await notify(queryable, { kind: 'offer-announced', customerId: id, values, key: `offer:${offers}` });
}

async function deliver(
  onMail: (mail: { recipient: string; unsubscribeAt?: string | null }) => Promise<void> = async () => {},
) {
  const sent: string[] = [];
  const deps = { database: portal.database, clock: () => now, isQuiet: () => false, onFailure: () => {} };
  await deliverMessages({
    ...deps,
    unsubscribeAt,
    sendEmail: async (mail) => {
      await onMail(mail);
      sent.push(mail.recipient);
    },
  });
  await deliverDuePushes({
    ...deps,
    texts: {},
    settings: unpublishedSettings,
    sendPush: async () => {
      sent.push('push');
      return { kind: 'taken' };
    },
  });
  await deliverDueSms({
    ...deps,
    sendSms: async ({ text }) => {
      sent.push(text);
      return { kind: 'taken' };
    },
    onLateDelivery: async () => {},
  });
  return sent;
}

/** Somebody who gets offers by every channel, and nothing else waits for them. */
async function reachable(): Promise<Person & { readonly email: string }> {
  const person = await newPerson();
  for (const consent of marketingConsents) await say(person, consent, true);
  const { email } = (await person.browser.get('/api/user')).json();
  await portal.pool.query(
    `insert into push_subscriptions (user_id, sid, endpoint, p256dh, auth) values ($1, 'none', $2, 'k', 'a')`,
    [person.id, `https://push.example/${person.id}`],
  );
  await portal.pool.query('delete from outbox_messages');
  return { ...person, email };
}

describe('an offer that waits in the outbox', () => {
  it('is sent by each channel that is consented to at that moment, and by no other', async () => {
    const person = await reachable();
    await queueOffer(portal.database, person);
    await say(person, 'marketing-push', false);
    expect(await deliver()).toEqual([person.email]);
    await queueOffer(portal.database, person);
    await say(person, 'marketing-email', false);
    expect(await deliver()).toEqual([]);
    const { rows } = await portal.pool.query(
      "select channel, text = '' as forgotten, given_up_at is not null as is_given_up, failed_at from outbox_messages where sent_at is null",
    );
    expect(rows).toEqual([
      { channel: 'push', forgotten: true, is_given_up: true, failed_at: null },
      { channel: 'email', forgotten: true, is_given_up: true, failed_at: null },
    ]);
  });

  it('is not sent when its consent ends between two attempts', async () => {
    const person = await reachable();
    await queueOffer(portal.database, person);
    await say(person, 'marketing-push', false);
    await deliver(async () => {
      await say(person, 'marketing-email', false);
      throw new Error('451 later');
    });
    now = new Date(now.getTime() + 3_600_000);
    expect(await deliver()).toEqual([]);
  });

  it('is not sent when it was written by somebody who had not seen the withdrawal yet', async () => {
    const person = await reachable();
    await portal.database.transaction(async (tx) => {
      await queueOffer(tx, person);
      // Committed by another connection while the offer is not.
      await person.browser.post('/api/user/privacy/objection', {});
    });
    const { rows } = await portal.pool.query('select channel from outbox_messages order by channel');
    expect(rows).toEqual([{ channel: 'email' }, { channel: 'push' }]);
    expect(await deliver()).toEqual([]);
  });

  it('is not texted once texts are withdrawn, also where it does not say whom it is for', async () => {
    const person = await reachable();
    const queue = (userId: number | null) =>
      portal.pool.query(
        `insert into outbox_messages (message_key, channel, recipient, text, promotional, user_id) values ($1, 'sms', '+2348031234567', 'Half price', true, $2)`,
        [`text:${offers++}`, userId],
      );
    await queue(person.id);
    expect(await deliver()).toEqual(['Half price']);
    await queue(null);
    await queue(person.id);
    await portal.database.transaction((tx) =>
      changeConsents(tx, {
        userId: person.id,
        change: { 'marketing-sms': false },
        source: 'profile',
        actorId: person.id,
        now,
      }),
    );
    expect(await deliver()).toEqual([]);
  });
});

describe('the link at the end of a mail with an offer', () => {
  it('is also for the mail program’s own button', async () => {
    const person = await reachable();
    await queueOffer(portal.database, person);
    const { rows } = await portal.pool.query("select text, html from outbox_messages where channel = 'email'");
    const link = unsubscribeAt(person.id);
    expect([rows[0].text.includes(link), rows[0].html.includes(link)]).toEqual([true, true]);
    const headers: (string | null | undefined)[] = [];
    await deliver(async (mail) => void headers.push(mail.unsubscribeAt));
    expect(headers).toEqual([link]);
  });

  it('changes nothing when it is opened, and ends offers by mail with one click, signed in or not', async () => {
    const person = await reachable();
    const stranger = portal.browser();
    const path = unsubscribeAt(person.id).replace('http://portal.test', '');
    const opened = await stranger.get(path);
    expect(opened.body).toContain('<form method="post">');
    expect(opened.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
    expect(await given(person)).toEqual([...marketingConsents]);
    const click = () =>
      portal.app.inject({
        method: 'POST',
        url: path,
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
        payload: 'List-Unsubscribe=One-Click',
      });
    expect([(await click()).statusCode, (await click()).statusCode]).toEqual([200, 200]);
    expect(await given(person)).toEqual(['marketing-sms', 'marketing-push']);
    expect((await history(person))[0]).toMatchObject({ given: false, source: 'unsubscribe-link' });
  });

  it('works for nobody else, and for nothing that we have not signed', async () => {
    const person = await reachable();
    const token = unsubscribeAt(person.id).split('/').at(-1) ?? '';
    const forged = [
      `${person.id + 1}${token.slice(token.indexOf('.'))}`,
      token.slice(0, -1),
      `${token}A`,
      `0${token}`,
      'x',
      '%00',
    ];
    for (const wrong of forged) {
      expect(readUnsubscribeToken(TEST_SESSION_SECRET, wrong), wrong).toBeNull();
      const answer = await portal.app.inject({ method: 'POST', url: `/unsubscribe/${encodeURIComponent(wrong)}` });
      expect(answer.statusCode, wrong).toBe(404);
    }
    expect(await given(person)).toEqual([...marketingConsents]);
  });
});
