import { createHmac } from 'node:crypto';
import { SANDBOX_WHATSAPP } from '@portal/sandbox/sandbox-options';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildTestApp } from '../../testing/build-test-app.ts';
import type { Member } from '../../testing/testbeds/chat-testbed.ts';
import { startWhatsAppTestbed, type WhatsAppTestbed } from '../../testing/testbeds/whatsapp-testbed.ts';
import { claimEvents, insertEvents } from './events/event.repository.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let bed: WhatsAppTestbed;
let agent: Member;
beforeAll(async () => {
  bed = await startWhatsAppTestbed();
  agent = await bed.agent();
});
afterAll(() => bed.close());
beforeEach(() => bed.sandbox.clearFaults());

const soon = { timeout: 10_000, interval: 20 };

/** The one chat from a number, once there is one. */
async function chatFrom(number: string) {
  return vi.waitFor(async () => {
    const [chat, ...others] = await bed.chatsOf(agent, number);
    if (!chat || others.length > 0) throw new Error(`${others.length + (chat ? 1 : 0)} chats`);
    return chat;
  }, soon);
}

async function contents(chatId: string): Promise<string[]> {
  return (await bed.messagesOf(agent, chatId)).map(({ content }) => content);
}

/** What the telephone has got from the business. */
const answersTo = (number: string) => bed.sandbox.whatsApp.messages(number).filter(({ from }) => from === 'business');

async function acceptedChat(number: string, text = 'My line is down') {
  bed.sandbox.whatsApp.write(number, { type: 'text', text });
  const chat = await chatFrom(number);
  expect((await bed.accept(agent, chat.id)).statusCode).toBe(200);
  return chat.id;
}

const webhook = (body: object | string, secret: string = SANDBOX_WHATSAPP.appSecrets[0]) => {
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  const signature = `sha256=${createHmac('sha256', secret).update(payload).digest('hex')}`;
  return bed.app.inject({
    method: 'POST',
    url: '/api/webhooks/whatsapp',
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
    payload,
  });
};

const change = (value: object) => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: 'WABA',
      changes: [
        { field: 'messages', value: { metadata: { phone_number_id: SANDBOX_WHATSAPP.phoneNumberId }, ...value } },
      ],
    },
  ],
});
const secondsNow = () => Math.floor(bed.clock().getTime() / 1000);
const textMessage = (from: string, id: string, body: string, seconds = secondsNow()) => ({
  from,
  id,
  timestamp: String(seconds),
  type: 'text',
  text: { body },
});

describe('the webhook', () => {
  it('answers the challenge of who knows the verify token, and nobody else', async () => {
    const ask = (token: string) =>
      bed.app.inject(`/api/webhooks/whatsapp?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1158201444`);
    const right = await ask(SANDBOX_WHATSAPP.verifyToken);
    expect([right.statusCode, right.body]).toEqual([200, '1158201444']);
    expect((await ask('a guess')).statusCode).toBe(403);
  });

  it('refuses what is not signed over these bytes, and stores nothing of it', async () => {
    const number = bed.number();
    const body = change({ messages: [textMessage(number, 'wamid.forged', 'Hello')] });
    expect((await webhook(body, 'somebody else’s secret')).statusCode).toBe(401);
    const unsigned = await bed.app.inject({ method: 'POST', url: '/api/webhooks/whatsapp', payload: body });
    expect(unsigned.statusCode).toBe(401);
    const changed = `${JSON.stringify(body)} `;
    const signature = `sha256=${createHmac('sha256', SANDBOX_WHATSAPP.appSecrets[0]).update(JSON.stringify(body)).digest('hex')}`;
    const other = await bed.app.inject({
      method: 'POST',
      url: '/api/webhooks/whatsapp',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
      payload: changed,
    });
    expect(other.statusCode).toBe(401);
    expect(await bed.rows('select from whatsapp_events where sender = $1', [number])).toEqual([]);
  });

  it('takes what it cannot read with 200, keeps it as it came, and goes on', async () => {
    const bodies = [
      '',
      'null',
      '[]',
      '{"object":"whatsapp_business_account"}',
      '{"entry":[{"changes":[{"field":1}]}]}',
      '\u0000',
    ];
    for (const body of bodies) expect((await webhook(body)).statusCode).toBe(200);
    const stored = await bed.rows(`select raw from whatsapp_events where kind = 'unreadable' and state = 'parked'`);
    expect(stored.map(({ raw }) => Buffer.from(String(raw).slice(7), 'base64').toString()).sort()).toEqual(
      bodies.sort(),
    );
  });

  it('stores a message once, however often and in whatever batch it comes', async () => {
    const number = bed.number();
    const one = textMessage(number, `wamid.${number}.1`, 'First');
    const two = textMessage(number, `wamid.${number}.2`, 'Second');
    await Promise.all([1, 2, 3, 4].map(() => webhook(change({ messages: [one] }))));
    await webhook(change({ messages: [two, one] }));
    await webhook(change({ messages: [one, two, two] }));
    const { id } = await chatFrom(number);
    await vi.waitFor(async () => expect(await contents(id)).toEqual(['First', 'Second']), soon);
  });

  it('puts the messages of one batch into the order in which they were written', async () => {
    const number = bed.number();
    const at = secondsNow();
    const messages = [3, 1, 2].map((n) => textMessage(number, `wamid.${number}.${n}`, `Number ${n}`, at + n));
    await webhook(change({ messages }));
    const { id } = await chatFrom(number);
    await vi.waitFor(async () => expect(await contents(id)).toEqual(['Number 1', 'Number 2', 'Number 3']), soon);
  });

  it('lets be what is for another line', async () => {
    const number = bed.number();
    const body = change({
      metadata: { phone_number_id: '999' },
      messages: [textMessage(number, `wamid.${number}`, 'Hi')],
    });
    expect((await webhook(body)).statusCode).toBe(200);
    await vi.waitFor(async () => {
      expect(await bed.rows('select state from whatsapp_events where sender = $1', [number])).toEqual([
        { state: 'done' },
      ]);
    }, soon);
    expect(await bed.chatsOf(agent, number)).toEqual([]);
  });
});

describe('somebody who writes', () => {
  it('is answered from the inbox, and reads it on their telephone', async () => {
    const number = bed.number();
    const chatId = await acceptedChat(number);
    expect((await bed.reply(agent, chatId, 'We look at it.', 'reply-1')).statusCode).toBe(200);
    expect((await bed.reply(agent, chatId, 'We look at it.', 'reply-1')).statusCode).toBe(200);
    await vi.waitFor(() => expect(answersTo(number).map(({ text }) => text)).toContain('We look at it.'), soon);
    await vi.waitFor(async () => {
      expect((await bed.messagesOf(agent, chatId)).at(-1)).toMatchObject({
        status: 'delivered',
        delivery: { state: 'sent' },
      });
    }, soon);
    bed.sandbox.whatsApp.read(number);
    await vi.waitFor(async () => expect((await bed.messagesOf(agent, chatId)).at(-1)?.status).toBe('read'), soon);
    expect(answersTo(number).filter(({ text }) => text === 'We look at it.')).toHaveLength(1);
  });

  it('is told once that somebody will answer, and stays a stranger whose number staff see', async () => {
    const number = bed.number();
    bed.sandbox.whatsApp.write(number, { type: 'text', text: 'My line is down' }, { name: 'Ngozi' });
    bed.sandbox.whatsApp.write(number, { type: 'text', text: 'Anybody there?' });
    const chat = await chatFrom(number);
    expect(chat).toMatchObject({
      channel: 'whatsapp',
      status: 'waiting',
      customer: { id: 0, name: 'Ngozi' },
      contact: { address: `+${number}` },
    });
    await vi.waitFor(async () => expect(await contents(chat.id)).toHaveLength(2), soon);
    await vi.waitFor(() => expect(answersTo(number)).toHaveLength(1), soon);
    expect(answersTo(number)[0]?.text).toMatch(/^We have your message\./);
  });

  it('is the account’s whose number it is', async () => {
    const number = bed.number();
    const customer = await bed.customerWithNumber(number);
    bed.sandbox.whatsApp.write(number, { type: 'text', text: 'My line is down' });
    expect(await chatFrom(number)).toMatchObject({ customer: { id: customer.id } });
    const own = await agent.browser.get(`/api/staff/chats?customer=${customer.id}`);
    expect(own.json()).toHaveLength(1);
    // Their portal shows the chats of the portal.
    expect((await customer.browser.get('/api/chat/active')).json()).toBeNull();
  });

  it('is handed to another agent, who alone answers from then on', async () => {
    const number = bed.number();
    const chatId = await acceptedChat(number);
    await vi.waitFor(() => expect(answersTo(number)).toHaveLength(1), soon);
    const next = await bed.agent('Tosin');
    const transfer = () => agent.browser.post(`/api/staff/chats/${chatId}/transfer`, { agentId: next.id });
    expect((await transfer()).json()).toMatchObject({ code: 'chat.no-such-agent' });
    await bed.staffSocket(next);
    await next.browser.put('/api/staff/presence', { presence: 'available' });
    expect((await transfer()).statusCode).toBe(200);
    expect((await bed.reply(agent, chatId, 'Still me?')).json()).toMatchObject({ code: 'chat.not-yours' });
    expect((await bed.reply(next, chatId, 'Tosin here')).statusCode).toBe(200);
    await vi.waitFor(() => expect(answersTo(number).at(-1)?.text).toBe('Tosin here'), soon);
    expect(answersTo(number)).toHaveLength(2);
  });

  it('can be said to be a customer once they have shown who they are', async () => {
    const number = bed.number();
    const customer = await bed.customer();
    const chatId = await acceptedChat(number);
    const link = (identifiedBy: string, customerId = customer.id) =>
      agent.browser.post(`/api/staff/chats/${chatId}/customer`, { customerId, identifiedBy });
    expect((await agent.browser.post(`/api/staff/chats/${chatId}/ticket`, {})).json()).toMatchObject({
      code: 'chat.no-customer',
    });
    expect((await link('a guess')).statusCode).toBe(422);
    const [way] = (await agent.browser.get('/api/staff/identification-ways'))
      .json()
      .filter(({ kind }: { kind: string }) => kind !== 'callback');
    expect((await link(way.name)).json()).toMatchObject({ chat: { customer: { id: customer.id } } });
    expect((await link(way.name, agent.id)).statusCode).toBe(409);
    expect((await agent.browser.post(`/api/staff/chats/${chatId}/ticket`, {})).statusCode).toBe(200);
    const audited = await bed.rows(`select after from audit_records where action = 'chat.link' and subject = $1`, [
      `chat:${chatId}`,
    ]);
    expect(audited).toEqual([{ after: { customerId: customer.id, identifiedBy: way.name } }]);
  });

  it('hides their number: their own id is an address, too', async () => {
    const id = `NG.${bed.number()}`;
    const message = { ...textMessage('', `wamid.${id}`, 'Hello'), from_user_id: id };
    await webhook(change({ contacts: [{ profile: { username: 'adaobi' }, user_id: id }], messages: [message] }));
    await vi.waitFor(async () => {
      const rows = await bed.rows('select name, user_id from chat_contacts where address = $1', [id]);
      expect(rows).toEqual([{ name: 'adaobi', user_id: null }]);
    }, soon);
  });
});

describe('what is no text', () => {
  it('is taken where it can be said in words', async () => {
    const number = bed.number();
    const { whatsApp } = bed.sandbox;
    const sent = [
      { type: 'location' },
      { type: 'contact' },
      { type: 'choice', id: 'x', title: 'Talk to a person' },
      { type: 'reaction' },
    ] as const;
    for (const message of sent) {
      whatsApp.write(number, message);
      await whatsApp.settled();
    }
    const { id } = await chatFrom(number);
    await vi.waitFor(
      async () =>
        expect(await contents(id)).toEqual([
          '[Location] Okpara Square, Enugu: 6.4402, 7.4943',
          '[Contact] Chidi Okafor, +234 803 000 0001',
          'Talk to a person',
        ]),
      soon,
    );
  });

  it('is answered kindly where it says nothing: a sticker, in the language of the person', async () => {
    const stranger = bed.number();
    bed.sandbox.whatsApp.write(stranger, { type: 'sticker' });
    await vi.waitFor(() => expect(answersTo(stranger)).toHaveLength(1), soon);
    expect(answersTo(stranger)[0]?.text).toMatch(/in words/);
    expect(await bed.chatsOf(agent, stranger)).toEqual([]);
    const number = bed.number();
    const chatId = await acceptedChat(number);
    bed.sandbox.whatsApp.write(number, { type: 'sticker' });
    await bed.sandbox.whatsApp.settled();
    bed.sandbox.whatsApp.write(number, { type: 'edit' });
    await vi.waitFor(
      async () => expect((await contents(chatId)).slice(1)).toEqual(['[sticker]', '[They have changed a message]']),
      soon,
    );
  });

  it('is answered sixty times a day at most, also where an agent has the conversation', async () => {
    const number = bed.number();
    const chatId = await acceptedChat(number);
    await vi.waitFor(() => expect(answersTo(number)).toHaveLength(1), soon);
    await bed.rows(
      `insert into whatsapp_sends (purpose, send_key, recipient, state, created_at, next_attempt_at, state_at)
       select 'answer', 'before:' || $1 || n, $1, 'read', $2, $2, $2 from generate_series(1, 58) n`,
      [number, bed.clock().toISOString()],
    );
    for (const sticker of [1, 2, 3]) {
      bed.sandbox.whatsApp.write(number, { type: 'sticker' });
      await vi.waitFor(async () => expect(await contents(chatId)).toHaveLength(1 + sticker), soon);
    }
    bed.sandbox.whatsApp.write(number, { type: 'file', sample: 'program', caption: 'Look' });
    await vi.waitFor(async () => expect((await contents(chatId)).at(-1)).toMatch(/^Look/), soon);
    await bed.reply(agent, chatId, 'In words, please');
    await vi.waitFor(() => expect(answersTo(number).at(-1)?.text).toBe('In words, please'), soon);
    expect(answersTo(number).filter(({ text }) => text.startsWith('We could not read'))).toHaveLength(1);
    expect(answersTo(number).filter(({ text }) => text.startsWith('We cannot take'))).toEqual([]);
    const customer = await bed.customerWithNumber(number);
    await customer.browser.put('/api/user/privacy/consents', { consent: 'whatsapp', given: true, textVersion: '2' });
    bed.sandbox.whatsApp.write(number, { type: 'text', text: 'STOP' });
    const given = () => bed.rows('select given from consent_records where user_id = $1 order by id', [customer.id]);
    await vi.waitFor(async () => expect(await given()).toEqual([{ given: true }, { given: false }]), soon);
    expect(answersTo(number).at(-1)?.text).toBe('In words, please');
  });

  it('is a file under the rules of tickets: its type by its content, and not too large', async () => {
    const number = bed.number();
    const { whatsApp } = bed.sandbox;
    for (const sample of ['picture', 'document', 'voice', 'program', 'large'] as const) {
      whatsApp.write(number, { type: 'file', sample, caption: sample });
      await whatsApp.settled();
    }
    const { id } = await chatFrom(number);
    const messages = await vi.waitFor(async () => {
      const all = await bed.messagesOf(agent, id);
      expect(all).toHaveLength(5);
      return all;
    }, soon);
    const files = messages.map(({ files: [file] = [] }) => file && [file.name, file.mediaType]);
    expect(files).toEqual([
      ['picture.png', 'image/png'],
      ['Receipt of my bank.pdf', 'application/pdf'],
      ['voice-message.ogg', 'audio/ogg'],
      undefined,
      undefined,
    ]);
    expect(messages[3]?.content).toBe('program\n[A file that we do not take]');
    expect(messages[4]?.content).toBe('large\n[A file that is too large]');
    await vi.waitFor(
      () =>
        expect(
          answersTo(number)
            .map(({ text }) => text)
            .join(),
        ).toMatch(/cannot take.*too large/s),
      soon,
    );
    const file = await agent.browser.get(`/api/staff/chat-files/${messages[1]?.files?.[0]?.id}`);
    expect([file.statusCode, file.headers['content-type'], file.headers['content-disposition']]).toEqual([
      200,
      'application/pdf',
      expect.stringMatching(/^attachment/),
    ]);
    const customer = await bed.customer();
    expect((await customer.browser.get(`/api/staff/chat-files/${messages[1]?.files?.[0]?.id}`)).statusCode).toBe(403);
  });

  it('is no file any more once 50 MB have come from a number in a month', async () => {
    const number = bed.number();
    const { whatsApp } = bed.sandbox;
    whatsApp.write(number, { type: 'file', sample: 'picture', caption: 'first' });
    const { id } = await chatFrom(number);
    await bed.rows(
      `update chat_files set size_bytes = 52428800 where id in (
         select f.id from chat_files f join chat_contact_sessions s on s.session_id = f.session_id
         join chat_contacts c on c.id = s.contact_id where c.address = $1)`,
      [`+${number}`],
    );
    whatsApp.write(number, { type: 'file', sample: 'picture', caption: 'second' });
    await vi.waitFor(() => expect(answersTo(number).at(-1)?.text).toMatch(/many files lately/), soon);
    const last = (await bed.messagesOf(agent, id)).at(-1);
    expect([last?.content, last?.files ?? []]).toEqual([expect.stringMatching(/^second\n\[A file; this number/), []]);
    await bed.rows(`update chat_files set created_at = now() - interval '31 days' where size_bytes = 52428800`);
    whatsApp.write(number, { type: 'file', sample: 'picture', caption: 'third' });
    await vi.waitFor(async () => {
      const files = (await bed.messagesOf(agent, id)).filter(({ content }) => content === 'third');
      expect(files[0]?.files).toHaveLength(1);
    }, soon);
  });
});

describe('the 24 hours', () => {
  it('are seen by agents, and only a template is sent after them', async () => {
    const number = bed.number();
    const chatId = await acceptedChat(number);
    const [chat] = await bed.chatsOf(agent, number);
    const left = new Date(chat?.contact?.writableUntil ?? 0).getTime() - bed.clock().getTime();
    expect(left).toBeGreaterThan(23.9 * 3_600_000);
    expect(left).toBeLessThanOrEqual(24 * 3_600_000);
    bed.forward(24 * 3_600_000 + 1000);
    const refused = await bed.reply(agent, chatId, 'Are you still there?');
    expect(refused.json()).toMatchObject({ code: 'chat.window-closed' });
    bed.sandbox.whatsApp.addTemplate({
      name: 'reply_waiting',
      language: 'en',
      status: 'APPROVED',
      category: 'UTILITY',
      body: 'Hello {{1}}, please write.',
    });
    await agent.browser.post('/api/staff/whatsapp/readings', {});
    await vi.waitFor(
      async () => expect((await agent.browser.get('/api/staff/chat-templates')).json()).toHaveLength(1),
      soon,
    );
    const send = (change: object = {}) =>
      agent.browser.post(`/api/staff/chats/${chatId}/template`, {
        name: 'reply_waiting',
        language: 'en',
        values: ['Ada'],
        clientMessageId: 'once',
        ...change,
      });
    const setStatus = (status: string) =>
      bed.rows(`update whatsapp_templates set status = $1 where name = 'reply_waiting'`, [status]);
    for (const wrong of [{ values: [] }, { values: ['Ada', 'Obi'] }, { language: 'ha' }, { name: 'another' }]) {
      expect((await send(wrong)).json(), JSON.stringify(wrong)).toMatchObject({ code: 'whatsapp.no-such-template' });
    }
    for (const status of ['PENDING', 'REJECTED', 'PAUSED', 'DISABLED']) {
      await setStatus(status);
      expect((await send()).json(), status).toMatchObject({ code: 'whatsapp.no-such-template' });
    }
    await setStatus('APPROVED');
    expect((await send()).statusCode).toBe(200);
    expect((await send()).json()).toMatchObject({ code: 'chat.sent-already' });
    await vi.waitFor(() => expect(answersTo(number).at(-1)?.text).toBe('Hello Ada, please write.'), soon);
    // Their answer opens the next 24 hours.
    bed.sandbox.whatsApp.write(number, { type: 'text', text: 'Here I am' });
    await vi.waitFor(async () => expect((await bed.reply(agent, chatId, 'Good!')).statusCode).toBe(200), soon);
  });

  it.each([
    ['five hours ago', -5, 19],
    ['an hour from now, by a wrong clock', 1, 24],
    ['long ago', -30, -6],
  ])('begin when somebody wrote, whenever it is reported: %s', async (_when, hours, left) => {
    const number = bed.number();
    const message = textMessage(number, `wamid.${number}`, 'My line is down', secondsNow() + hours * 3600);
    expect((await webhook(change({ messages: [message] }))).statusCode).toBe(200);
    const { contact } = await chatFrom(number);
    const until = new Date(contact?.writableUntil ?? 0).getTime();
    expect(Math.round((until - bed.clock().getTime()) / 3_600_000)).toBe(left);
  });

  it('are over at WhatsApp alone: the agent sees that the message has failed, and why', async () => {
    const number = bed.number();
    const chatId = await acceptedChat(number);
    bed.sandbox.whatsApp.closeWindow(number);
    await bed.reply(agent, chatId, 'Too late');
    await vi.waitFor(async () => {
      const last = (await bed.messagesOf(agent, chatId)).at(-1);
      expect(last?.delivery).toMatchObject({ state: 'failed', reason: expect.stringContaining('131047') });
    }, soon);
  });
});

describe('a message whose answer does not come', () => {
  it('is not sent again by itself, and is known to have arrived once its status comes', async () => {
    const number = bed.number();
    const chatId = await acceptedChat(number);
    await vi.waitFor(() => expect(answersTo(number)).toHaveLength(1), soon);
    bed.sandbox.addFault({
      gateway: 'whatsapp',
      operation: 'send',
      mode: 'drop',
      when: 'after',
      times: 1,
      reference: number,
    });
    await bed.reply(agent, chatId, 'Only once');
    await vi.waitFor(async () => {
      expect((await bed.messagesOf(agent, chatId)).at(-1)).toMatchObject({
        status: 'delivered',
        delivery: { state: 'sent' },
      });
    }, soon);
    expect(answersTo(number).filter(({ text }) => text === 'Only once')).toHaveLength(1);
  });

  it('stays unknown while nothing is heard, and may be sent again after ten minutes', async () => {
    const number = bed.number();
    const chatId = await acceptedChat(number);
    await vi.waitFor(() => expect(answersTo(number)).toHaveLength(1), soon);
    bed.sandbox.addFault({ gateway: 'whatsapp', operation: 'send', mode: 'drop', times: 1, reference: number });
    await bed.reply(agent, chatId, 'Into the dark');
    const last = async () => (await bed.messagesOf(agent, chatId)).at(-1);
    await vi.waitFor(async () => expect((await last())?.delivery?.state).toBe('unknown'), soon);
    const resend = async () =>
      agent.browser.post(`/api/staff/chats/${chatId}/resendings`, { seq: (await last())?.seq });
    expect((await resend()).json()).toMatchObject({ code: 'whatsapp.not-resendable' });
    bed.forward(10 * 60_000 + 1000);
    expect((await resend()).statusCode).toBe(200);
    await vi.waitFor(async () => expect((await last())?.status).toBe('delivered'), soon);
    expect((await resend()).statusCode).toBe(409);
  });

  it('is tried again where it certainly was not sent: too much at once', async () => {
    const number = bed.number();
    const chatId = await acceptedChat(number);
    await vi.waitFor(() => expect(answersTo(number)).toHaveLength(1), soon);
    bed.refuseOnce(number);
    await bed.reply(agent, chatId, 'Later');
    await bed.reply(agent, chatId, 'And after it');
    await vi.waitFor(() => expect(bed.sandbox.faults()).toEqual([]), soon);
    expect(answersTo(number)).toHaveLength(1);
    bed.forward(10_000);
    bed.wakeJobs('chat deliveries');
    await vi.waitFor(
      () =>
        expect(
          answersTo(number)
            .slice(1)
            .map(({ text }) => text),
        ).toEqual(['Later', 'And after it']),
      soon,
    );
  });

  it('is not sent again where its sender died on the way, and holds up no other', async () => {
    const number = bed.number();
    const chatId = await acceptedChat(number);
    await vi.waitFor(() => expect(answersTo(number)).toHaveLength(1), soon);
    bed.refuseOnce(number);
    await bed.reply(agent, chatId, 'Half sent');
    await bed.reply(agent, chatId, 'And after it');
    await vi.waitFor(() => expect(bed.sandbox.faults()).toEqual([]), soon);
    const claimed = () =>
      bed.rows(
        `update whatsapp_sends set calling_since = $2 where recipient = $1 and state = 'queued'
           and calling_since is null and body #>> '{text,body}' = 'Half sent' returning id`,
        [number, bed.clock().toISOString()],
      );
    await vi.waitFor(async () => expect(await claimed()).toHaveLength(1), soon);
    bed.forward(61_000);
    bed.wakeJobs('chat deliveries');
    await vi.waitFor(() => expect(answersTo(number).at(-1)?.text).toBe('And after it'), soon);
    expect(answersTo(number)).toHaveLength(2);
    const states = (await bed.messagesOf(agent, chatId)).map(({ content, delivery }) => [content, delivery?.state]);
    expect(states).toContainEqual(['Half sent', 'unknown']);
  });

  it('keeps its state when statuses come twice and in the wrong order', async () => {
    const number = bed.number();
    const chatId = await acceptedChat(number);
    await vi.waitFor(() => expect(answersTo(number)).toHaveLength(1), soon);
    bed.sandbox.addFault({
      gateway: 'whatsapp',
      operation: 'send',
      mode: 'statuses-reversed',
      times: 1,
      reference: number,
    });
    bed.sandbox.addFault({
      gateway: 'whatsapp',
      operation: 'webhook',
      mode: 'duplicate',
      copies: 3,
      times: 2,
      reference: number,
    });
    await bed.reply(agent, chatId, 'In any order');
    const reports = (state: string) =>
      bed.rows(
        `select from whatsapp_events e join whatsapp_sends s on e.event_key like 'status:' || s.wamid || ':%'
         where s.session_id = $1 and e.state = $2`,
        [chatId, state],
      );
    await vi.waitFor(async () => expect(await reports('done')).toHaveLength(2), soon);
    await bed.sandbox.whatsApp.settled();
    await vi.waitFor(async () => expect(await reports('stored')).toEqual([]), soon);
    const sends = await bed.rows(`select state from whatsapp_sends where session_id = $1`, [chatId]);
    expect(sends).toEqual([{ state: 'delivered' }]);
    // Receipts are stored a moment later, several at once.
    await vi.waitFor(async () => {
      expect((await bed.messagesOf(agent, chatId)).at(-1)).toMatchObject({
        status: 'delivered',
        delivery: { state: 'sent' },
      });
    }, soon);
  });
});

describe('a number that goes to somebody else', () => {
  it('takes no conversation along, and ends the consent of whoever had it', async () => {
    const number = bed.number();
    const before = await bed.customerWithNumber(number);
    await before.browser.put('/api/user/privacy/consents', { consent: 'whatsapp', given: true, textVersion: '2' });
    const chatId = await acceptedChat(number, 'My password is …');
    const after = await bed.customerWithNumber(number);
    bed.sandbox.whatsApp.write(number, { type: 'text', text: 'A new customer' });
    const chats = await vi.waitFor(async () => {
      const all = await bed.chatsOf(agent, number);
      expect(all).toHaveLength(2);
      return all;
    }, soon);
    expect(chats.find(({ id }) => id !== chatId)).toMatchObject({
      customer: { id: after.id },
      contact: { isGone: false },
    });
    expect(chats.find(({ id }) => id === chatId)).toMatchObject({
      customer: { id: before.id },
      contact: { isGone: true },
    });
    expect((await bed.reply(agent, chatId, 'Hello?')).json()).toMatchObject({ code: 'chat.contact-gone' });
    const own = (await agent.browser.get(`/api/staff/chats?customer=${after.id}`)).json();
    expect(own.map(({ id }: { id: string }) => id)).not.toContain(chatId);
    const { consents } = (await before.browser.get('/api/user/privacy/consents')).json();
    expect(consents.find(({ consent }: { consent: string }) => consent === 'whatsapp')).toMatchObject({ given: false });
  });

  it.each(['another customer writes from it', 'another customer’s profile has it', 'WhatsApp says so'] as const)(
    'and was a customer’s by the word of staff alone does not end their consent: %s',
    async (how) => {
      const [number, own] = [bed.number(), bed.number()];
      const customer = await bed.customerWithNumber(own);
      await customer.browser.put('/api/user/privacy/consents', { consent: 'whatsapp', given: true, textVersion: '2' });
      const chatId = await acceptedChat(number, 'I write from my sister’s phone');
      const [way] = (await agent.browser.get('/api/staff/identification-ways'))
        .json()
        .filter(({ kind }: { kind: string }) => kind !== 'callback');
      const said = { customerId: customer.id, identifiedBy: way.name };
      expect((await agent.browser.post(`/api/staff/chats/${chatId}/customer`, said)).statusCode).toBe(200);
      const sister = how === 'WhatsApp says so' ? null : await bed.customerWithNumber(number);
      if (how === 'WhatsApp says so') bed.sandbox.whatsApp.write(number, { type: 'moved' });
      else if (how === 'another customer writes from it')
        bed.sandbox.whatsApp.write(number, { type: 'text', text: 'I am the sister' });
      else {
        const corrected = { firstName: 'Ngozi', identifiedBy: way.name, reason: 'Married' };
        const answer = await agent.browser.put(`/api/staff/customers/${sister?.id}`, corrected);
        expect(answer.statusCode, answer.body).toBe(200);
      }
      await vi.waitFor(async () => {
        const chats = await bed.chatsOf(agent, number);
        expect(chats.find(({ id }) => id === chatId)?.contact?.isGone).toBe(true);
      }, soon);
      expect(await bed.rows('select given from consent_records where user_id = $1', [customer.id])).toEqual([
        { given: true },
      ]);
    },
  );

  it('is said by WhatsApp itself, too', async () => {
    const number = bed.number();
    const customer = await bed.customerWithNumber(number);
    await customer.browser.put('/api/user/privacy/consents', { consent: 'whatsapp', given: true, textVersion: '2' });
    const chatId = await acceptedChat(number);
    bed.sandbox.whatsApp.write(number, { type: 'moved' });
    await vi.waitFor(async () => expect((await bed.chatsOf(agent, number))[0]?.contact?.isGone).toBe(true), soon);
    expect((await bed.reply(agent, chatId, 'Hello?')).json()).toMatchObject({ code: 'chat.contact-gone' });
    expect(
      await bed.rows(`select source, given from consent_records where user_id = $1 order by id desc limit 1`, [
        customer.id,
      ]),
    ).toEqual([{ source: 'number-moved', given: false }]);
  });
});

describe('two instances', () => {
  it('take each message once and in its order, and send each answer once', async () => {
    const owner = bed.poolConfig;
    const other = await buildTestApp({ database: bed.database, owner }, { whatsApp: bed.whatsApp, clock: bed.clock });
    other.startJobs();
    const number = bed.number();
    const chatId = await acceptedChat(number, 'Number 0');
    const at = secondsNow();
    const post = (app: typeof bed.app, n: number) => {
      const payload = JSON.stringify(
        change({ messages: [textMessage(number, `wamid.${number}.${n}`, `Number ${n}`, at + n)] }),
      );
      const signature = createHmac('sha256', SANDBOX_WHATSAPP.appSecrets[0]).update(payload).digest('hex');
      const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` };
      return app.inject({ method: 'POST', url: '/api/webhooks/whatsapp', headers, payload });
    };
    for (let n = 1; n <= 20; n++) await Promise.all([post(bed.app, n), post(other.app, n)]);
    const expected = Array.from({ length: 21 }, (_, n) => `Number ${n}`);
    await vi.waitFor(async () => expect(await contents(chatId)).toEqual(expected), soon);
    for (let n = 1; n <= 8; n++) await bed.reply(agent, chatId, `Answer ${n}`);
    for (const app of [bed, other]) app.wakeJobs('chat deliveries');
    const answered = () => answersTo(number).flatMap(({ text }) => (text.startsWith('Answer') ? [text] : []));
    await vi.waitFor(() => expect(answered()).toHaveLength(8), soon);
    expect(answered()).toEqual(Array.from({ length: 8 }, (_, n) => `Answer ${n + 1}`));
    await other.app.close();
  });
});

it('what a worker that died had claimed is dealt with after half a minute, and before what its sender wrote later', async () => {
  const sender = bed.number();
  const later = (seconds: number) => new Date(bed.clock().getTime() + 86_400_000 + seconds * 1000);
  const event = (id: string) => ({
    eventKey: `message:${sender}.${id}`,
    kind: 'message' as const,
    sender,
    raw: '{}',
    at: 0,
  });
  // Due tomorrow, so that no job takes them.
  const stored = { now: later(0), seal: (raw: string) => raw };
  await insertEvents(bed.database, [event('1'), event('2')], stored);
  const claimed = async (seconds: number) => {
    const events = await claimEvents(bed.database, later(seconds), 10);
    return events.filter((one) => one.sender === sender).map(({ eventKey, attempts }) => [eventKey, attempts]);
  };
  expect(await claimed(1)).toEqual([[`message:${sender}.1`, 1]]);
  expect(await claimed(20)).toEqual([]);
  expect(await claimed(40)).toEqual([[`message:${sender}.1`, 2]]);
  await bed.rows('delete from whatsapp_events where sender = $1', [sender]);
});

it('without WhatsApp its webhook is not there, no job runs, and nobody is asked to agree to it', async () => {
  const off = await buildTestApp({ database: bed.database, owner: bed.poolConfig }, {});
  const answer = await off.app.inject({ method: 'POST', url: '/api/webhooks/whatsapp', payload: {} });
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'whatsapp.off']);
  expect(
    (await off.app.inject('/api/webhooks/whatsapp?hub.mode=subscribe&hub.verify_token=x&hub.challenge=1')).statusCode,
  ).toBe(404);
  await off.app.close();
});
