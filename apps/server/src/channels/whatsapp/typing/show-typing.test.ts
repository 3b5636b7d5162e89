import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Member } from '../../../testing/testbeds/chat-testbed.ts';
import { startWhatsAppTestbed, type WhatsAppTestbed } from '../../../testing/testbeds/whatsapp-testbed.ts';

vi.setConfig({ testTimeout: 40_000, hookTimeout: 60_000 });

let bed: WhatsAppTestbed;
let agent: Member;
beforeAll(async () => {
  bed = await startWhatsAppTestbed();
  agent = await bed.agent();
});
afterAll(() => bed.close());

const soon = { timeout: 10_000, interval: 20 };
const statusOf = (number: string, wamid: string) =>
  bed.sandbox.whatsApp.messages(number).find(({ id }) => id === wamid)?.status;

/** A conversation about a message from a telephone, which an agent has taken. */
async function takeConversation(text = 'My line is down') {
  const number = bed.number();
  const wamid = bed.sandbox.whatsApp.write(number, { type: 'text', text });
  const chat = await vi.waitFor(async () => {
    const [found] = await bed.chatsOf(agent, number);
    if (!found) throw new Error('no chat yet');
    return found;
  }, soon);
  await bed.accept(agent, chat.id);
  return { number, wamid, chat };
}

async function openInbox() {
  const socket = await bed.staffSocket(agent);
  await socket.until(({ type }) => type === 'message');
  return socket;
}

describe('an agent who writes', () => {
  it('is shown as typing, once in a while, until the answer is there', async () => {
    const { number, wamid, chat } = await takeConversation();
    const { whatsApp } = bed.sandbox;
    const socket = await openInbox();
    socket.say({ type: 'typing', sessionId: chat.id });
    await vi.waitFor(() => expect(whatsApp.isTyping(number)).toBe(true), soon);
    expect(statusOf(number, wamid)).toBe('read');
    await bed.reply(agent, chat.id, 'Hello');
    await vi.waitFor(() => expect(whatsApp.messages(number).at(-1)).toMatchObject({ text: 'Hello' }), soon);
    expect(whatsApp.isTyping(number)).toBe(false);
    socket.raw.close();
  });

  it('tells what they have read', async () => {
    const { number, wamid, chat } = await takeConversation();
    const socket = await openInbox();
    socket.say({ type: 'read', sessionId: chat.id, seq: 1 });
    await vi.waitFor(() => expect(statusOf(number, wamid)).toBe('read'), soon);
    socket.raw.close();
  });

  it('is shown nowhere once the 24 hours are over', async () => {
    const { number, wamid, chat } = await takeConversation();
    const { whatsApp } = bed.sandbox;
    const socket = await openInbox();
    await bed.rows(`update chat_contacts set writable_until = now() - interval '1 minute' where address = $1`, [
      `+${number}`,
    ]);
    socket.say({ type: 'read', sessionId: chat.id, seq: 1 });
    socket.say({ type: 'typing', sessionId: chat.id });
    // Another chat of the same agent is told, after this one was looked at.
    const later = await takeConversation('Mine, too');
    await socket.until(({ type, sessionId }) => type === 'message' && sessionId === later.chat.id);
    socket.say({ type: 'typing', sessionId: later.chat.id });
    socket.say({ type: 'read', sessionId: later.chat.id, seq: 1 });
    await vi.waitFor(() => expect(whatsApp.isTyping(later.number)).toBe(true), soon);
    await vi.waitFor(() => expect(statusOf(later.number, later.wamid)).toBe('read'), soon);
    expect(whatsApp.isTyping(number)).toBe(false);
    expect(statusOf(number, wamid)).toBe('sent');
    socket.raw.close();
  });
});
