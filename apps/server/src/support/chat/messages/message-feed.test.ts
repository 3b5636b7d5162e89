import type { ChatMessage } from '@portal/contract/support/chat';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { MessageFeed } from './message-feed.ts';

function message(seq: number): ChatMessage {
  const rest = { senderName: null, content: '', timestamp: '', clientMessageId: null };
  return { id: `c.${seq}`, seq, sender: 'user', status: 'sent', ...rest };
}

/** A growing chat, with a feed that reads its current state at each query. */
function createChat(cursor: number, fetchTakes: () => Promise<void> = async () => {}) {
  let last = cursor;
  const delivered: number[] = [];
  const feed = new MessageFeed(cursor, {
    fetch: async (after, limit) => {
      const seen = last;
      await fetchTakes();
      const length = Math.max(0, Math.min(limit, seen - after));
      return Array.from({ length }, (_, n) => message(after + n + 1));
    },
    deliver: ({ seq }) => delivered.push(seq),
    flushed: async () => {},
  });
  return { feed, delivered, write: () => ++last, grow: (to: number) => (last = Math.max(last, to)), last: () => last };
}

const upTo = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n + 1);

describe('a feed', () => {
  it('delivers every message once and in order, although updates come late, twice, early or never', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(20),
        fc.array(fc.record({ write: fc.nat(3), offer: fc.integer({ min: -5, max: 5 }), pause: fc.boolean() })),
        async (start, steps) => {
          const chat = createChat(start, () => new Promise((resolve) => setImmediate(resolve)));
          for (const { write, offer, pause } of steps) {
            for (let n = 0; n < write; n++) chat.write();
            const seq = Math.min(Math.max(chat.last() + offer, 1), chat.last());
            if (chat.last() > 0) chat.feed.offer(message(seq));
            if (pause) await new Promise((resolve) => setImmediate(resolve));
          }
          await chat.feed.catchUp();
          expect(chat.delivered).toEqual(upTo(start, chat.last()));
        },
      ),
    );
  });

  it('passes on the next message at once, without asking the database', () => {
    const fetch = vi.fn();
    const delivered: number[] = [];
    const feed = new MessageFeed(0, { fetch, deliver: ({ seq }) => delivered.push(seq), flushed: async () => {} });
    feed.offer(message(1));
    feed.offer(message(2));
    feed.offer(message(2));
    expect(delivered).toEqual([1, 2]);
    expect(fetch).not.toHaveBeenCalled();
  });

  it('waits for a slow reader between two pages of a long history', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const delivered: number[] = [];
    const feed = new MessageFeed(0, {
      fetch: async (after, limit) =>
        Array.from({ length: Math.min(limit, 120 - after) }, (_, n) => message(after + n + 1)),
      deliver: ({ seq }) => delivered.push(seq),
      flushed: () => promise,
    });
    const done = feed.catchUp();
    await vi.waitFor(() => expect(delivered).toHaveLength(50));
    await new Promise((turn) => setImmediate(turn));
    expect(delivered).toHaveLength(50);
    resolve();
    await done;
    expect(delivered).toEqual(upTo(0, 120));
  });

  it('asks again when the database does not answer, and stops when it is ended', async () => {
    let failures = 2;
    const delivered: number[] = [];
    const feed = new MessageFeed(0, {
      fetch: async (after) => {
        if (failures-- > 0) throw new Error('away');
        return after === 0 ? [message(1)] : [];
      },
      deliver: ({ seq }) => delivered.push(seq),
      flushed: async () => {},
    });
    await feed.catchUp();
    expect(delivered).toEqual([1]);
    feed.end();
    feed.offer(message(2));
    await feed.catchUp();
    expect(delivered).toEqual([1]);
  });
});
