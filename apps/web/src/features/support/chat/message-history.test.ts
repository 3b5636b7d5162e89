import { describe, expect, test } from 'vitest';
import { addMessages, emptyHistory, hasGap, lastAgentSeq, lastSeqOf, markMessages } from './message-history.ts';
import { messageOf } from './testing/fake-chat.ts';

const [one, two, three] = [messageOf(1, 'user', 'one'), messageOf(2, 'agent', 'two'), messageOf(3, 'user', 'three')];

describe('messages', () => {
  test('that arrive twice, late or in the wrong order appear once, in order', () => {
    const early = addMessages(emptyHistory, [three]);
    expect(early.messages).toEqual([]);
    expect(hasGap(early)).toBe(true);
    const later = addMessages(addMessages(early, [one, three]), [two, one]);
    expect(later.messages).toEqual([one, two, three]);
    expect(hasGap(later)).toBe(false);
    expect(lastSeqOf(later)).toBe(3);
    expect(lastAgentSeq(later)).toBe(2);
  });

  test('show their ticks, whichever update arrives first', () => {
    const marked = markMessages(addMessages(emptyHistory, [one]), ['c.1', 'c.3'], 'read');
    const all = addMessages(markMessages(marked, ['c.1', 'c.3'], 'delivered'), [two, three]);
    expect(all.messages.map(({ status }) => status)).toEqual(['read', 'sent', 'read']);
    expect(all.marks).toEqual({});
    const replayed = addMessages(all, [{ ...three, status: 'delivered' }]);
    expect(replayed.messages[2]?.status).toBe('read');
  });
});
