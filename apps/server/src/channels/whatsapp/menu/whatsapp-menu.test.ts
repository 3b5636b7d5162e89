import { createHmac } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { voucherPinOf, voucherSerial } from '@portal/kernel/billing/voucher-pin';
import { SANDBOX_WHATSAPP } from '@portal/sandbox/sandbox-options';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readNoticeTexts } from '../../../messaging/notices/read-notice-texts.ts';
import { issueVouchers } from '../../../testing/billing/voucher-testbed.ts';
import { buildTestApp } from '../../../testing/build-test-app.ts';
import type { Member } from '../../../testing/testbeds/chat-testbed.ts';
import { startWhatsAppTestbed, type WhatsAppTestbed } from '../../../testing/testbeds/whatsapp-testbed.ts';
import { english } from '../../menu/texts/menu-texts.en.ts';
import { hausa } from '../../menu/texts/menu-texts.ha.ts';

vi.setConfig({ testTimeout: 40_000, hookTimeout: 60_000 });

let bed: WhatsAppTestbed;
let agent: Member;
beforeAll(async () => {
  const mails = fileURLToPath(new URL('../../../messaging/notices/texts', import.meta.url));
  bed = await startWhatsAppTestbed({ noticeTexts: readNoticeTexts({ pages: mails, mails }) });
  agent = await bed.agent();
});
afterAll(() => bed.close());
beforeEach(() => bed.sandbox.clearFaults());

const soon = { timeout: 10_000, interval: 20 };
const OPENED = /^We have your message/;

const answersTo = (number: string) => bed.sandbox.whatsApp.messages(number).filter(({ from }) => from === 'business');
const titlesOf = ({ choices }: { readonly choices: readonly { readonly title: string }[] }) =>
  choices.map(({ title }) => title);

/** What the business says next, once all that was written is dealt with. */
async function nextAnswer(number: string, act: () => unknown) {
  const before = answersTo(number).length;
  act();
  return vi.waitFor(() => {
    const answer = answersTo(number)[before];
    if (!answer) throw new Error('no answer yet');
    return answer;
  }, soon);
}

const write = (number: string, text: string) =>
  nextAnswer(number, () => bed.sandbox.whatsApp.write(number, { type: 'text', text }));
const press = (number: string, choice: string) =>
  nextAnswer(number, () => {
    if (bed.sandbox.whatsApp.press(number, choice) === null) throw new Error(`nothing is called ${choice}`);
  });

/** Resolves once every event of a number is dealt with. */
async function dealtWith(number: string): Promise<void> {
  await bed.sandbox.whatsApp.settled();
  await vi.waitFor(async () => {
    const left = await bed.rows(`select from whatsapp_events where sender = $1 and state = 'stored'`, [number]);
    expect(left).toEqual([]);
  }, soon);
}

const numberOf = async (id: number): Promise<string> => {
  const [row] = await bed.rows('select number from accounts where id = $1', [id]);
  return String(row?.number);
};

/** A plan with a bill of NGN 25,000 that is due. */
async function owe({ id }: Member): Promise<void> {
  await bed.rows(
    `insert into user_subscriptions (user_id, plan_id, status, start_date, next_renewal, monthly_fee, anchor_day, paid_periods, created_at, updated_at)
     select $1, p.id, 'active', now(), now() + interval '20 days', p.price, 1, 1, now(), now() from service_plans p where p.name = 'Premium Fiber 100Mbps'`,
    [id],
  );
}

async function newVoucher(amount: number) {
  const call = async (who: Member, _method: string, url: string, body?: object) => {
    const answer = await who.browser.post(url, body ?? {});
    return { status: answer.statusCode, body: answer.json() };
  };
  const { number, pins } = await issueVouchers({ call } as never, agent as never, { count: 1, amount });
  return { pin: String(pins[0]), serial: voucherSerial(number, 1) };
}

const creditOf = async (who: Member): Promise<number> => (await who.browser.get('/api/user/credit')).json().balance;
const chatsOf = (number: string) => bed.chatsOf(agent, number);
/** The conversation of a number, once there is one. */
const chatFrom = (number: string) =>
  vi.waitFor(async () => {
    const [chat] = await chatsOf(number);
    if (!chat) throw new Error('no chat yet');
    return chat;
  }, soon);
const contents = async (chatId: string) => (await bed.messagesOf(agent, chatId)).map(({ content }) => content);

/** Who owes something and is said by staff to have a number, which they have not verified. */
async function identifiedByStaff() {
  const number = bed.number();
  const who = await bed.customer();
  await owe(who);
  await write(number, 'It is me, Bisi');
  const chat = await chatFrom(number);
  await bed.rows(`update chat_sessions set status = 'closed', closed_at = now() where id = $1`, [chat.id]);
  await bed.rows(`update chat_contacts set user_id = $2, linked_by = $3, linked_at = now() where address = $1`, [
    `+${number}`,
    who.id,
    agent.id,
  ]);
  return { number, who };
}

/** Everything that is stored of a number, as text. */
async function storedOf(number: string): Promise<string> {
  const events = await bed.rows('select * from whatsapp_events where sender = $1', [number]);
  const sessions = await bed.rows('select * from ussd_sessions where phone = $1', [`+${number}`]);
  const sends = await bed.rows('select * from whatsapp_sends where recipient = $1', [number]);
  const chats = await bed.rows(
    `select m.content from chat_messages m join chat_contact_sessions s on s.session_id = m.session_id
     join chat_contacts c on c.id = s.contact_id where c.address = $1`,
    [`+${number}`],
  );
  return JSON.stringify([events, sessions, sends, chats]);
}

describe('a customer with a verified number', () => {
  it('is shown the menu, sees the balance by one press, and no conversation is opened', async () => {
    const number = bed.number();
    await owe(await bed.customerWithNumber(number));
    const menu = await write(number, 'Good morning!');
    expect(menu.text).toMatch(/what can we do for you/);
    expect(titlesOf(menu)).toEqual([
      'Balance',
      'Pay',
      'Outage news',
      'Is my line on?',
      'Call me back',
      'Language',
      'Talk to somebody',
    ]);
    const balance = await press(number, 'Balance');
    expect(balance.text).toMatch(/Nothing to pay now\. Next: N25,000 on/);
    expect(titlesOf(balance)).toEqual(['Menu', 'Talk to somebody']);
    expect(titlesOf(await press(number, 'Menu'))).toHaveLength(7);
    expect((await press(number, 'Outage news')).text).toBe(english.noOutage);
    expect((await press(number, 'Is my line on?')).text).toContain(english.lineUnknown);
    await dealtWith(number);
    expect(await chatsOf(number)).toEqual([]);
    // Nothing of what the menu has answered is kept.
    const kept = await bed.rows(`select distinct raw from whatsapp_events where sender = $1`, [number]);
    expect(kept).toEqual([{ raw: '' }]);
  });

  it('may write words and numbers instead of pressing', async () => {
    const number = bed.number();
    await owe(await bed.customerWithNumber(number));
    expect((await write(number, 'bal')).text).toMatch(/Nothing to pay now/);
    await write(number, 'Menu');
    expect((await write(number, '1')).text).toMatch(/Nothing to pay now/);
    await write(number, 'menu');
    expect((await write(number, '8')).text).toMatch(/^Choose a number from the list\./);
  });

  it('is answered in the language that they choose, from then on', async () => {
    const number = bed.number();
    const who = await bed.customerWithNumber(number);
    await write(number, 'hi');
    expect(titlesOf(await press(number, 'Language'))).toContain('Hausa');
    const menu = await press(number, 'Hausa');
    expect(titlesOf(menu)).toContain("Ma'auni");
    expect(await bed.rows('select language from notification_choices where user_id = $1', [who.id])).toEqual([
      { language: 'ha' },
    ]);
    bed.sandbox.whatsApp.write(number, { type: 'text', text: 'Layina ya katse tun jiya' });
    await vi.waitFor(() => expect(answersTo(number).at(-1)?.text).toMatch(/^Mun samu saƙonka/), soon);
  });

  it('gets a link to pay in the chat, five in a day', async () => {
    const number = bed.number();
    const who = await bed.customerWithNumber(number);
    await owe(who);
    for (let count = 0; count < 5; count++) {
      await write(number, 'PAY');
      const link = await press(number, 'Payment link');
      expect(link.text).toMatch(/pay N25,000 here, once, by \d\d\/\d\d\/\d{4}: http:\/\/portal\.test\/pay#\S{20,}$/);
    }
    await write(number, 'PAY');
    expect((await press(number, 'Payment link')).text).toMatch(/^We cannot make a link/);
    expect(await bed.rows('select from payment_links where user_id = $1', [who.id])).toHaveLength(5);
    expect(
      await bed.rows(`select from outbox_messages where recipient = $1 and channel = 'sms'`, [`+${number}`]),
    ).toEqual([]);
  });

  it('asks for a call, once however often the press is reported', async () => {
    const number = bed.number();
    const who = await bed.customerWithNumber(number);
    await write(number, 'hi');
    const noted = await nextAnswer(number, () => bed.sandbox.whatsApp.press(number, 'Call me back', { copies: 4 }));
    expect(noted.text).toMatch(/^We will call you on 080/);
    await dealtWith(number);
    expect(answersTo(number)).toHaveLength(2);
    expect(await bed.rows('select from call_backs where user_id = $1', [who.id])).toHaveLength(1);
    expect((await write(number, 'CALL')).text).toMatch(/^We know already/);
  });
});

describe('a voucher', () => {
  it('pays by its PIN alone, once, is known to have come by WhatsApp, and its PIN is stored nowhere', async () => {
    const number = bed.number();
    const who = await bed.customerWithNumber(number);
    const { pin, serial } = await newVoucher(5000);
    const spelled = `${pin.slice(0, 4)} ${pin.slice(4, 8)} ${pin.slice(8)}`;
    const paid = await write(number, spelled);
    expect(paid.text).toMatch(/^Thank you\. N5,000 is paid for account \d{10}\. Receipt \S+/);
    expect(await creditOf(who)).toBe(5000);
    expect((await agent.browser.get(`/api/staff/vouchers/${serial}`)).json()).toMatchObject({
      status: 'used',
      via: 'whatsapp',
    });
    // The same answer again, and not the same money.
    expect((await write(number, `pay ${pin}`)).text).toBe(paid.text);
    expect(await creditOf(who)).toBe(5000);
    await dealtWith(number);
    const stored = await storedOf(number);
    expect(stored).not.toContain(pin);
    expect(stored).not.toContain(spelled);
  });

  it('of somebody without an account pays for the account whose number they give, and the name is masked', async () => {
    const number = bed.number();
    const who = await bed.customer();
    const { pin } = await newVoucher(3000);
    await write(number, 'hi');
    expect((await press(number, 'Pay')).text).toBe(english.askPayee);
    expect((await write(number, await numberOf(who.id))).text).toMatch(/^For B\*\*\*\* A\*\*\*\*\. /);
    expect((await write(number, `it is ${pin}, thank you`)).text).toMatch(/^Thank you\. N3,000/);
    expect(await creditOf(who)).toBe(3000);
    await dealtWith(number);
    expect(await storedOf(number)).not.toContain(pin);
  });

  it('is redeemed once where its answer could not be stored at first', async () => {
    const number = bed.number();
    const who = await bed.customerWithNumber(number);
    const { pin } = await newVoucher(2000);
    await bed.rows('alter table whatsapp_sends rename to whatsapp_sends_away');
    bed.sandbox.whatsApp.write(number, { type: 'text', text: `pay ${pin}` });
    await vi.waitFor(async () => {
      const [event] = await bed.rows('select attempts, state, raw from whatsapp_events where sender = $1', [number]);
      expect(event).toMatchObject({ attempts: 1, state: 'stored', raw: expect.stringMatching(/^sealed:/) });
    }, soon);
    await bed.rows('alter table whatsapp_sends_away rename to whatsapp_sends');
    bed.forward(120_000);
    bed.wakeJobs('whatsapp events');
    await vi.waitFor(() => expect(answersTo(number).at(-1)?.text).toMatch(/^Thank you\. N2,000/), soon);
    expect(await creditOf(who)).toBe(2000);
    expect(answersTo(number)).toHaveLength(1);
  });

  it('is guessed by nobody: wrong ones make a number wait', async () => {
    const number = bed.number();
    await bed.customerWithNumber(number);
    const { pin } = await newVoucher(1000);
    const seen = new Set<string>();
    for (let count = 0; count < 12; count++) {
      seen.add((await write(number, `PAY ${voucherPinOf(String(9_000_000_000 + count))}`)).text.replace(/\d+/g, '#'));
      if (seen.has(english.tooManyTries.replace('{minutes}', '#'))) break;
    }
    expect([...seen]).toContain(english.tooManyTries.replace('{minutes}', '#'));
    expect((await write(number, `pay ${pin}`)).text).toMatch(/^Too many wrong tries/);
  });
});

describe('somebody whose number is not verified', () => {
  const withPin = async () => {
    const who = await bed.customer();
    await bed.verify(who, bed.number());
    expect((await who.browser.put('/api/user/phone-pin', { pin: '2580' })).statusCode).toBe(200);
    return { who, account: await numberOf(who.id) };
  };

  it('sees an account by its number and phone PIN, and the PIN is stored nowhere', async () => {
    const number = bed.number();
    const { who, account } = await withPin();
    await owe(who);
    await write(number, 'hello');
    expect((await press(number, 'Balance')).text).toBe(english.askAccount);
    expect((await write(number, account)).text).toMatch(/^Type your phone PIN/);
    expect((await write(number, '2581')).text).toMatch(/^Account number or PIN is wrong\./);
    await write(number, account);
    expect((await write(number, 'My PIN is 2580, please')).text).toMatch(/Nothing to pay now/);
    // It is good for what they ask next, for a quarter of an hour.
    expect((await write(number, 'FAULT')).text).toContain(english.lineUnknown);
    bed.forward(15 * 60_000 + 1000);
    expect((await write(number, 'BAL')).text).toBe(english.askAccount);
    await dealtWith(number);
    expect(await storedOf(number)).not.toMatch(/2580|2581/);
    expect(await chatsOf(number)).toEqual([]);
  });

  it('whose PIN comes too late has it in no conversation', async () => {
    const number = bed.number();
    const { account } = await withPin();
    await write(number, 'BAL');
    await write(number, account);
    bed.forward(15 * 60_000 + 1000);
    const late = await write(number, '2580');
    expect(late.text).toContain(english.chatOld);
    expect(titlesOf(late)).toHaveLength(7);
    await dealtWith(number);
    expect(await storedOf(number)).not.toContain('2580');
  });

  it('hears of outages without saying who they are, in the language of their word', async () => {
    const number = bed.number();
    expect((await write(number, 'MATSALA')).text).toBe(hausa.askAccount);
    await press(number, 'Koma');
    expect((await press(number, 'Labarin katsewa')).text).toBe(hausa.noOutage);
  });

  it('whom staff have identified still needs the PIN for what the menu shows', async () => {
    const { number } = await identifiedByStaff();
    expect((await write(number, 'BAL')).text).toBe(english.askAccount);
  });

  it('whom staff have identified needs nothing more once they have verified the number', async () => {
    const { number, who } = await identifiedByStaff();
    await bed.verify(who, number);
    const consent = { consent: 'whatsapp', given: true, textVersion: '2' };
    expect((await who.browser.put('/api/user/privacy/consents', consent)).statusCode).toBe(200);
    expect((await write(number, 'BAL')).text).toMatch(/Nothing to pay now/);
    expect((await write(number, 'STOP')).text).toMatch(/no more notices on WhatsApp/);
    expect(
      await bed.rows('select given, source from consent_records where user_id = $1 order by id desc limit 1', [who.id]),
    ).toEqual([{ given: false, source: 'whatsapp' }]);
    expect(await bed.rows('select linked_by from chat_contacts where address = $1', [`+${number}`])).toEqual([
      { linked_by: null },
    ]);
  });

  it('who has the number after somebody does not go on where that one has stopped', async () => {
    const number = bed.number();
    const { who, account } = await withPin();
    await owe(who);
    await write(number, 'BAL');
    await write(number, account);
    expect((await write(number, '2580')).text).toMatch(/Nothing to pay now/);
    await bed.customerWithNumber(number);
    expect((await write(number, 'BAL')).text).toContain(english.noPlan);
  });
});

describe('somebody to talk to', () => {
  it('is called by a press; then all that is written is for them, and afterwards the menu is back', async () => {
    const number = bed.number();
    await owe(await bed.customerWithNumber(number));
    await write(number, 'hi');
    expect((await press(number, 'Talk to somebody')).text).toMatch(OPENED);
    const [chat] = await chatsOf(number);
    expect(chat).toMatchObject({ status: 'waiting' });
    const id = String(chat?.id);
    expect((await bed.accept(agent, id)).statusCode).toBe(200);
    for (const text of ['BAL', 'menu', '1', '123456789012']) {
      bed.sandbox.whatsApp.write(number, { type: 'text', text });
      await dealtWith(number);
    }
    // Also a button of before.
    bed.sandbox.whatsApp.press(number, 'Balance');
    await dealtWith(number);
    expect(await contents(id)).toEqual(['Talk to somebody', 'BAL', 'menu', '1', '123456789012', 'Balance']);
    expect(answersTo(number)).toHaveLength(2);
    expect((await agent.browser.post(`/api/staff/chats/${id}/close`, {})).statusCode).toBe(200);
    expect((await write(number, 'BAL')).text).toMatch(/Nothing to pay now/);
  });

  it.each([
    ['a long text', `My line is slow. ${'I have restarted the router. '.repeat(20)}`],
    ['emoji', '😡😡😡'],
    ['Cyrillic', 'Интернет не работает'],
    ['Chinese', '我的网络断了'],
    ['Arabic', 'الإنترنت لا يعمل'],
    ['a question', 'Balance of my account is wrong'],
  ])('reads %s, and one line says so', async (_what, text) => {
    const number = bed.number();
    expect((await write(number, text)).text).toMatch(OPENED);
    const [chat] = await chatsOf(number);
    expect(await contents(String(chat?.id))).toEqual([text]);
    bed.sandbox.whatsApp.write(number, { type: 'text', text: 'And more' });
    await dealtWith(number);
    expect(answersTo(number)).toHaveLength(1);
  });

  it('reads what comes while the menu waits for something else, and the menu does not go on there', async () => {
    const number = bed.number();
    await write(number, 'BAL');
    expect((await write(number, 'I do not know my number, who can help me?')).text).toMatch(OPENED);
    const [chat] = await chatsOf(number);
    const close = `update chat_sessions set status = 'closed', closed_at = now() where id = $1`;
    await bed.rows(close, [chat?.id]);
    expect((await write(number, '0010000009')).text).toMatch(OPENED);
  });

  it.each(['voice', 'picture', 'document'] as const)(
    'gets a %s that is sent outside of a conversation',
    async (sample) => {
      const number = bed.number();
      const opened = await nextAnswer(number, () => bed.sandbox.whatsApp.write(number, { type: 'file', sample }));
      expect(opened.text).toMatch(OPENED);
      const [chat] = await chatsOf(number);
      expect(await bed.messagesOf(agent, String(chat?.id))).toMatchObject([{ files: [{ name: expect.any(String) }] }]);
    },
  );
});

describe('what says nothing', () => {
  it('is answered by the menu once, however many come', async () => {
    const number = bed.number();
    const { whatsApp } = bed.sandbox;
    const first = await nextAnswer(number, () => whatsApp.write(number, { type: 'sticker' }));
    expect(first.text).toMatch(/in words.*\n\n.*what can we do for you/s);
    expect(titlesOf(first)).toHaveLength(7);
    for (let count = 0; count < 4; count++) whatsApp.write(number, { type: 'sticker' });
    whatsApp.write(number, { type: 'reaction' });
    whatsApp.write(number, { type: 'edit' });
    await dealtWith(number);
    expect(answersTo(number)).toHaveLength(1);
    expect(await chatsOf(number)).toEqual([]);
    expect((await press(number, 'Outage news')).text).toBe(english.noOutage);
    expect((await nextAnswer(number, () => whatsApp.write(number, { type: 'sticker' }))).text).toMatch(/in words/);
  });
});

describe('a press', () => {
  it('of an earlier message does what it says where it is of the first screen, and is shown the menu otherwise', async () => {
    const number = bed.number();
    const who = await bed.customerWithNumber(number);
    await owe(who);
    const menu = await write(number, 'hi');
    const pay = await press(number, 'Pay');
    const link = pay.choices.find(({ title }) => title === 'Payment link')?.id ?? '';
    expect((await press(number, link)).text).toMatch(/portal\.test\/pay#/);
    const again = await nextAnswer(number, () => bed.sandbox.whatsApp.press(number, link, { messageId: pay.id }));
    expect(again.text).toContain(english.chatOld);
    expect(await bed.rows('select from payment_links where user_id = $1', [who.id])).toHaveLength(1);
    const first = await nextAnswer(number, () => bed.sandbox.whatsApp.press(number, 'Balance', { messageId: menu.id }));
    expect(first.text).toMatch(/Nothing to pay now/);
  });

  it('that is shuffled among others, doubled and replayed has one effect', async () => {
    const number = bed.number();
    const who = await bed.customerWithNumber(number);
    const { pin } = await newVoucher(4000);
    await write(number, 'hi');
    for (const mode of ['shuffle', 'duplicate', 'shuffle'] as const) {
      bed.sandbox.addFault({ gateway: 'whatsapp', operation: 'webhook', mode, times: 1, reference: number });
    }
    bed.sandbox.whatsApp.press(number, 'Call me back', { copies: 2 });
    bed.sandbox.whatsApp.write(number, { type: 'text', text: `PAY ${pin}` }, { copies: 3 });
    bed.sandbox.whatsApp.press(number, 'Call me back', { copies: 2 });
    await dealtWith(number);
    await vi.waitFor(() => expect(answersTo(number)).toHaveLength(4), soon);
    expect(await bed.rows('select from call_backs where user_id = $1', [who.id])).toHaveLength(1);
    expect(await creditOf(who)).toBe(4000);
  });

  it('is taken by one of two instances, in its order', async () => {
    const other = await buildTestApp(
      { database: bed.database, owner: bed.poolConfig },
      { whatsApp: bed.whatsApp, clock: bed.clock },
    );
    other.startJobs();
    const number = bed.number();
    await owe(await bed.customerWithNumber(number));
    const at = Math.floor(bed.clock().getTime() / 1000);
    const post = (app: typeof bed.app, n: number) => {
      const message = { from: number, id: `wamid.${number}.${n}`, timestamp: String(at + n), type: 'interactive' };
      const reply = { id: 'menu:main:1', title: 'Balance' };
      const value = {
        metadata: { phone_number_id: SANDBOX_WHATSAPP.phoneNumberId },
        messages: [{ ...message, interactive: { type: 'list_reply', list_reply: reply } }],
      };
      const payload = JSON.stringify({ entry: [{ id: '1', changes: [{ field: 'messages', value }] }] });
      const signature = createHmac('sha256', SANDBOX_WHATSAPP.appSecrets[0]).update(payload).digest('hex');
      const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` };
      return app.inject({ method: 'POST', url: '/api/webhooks/whatsapp', headers, payload });
    };
    bed.sandbox.whatsApp.write(number, { type: 'text', text: 'hi' });
    await dealtWith(number);
    const screens = async () => {
      const [session] = await bed.rows('select entries from ussd_sessions where phone = $1', [`+${number}`]);
      return Number(session?.entries);
    };
    const before = await screens();
    for (let n = 1; n <= 10; n++) await Promise.all([post(bed.app, n), post(other.app, n), post(bed.app, n)]);
    await dealtWith(number);
    await vi.waitFor(() => expect(answersTo(number)).toHaveLength(11), soon);
    expect(await screens()).toBe(before + 10);
    await other.app.close();
  });
});

it('a machine that greets without end is answered sixty times a day, and then has a person', async () => {
  const number = bed.number();
  await write(number, 'hi');
  await bed.rows(
    `insert into whatsapp_sends (purpose, send_key, recipient, state, created_at)
     select 'answer', 'answer:flood:' || n, $1, 'delivered', $2 from generate_series(1, 59) n`,
    [number, bed.clock()],
  );
  bed.sandbox.whatsApp.write(number, { type: 'text', text: '4711' });
  await dealtWith(number);
  const [chat] = await chatsOf(number);
  expect(await contents(String(chat?.id))).toEqual(['••••']);
});
