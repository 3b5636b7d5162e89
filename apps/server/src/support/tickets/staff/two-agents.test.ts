import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStaff, type Staff } from '../../../testing/staff-browser.ts';
import type { TestBrowser } from '../../../testing/test-browser.ts';
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let portal: TestPortal;
let ada: Staff;
let bola: Staff;
let customer: TestBrowser;
let url: string;
beforeAll(async () => {
  portal = await startTestPortal();
  ada = await createStaff(portal, { firstName: 'Ada', lastName: 'Eze' });
  bola = await createStaff(portal, { firstName: 'Bola', lastName: 'Ige' });
});
afterAll(() => portal.close());
beforeEach(async () => {
  customer = portal.browser();
  await customer.register();
  const { ticket } = (await customer.post('/api/user/tickets', { subject: 'No light', description: 'x' })).json();
  url = `/api/staff/tickets/${ticket.id}`;
});

let count = 0;
const reply = (who: Staff, text: string, fields: object = {}) =>
  who.browser.post(`${url}/replies`, { text, clientReplyId: `reply-${++count}`, ...fields });
const texts = async () => (await ada.browser.get(url)).json().replies.map(({ text }: { text: string }) => text);

describe('of two agents on one ticket', () => {
  it('the one who has not seen the other’s answer is warned with it, and sends nothing', async () => {
    const answers = await Promise.all([
      reply(ada, 'We come at nine.', { afterEntry: '0' }),
      reply(bola, 'We come at ten.', { afterEntry: '0' }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409)?.json();
    const [first] = await texts();
    expect(refused).toMatchObject({ code: 'ticket.newer-entry', newerEntries: [{ text: first, from: 'staff' }] });
    expect(await texts()).toHaveLength(1);
  });

  it('the second sends after having seen it, or over it', async () => {
    const { reply: first } = (await reply(ada, 'We come at nine.')).json();
    expect((await reply(bola, 'And bring a box.', { afterEntry: first.id })).statusCode).toBe(200);
    expect((await reply(bola, 'And a cable.', { afterEntry: '0', overNewer: true })).statusCode).toBe(200);
    expect(await texts()).toEqual(['We come at nine.', 'And bring a box.', 'And a cable.']);
  });

  it('nobody is warned of what they wrote themselves, and who says nothing is not held up', async () => {
    await reply(ada, 'One');
    expect((await reply(ada, 'Two', { afterEntry: '0' })).statusCode).toBe(200);
    expect((await reply(bola, 'Three')).statusCode).toBe(200);
  });

  it('a repeat of a stored reply is no second one, whatever is newer', async () => {
    const sent = { text: 'One', clientReplyId: 'same', afterEntry: '0' };
    await ada.browser.post(`${url}/replies`, sent);
    await reply(bola, 'Two');
    expect((await ada.browser.post(`${url}/replies`, sent)).statusCode).toBe(200);
    expect(await texts()).toEqual(['One', 'Two']);
  });
});

describe('the tags of a ticket', () => {
  it('are kept in lower case, each once, and find it', async () => {
    const saved = await ada.browser.put(`${url}/tags`, { tags: ['Rain', 'rain', 'Ikeja'] });
    expect(saved.json()).toMatchObject({ success: true, tags: ['ikeja', 'rain'] });
    const ids = async (tag: string) =>
      (await ada.browser.get(`/api/staff/tickets?tag=${tag}`)).json().map(({ id }: { id: string }) => id);
    const id = url.split('/').at(-1);
    expect([await ids('RAIN'), await ids('dust')]).toEqual([[id], []]);
    await ada.browser.put(`${url}/tags`, { tags: ['ikeja'] });
    expect(await ids('rain')).toEqual([]);
    const [record] = (await ada.browser.get(`/api/staff/audit?subject=ticket:${id}`)).json();
    expect(record).toMatchObject({ action: 'ticket.tags', before: { tags: 'ikeja, rain' }, after: { tags: 'ikeja' } });
  });
});
