import { type Notice, noticeTemplates } from '@portal/kernel/messaging/notices/notice';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { listWhatsAppReaders } from '../../../messaging/consents/consent.repository.ts';
import { createNotify } from '../../../messaging/notices/create-notify.ts';
import { speakerOf, templateWords } from '../../../messaging/notices/notice-labels.ts';
import { findViolations } from '../../../platform/database/find-violations.ts';
import type { Member } from '../../../testing/testbeds/chat-testbed.ts';
import { startWhatsAppTestbed, type WhatsAppTestbed } from '../../../testing/testbeds/whatsapp-testbed.ts';
import { unpublishedSettings } from '../../../testing/unpublished-settings.ts';
import { noticeTemplate } from '../templates/notice-template.ts';
import { createQueueNotices } from './queue-notices.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const soon = { timeout: 10_000, interval: 20 };
const KIND = 'line-suspended';
const wordsOf = (kind: Notice['kind'], language: 'en' | 'yo' | 'ha' | 'ig') =>
  templateWords(kind, { language, speak: speakerOf({}, language), settings: unpublishedSettings });
const words = { noticeWords: wordsOf, speakIn: () => (english: string) => english };

let bed: WhatsAppTestbed;
let customer: Member;
let number: string;
let events = 0;
beforeAll(async () => {
  bed = await startWhatsAppTestbed();
  const { name, language, body } = noticeTemplate(words, KIND, 'en');
  bed.sandbox.whatsApp.addTemplate({ name, language, body, status: 'APPROVED', category: 'UTILITY' });
  bed.wakeJobs('whatsapp templates');
  await vi.waitFor(async () => expect(await bed.rows('select from whatsapp_templates')).toHaveLength(1), soon);
});
afterAll(async () => {
  expect(await findViolations(bed.pool)).toEqual([]);
  await bed.close();
});
beforeEach(async () => {
  bed.sandbox.clearFaults();
  number = bed.number();
  customer = await bed.customerWithNumber(number);
  events += 1;
});

const consent = (given: boolean) =>
  customer.browser.put('/api/user/privacy/consents', { consent: 'whatsapp', given, textVersion: '2' });

async function notify(kind: typeof KIND | 'credit-given' = KIND): Promise<string> {
  const key = `${kind}:event-${events}`;
  const tell = createNotify({
    unsubscribeAt: () => 'http://portal.test/unsubscribe/1',
    texts: {},
    settings: unpublishedSettings,
    origin: 'https://portal.test',
    canText: true,
    queueWhatsApp: createQueueNotices({
      clock: bed.clock,
      messaging: {
        ...({} as never as Parameters<typeof createQueueNotices>[0]['messaging']),
        listWhatsAppReaders,
        ...words,
      },
    }),
  });
  const values = { amount: '₦12,500', plan: 'Home\n20 Mbps', credit: '₦1' };
  await tell(bed.database, { kind, customerId: customer.id, values, key } as unknown as Notice & {
    readonly key: string;
  });
  bed.wakeJobs('chat deliveries');
  return key;
}

const texts = (key: string) =>
  bed.rows(`select channel, user_id from outbox_messages where message_key like $1 || ':sms'`, [key]);
const stateOf = async (key: string) =>
  (await bed.rows('select state from whatsapp_sends where send_key = $1', [`notice:${key}`]))[0]?.state;

it('goes by WhatsApp to who wants it there, in the approved words, and not as a text, too', async () => {
  await consent(true);
  const key = await notify();
  await vi.waitFor(async () => expect(await stateOf(key)).toBe('delivered'), soon);
  const [shown, ...others] = bed.sandbox.whatsApp.messages(number);
  expect(shown?.text).toBe(
    'Waya Fibre: Your line is suspended. ₦12,500 for Home 20 Mbps has not been paid. Pay now and you are connected again at once. Write STOP to end these notices.',
  );
  expect(others).toEqual([]);
  expect(await texts(key)).toEqual([]);
  expect(await bed.rows('select fallback, body from whatsapp_sends where send_key = $1', [`notice:${key}`])).toEqual([
    { fallback: null, body: null },
  ]);
});

it('goes as a text to who has not agreed, and to who has ended it by writing STOP', async () => {
  const before = await notify();
  expect(await texts(before)).toEqual([{ channel: 'sms', user_id: customer.id }]);
  events += 1;
  await consent(true);
  bed.sandbox.whatsApp.write(number, { type: 'text', text: 'Stop.' });
  const answers = () => bed.sandbox.whatsApp.messages(number).filter(({ from }) => from === 'business');
  await vi.waitFor(() => expect(answers().at(-1)?.text).toMatch(/no more notices on WhatsApp/), soon);
  const after = await notify();
  expect(await texts(after)).toHaveLength(1);
  events += 1;
  bed.sandbox.whatsApp.write(number, { type: 'text', text: 'START' });
  await vi.waitFor(() => expect(answers().at(-1)?.text).toMatch(/You will get our notices/), soon);
  expect(await texts(await notify())).toEqual([]);
  expect(
    await bed.rows('select source, given from consent_records where user_id = $1 order by id', [customer.id]),
  ).toEqual([
    { source: 'profile', given: true },
    { source: 'whatsapp', given: false },
    { source: 'whatsapp', given: true },
  ]);
});

it('that waits goes as a text where its reader has ended it meanwhile', async () => {
  await consent(true);
  bed.refuseOnce(number);
  const key = await notify();
  await vi.waitFor(() => expect(bed.sandbox.faults()).toEqual([]), soon);
  await consent(false);
  bed.forward(10_000);
  bed.wakeJobs('chat deliveries');
  await vi.waitFor(async () => expect(await texts(key)).toHaveLength(1), soon);
  expect(await stateOf(key)).toBe('failed');
  expect(bed.sandbox.whatsApp.messages(number)).toEqual([]);
});

it('START does nothing for a number that nobody has verified', async () => {
  const unknown = bed.number();
  bed.sandbox.whatsApp.write(unknown, { type: 'text', text: 'START' });
  await vi.waitFor(
    () => expect(bed.sandbox.whatsApp.messages(unknown).at(-1)?.text).toMatch(/do not know this number/),
    soon,
  );
});

it.each([
  ['is not on WhatsApp', { mode: 'decline', code: 131026 }],
  ['says so only later', { mode: 'decline-later', code: 131026 }],
  ['has a paused template', { mode: 'decline', code: 132015 }],
] as const)(
  'goes as a text instead, once, where the number %s, however often that is reported',
  async (_what, fault) => {
    await consent(true);
    bed.sandbox.addFault({ gateway: 'whatsapp', operation: 'send', ...fault, reference: number });
    bed.sandbox.addFault({
      gateway: 'whatsapp',
      operation: 'webhook',
      mode: 'duplicate',
      copies: 3,
      reference: number,
    });
    const key = await notify();
    await vi.waitFor(async () => expect(await texts(key)).toHaveLength(1), soon);
    await bed.sandbox.whatsApp.settled();
    await vi.waitFor(async () => {
      expect(await bed.rows(`select from whatsapp_events where state = 'stored'`)).toEqual([]);
    }, soon);
    await notify();
    expect(await texts(key)).toHaveLength(1);
    expect(await stateOf(key)).toBe('failed');
  },
);

it('waits for its status after a call without an answer, and goes as a text when half an hour has passed in silence', async () => {
  await consent(true);
  bed.sandbox.addFault({ gateway: 'whatsapp', operation: 'send', mode: 'drop', times: 1, reference: number });
  const key = await notify();
  await vi.waitFor(async () => expect(await stateOf(key)).toBe('unknown'), soon);
  bed.wakeJobs('chat deliveries');
  expect(await texts(key)).toEqual([]);
  bed.forward(30 * 60_000 + 1000);
  bed.wakeJobs('chat deliveries');
  await vi.waitFor(async () => expect(await texts(key)).toHaveLength(1), soon);
});

it('is not sent by a template whose words are others than the portal’s', async () => {
  await consent(true);
  await bed.rows(`update whatsapp_templates set body = 'Waya Fibre: {{2}} costs {{1}}.' where name = 'line_suspended'`);
  const key = await notify();
  expect(await texts(key)).toHaveLength(1);
  expect(await stateOf(key)).toBeUndefined();
  bed.wakeJobs('whatsapp templates');
});

it('every kind has a template that WhatsApp takes: its variables numbered in order, none at its ends', () => {
  for (const kind of Object.keys(noticeTemplates) as Notice['kind'][]) {
    const { name, body, variables } = noticeTemplate(words, kind, 'yo');
    expect(name).toMatch(/^[a-z0-9_]+_yo$/);
    expect(body).not.toMatch(/^\{\{|\{\{\d+\}\}$|\{\w+\}(?!\})/);
    const numbers = [...body.matchAll(/\{\{(\d+)\}\}/g)].map(([, each]) => Number(each));
    expect([...new Set(numbers)]).toEqual(variables.map((_variable, index) => index + 1));
  }
});

it('goes as a text when WhatsApp has taken nothing for half an hour: its token has ended', async () => {
  await consent(true);
  bed.sandbox.addFault({ gateway: 'whatsapp', operation: 'send', mode: 'decline', code: 190, reference: number });
  const key = await notify();
  const stopped = () => bed.rows('select stopped_at is not null as stopped from whatsapp_line');
  await vi.waitFor(async () => expect(await stopped()).toEqual([{ stopped: true }]), soon);
  expect([await stateOf(key), await texts(key)]).toEqual(['queued', []]);
  bed.forward(30 * 60_000 + 1000);
  bed.wakeJobs('chat deliveries');
  await vi.waitFor(async () => expect(await texts(key)).toHaveLength(1), soon);
  expect(await stateOf(key)).toBe('failed');
});

it('those that failed are each on one page, though several failed at one moment', async () => {
  await bed.rows(
    `insert into whatsapp_sends (purpose, send_key, recipient, state, state_at, next_attempt_at)
     select 'notice', 'failed-together:' || n, $1, 'failed', $2, $2 from generate_series(1, 5) n`,
    [number, bed.clock().toISOString()],
  );
  const agent = await bed.agent();
  const shown: string[] = [];
  for (let page = ['']; page.length > 0; shown.push(...page)) {
    const before = shown.length === 0 ? '' : `&before=${shown.at(-1)}`;
    const answer = await agent.browser.get(`/api/staff/whatsapp/failures?limit=2${before}`);
    expect(answer.statusCode, answer.body).toBe(200);
    page = answer.json().map(({ id }: { id: string }) => id);
  }
  const stored = await bed.rows("select id from whatsapp_sends where state = 'failed'");
  expect(shown.toSorted()).toEqual(stored.map(({ id }) => String(id)).toSorted());
});
