import { defineMessage } from '@portal/kernel/messaging/message-descriptor';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { unpublishedSettings } from '../../testing/unpublished-settings.ts';
import { createQueueEmail } from '../email/queue-email.ts';

const queueEmail = createQueueEmail({}, unpublishedSettings);
let portal: TestPortal;
let customer: TestBrowser;
let userId: number;
beforeAll(async () => {
  portal = await startTestPortal();
  customer = portal.browser();
  userId = (await customer.register()).json().user.id;
});
afterAll(() => portal.close());

const CHOICES = '/api/user/notification-choices';
const NOTHING = { serviceUpdates: false, billReminders: false, promotionalOffers: false };
const RECIPIENT = 'bisi@mail.example';

/** Sends one mail of each category; returns which reached the outbox. */
async function mailsThatGoOut(round: string): Promise<string[]> {
  for (const category of ['account', 'service', 'bills', 'promotions'] as const) {
    const messageKey = `${round}:${category}`;
    await queueEmail(portal.database, {
      category,
      userId,
      messageKey,
      recipient: RECIPIENT,
      subject: category,
      parts: ['.'],
    });
  }
  const { rows } = await portal.pool.query(
    'select subject from outbox_messages where message_key like $1 order by id',
    [`${round}:%`],
  );
  return rows.map(({ subject }) => subject);
}

describe('a customer’s notification preferences', () => {
  it('are service updates and bill reminders, and no offers, until they choose', async () => {
    expect((await customer.get(CHOICES)).json()).toEqual({
      serviceUpdates: true,
      billReminders: true,
      promotionalOffers: false,
    });
    expect(await mailsThatGoOut('defaults')).toEqual(['account', 'service', 'bills']);
  });

  it('are stored, and apply to all mail but that about the account itself', async () => {
    const answer = await customer.put(CHOICES, NOTHING);
    expect(answer.json()).toEqual({ success: true, message: 'Your choices are saved.', choices: NOTHING });
    expect((await customer.get(CHOICES)).json()).toEqual(NOTHING);
    expect(await mailsThatGoOut('nothing')).toEqual(['account']);
    await customer.put(CHOICES, { ...NOTHING, promotionalOffers: true });
    expect(await mailsThatGoOut('offers')).toEqual(['account', 'promotions']);
  });

  it('are readable by the customer alone', async () => {
    const other = portal.browser();
    await other.register();
    await customer.put(CHOICES, NOTHING);
    expect((await other.get(CHOICES)).json()).toMatchObject({ serviceUpdates: true });
  });

  it('are refused when a kind is missing, and stay as they were', async () => {
    await customer.put(CHOICES, NOTHING);
    for (const odd of [{}, { ...NOTHING, billReminders: 'yes' }, { serviceUpdates: true }]) {
      expect((await customer.put(CHOICES, odd)).statusCode).toBe(422);
    }
    expect((await customer.put(CHOICES, { ...NOTHING, userId: 1 })).statusCode).toBe(200);
    expect((await customer.get(CHOICES)).json()).toEqual(NOTHING);
  });

  it('are saved when they are sent twice at once', async () => {
    const { browser } = { browser: portal.browser() };
    await browser.register();
    const answers = await Promise.all([browser.put(CHOICES, NOTHING), browser.put(CHOICES, NOTHING)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  });
});

describe('a mail in the outbox', () => {
  const mail = { category: 'account', messageKey: 'odd', recipient: RECIPIENT, parts: ['Text'] } as const;
  const stored = async (key: string) =>
    (await portal.pool.query('select * from outbox_messages where message_key = $1', [key])).rows;

  it('has its subject and its recipient on one line each, whatever was typed', async () => {
    await queueEmail(portal.database, {
      ...mail,
      recipient: 'bisi@mail.example\r\nBcc: all@mail.example',
      subject: `Hello\r\nBcc: all@mail.example\u2028${'x'.repeat(300)}`,
    });
    const [row] = await stored('odd');
    expect(row.subject).toMatch(/^Hello Bcc: all@mail\.example x+$/);
    expect(row.subject).toHaveLength(255);
    expect(row.recipient).not.toMatch(/[\r\n]/);
  });

  it('is stored once for one event, as text and as HTML', async () => {
    for (const subject of ['First', 'Second']) {
      await queueEmail(portal.database, { ...mail, messageKey: 'once', subject });
    }
    const rows = await stored('once');
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ subject: 'First', text: expect.stringMatching(/^Text\n/) });
    expect(rows[0].html).toContain('<h1');
  });
});

describe('a translated mail', () => {
  const speakYoruba = createQueueEmail(
    { yo: { 'Hello {name}': 'Ẹ káàbọ̀, {name}', 'Open my ticket': 'Ṣí tíkẹ́ẹ̀tì mi' } },
    unpublishedSettings,
  );
  const name = '<b>Bísí</b>';
  const parts = [
    defineMessage('Hello {name}', { name }),
    'Hello {name}',
    { button: { label: defineMessage('Open my ticket'), href: '/' } },
  ];
  async function mailTo(reader: number | undefined, key: string) {
    const about = { category: 'account', messageKey: key, recipient: RECIPIENT } as const;
    await speakYoruba(portal.database, {
      ...about,
      ...(reader === undefined ? {} : { userId: reader }),
      subject: defineMessage('Hello {name}', { name }),
      parts,
    });
    return (await portal.pool.query('select * from outbox_messages where message_key = $1', [key])).rows[0];
  }

  it('is in the language that its reader chose last, as text and as HTML, with names and values as they are', async () => {
    await customer.put('/api/user/language', { language: 'yo' });
    const mail = await mailTo(userId, 'in yoruba');
    expect(mail.subject).toBe('Ẹ káàbọ̀, <b>Bísí</b>');
    expect(mail.text).toMatch(/^Ẹ káàbọ̀, <b>Bísí<\/b>\n\nHello \{name\}\n\nṢí tíkẹ́ẹ̀tì mi:\n\//);
    expect(mail.html).toContain('<html lang="yo">');
    expect(mail.html).toContain('Ẹ káàbọ̀, &lt;b&gt;Bísí&lt;/b&gt;');
    expect(mail.html).not.toContain(name);
  });

  it('is in English for readers without an account or a choice, and where a translation is missing', async () => {
    const { user } = (await portal.browser().register()).json();
    for (const reader of [undefined, 0, user.id]) {
      const mail = await mailTo(reader, `to ${reader}`);
      expect(mail.subject).toBe('Hello <b>Bísí</b>');
      expect(mail.html).toContain('<html lang="en">');
    }
    await customer.put('/api/user/language', { language: 'ha' });
    expect((await mailTo(userId, 'in hausa')).subject).toBe('Hello <b>Bísí</b>');
  });
});

describe('the outbox of a machine without a mail server', () => {
  it('shows the HTML form beside the text, in a frame that runs no script', async () => {
    await queueEmail(portal.database, {
      category: 'account',
      messageKey: 'shown',
      recipient: 'shown@mail.example',
      subject: '"><script>alert(1)</script>',
      parts: ['See https://portal.test/x'],
    });
    const page = await portal.browser().get('/sandbox/outbox?to=shown@mail.example', { accept: 'text/html' });
    expect(page.headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
    );
    expect(page.payload).not.toContain('<script');
    const [, source = ''] =
      /<iframe[^>]*sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="([^"]*)"/.exec(page.payload) ?? [];
    expect(source).toContain('&lt;h1');
    expect(page.payload).toContain('<a href="https://portal.test/x">');
  });

  it('gives programs the text alone', async () => {
    const answer = await portal.browser().get('/sandbox/outbox?to=shown@mail.example');
    expect(answer.json()).toEqual([
      {
        channel: 'email',
        to: 'shown@mail.example',
        subject: '"><script>alert(1)</script>',
        text: expect.stringContaining('See https'),
        sentAt: expect.stringMatching(/Z$/),
      },
    ]);
  });
});
