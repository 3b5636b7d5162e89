import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { untilServed } from '../../../testing/send-at-once.ts';
import { type ChatTestbed, startChatTestbed } from '../../../testing/testbeds/chat-testbed.ts';
import type { RecordAudits } from '../chat-dependencies.ts';
import { createMessageStore } from './create-message-store.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const recordAudits: RecordAudits = async (tx, entries) => {
  for (const { actorId, action, subject, after } of entries) {
    await tx.execute(
      sql`insert into audit_records (actor_id, action, subject, after) values (${actorId}, ${action}, ${subject}, ${JSON.stringify(after)})`,
    );
  }
};

const others = { recordAudits, clock: () => new Date('2026-07-04T08:00:00Z'), queueDelivery: async () => {} };

let bed: ChatTestbed;
beforeAll(async () => {
  bed = await startChatTestbed();
});
afterAll(() => bed.close());

describe('messages that are written together', () => {
  it('are each stored once, with audit entries, also when two instances write the same at once', async () => {
    const stores = [1, 2].map(() => createMessageStore({ ...others, database: bed.database }));
    const agent = await bed.agent();
    const customers = await Promise.all(Array.from({ length: 12 }, () => bed.customerInChat()));
    await Promise.all(customers.slice(0, 6).map(({ chatId }) => untilServed(() => bed.accept(agent, chatId))));
    const wishes = customers.flatMap(({ id, chatId }, index) => {
      const message = { sessionId: chatId, content: 'Hello', clientMessageId: 'same' };
      const own = { ...message, senderId: id, sender: 'user' as const };
      // The agent is in the first six chats only.
      const reply = { ...message, senderId: agent.id, sender: 'agent' as const };
      return [own, own, { ...own, clientMessageId: `other ${index}` }, { ...own, clientMessageId: null }, reply];
    });
    await Promise.all(stores.flatMap((store) => wishes.map((message) => store(message))));
    const rows = await bed.rows(
      `select s.id, s.last_seq, s.first_reply_at is not null as replied, array_agg(m.sender || ' ' || coalesce(m.client_message_id, 'none') order by (m.sender || ' ' || coalesce(m.client_message_id, 'none')) collate "C") as stored,
         (select count(*)::int from audit_records a where a.subject = 'chat:' || s.id and a.action = 'chat.message') as audited
       from chat_sessions s join chat_messages m on m.session_id = s.id group by s.id`,
    );
    for (const [index, { chatId }] of customers.entries()) {
      const isActive = index < 6;
      const row = rows.find(({ id }) => id === chatId);
      const expected = [
        'user same',
        `user other ${index}`,
        'user none',
        'user none',
        ...(isActive ? ['agent same'] : []),
      ];
      expect(row?.stored).toEqual(expected.sort());
      expect(row).toMatchObject({ last_seq: expected.length, replied: isActive, audited: isActive ? 1 : 0 });
    }
  });

  it('all fail when the database does, and can be sent again afterwards', async () => {
    const who = await bed.customerInChat();
    let isAway = true;
    const away = new Proxy(bed.database, {
      get: (target, name, receiver) => {
        if (isAway && name === '_') throw new Error('away');
        return Reflect.get(target, name, receiver);
      },
    });
    const store = createMessageStore({ ...others, database: away });
    const message = {
      sessionId: who.chatId,
      senderId: who.id,
      sender: 'user' as const,
      content: 'Hi',
      clientMessageId: null,
    };
    const failed = await Promise.allSettled([store(message), store(message)]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isAway = false;
    expect(await store(message)).toMatchObject({ seq: 1, status: 'waiting' });
  });
});
