import { describe, expect, it } from 'vitest';
import { estimateWait, messageStatus, transcriptOf } from './chat.policy.ts';

describe('the expected wait', () => {
  it.each<[string, number | null, number | null, string, number | null]>([
    ['is what others waited, rounded up', 130, null, '2 minutes', 3],
    ['is at least a minute', 4, 0, '2 minutes', 1],
    ['is what the provider claims while nobody has waited', null, 0, '2 minutes', 2],
    ['is never less than the first in the queue waits already', 60, 601, '2 minutes', 11],
    ['is never less than that either when nothing else is known', null, 125, 'soon', 3],
    ['is two hours at most', 100_000, null, '2 minutes', 120],
  ])('%s', (_what, medianSeconds, longestSeconds, claimed, minutes) => {
    expect(estimateWait({ medianSeconds, longestSeconds, isStaffed: true }, claimed)).toBe(minutes);
  });

  it('is not estimated while no agent takes chats', () => {
    expect(estimateWait({ medianSeconds: 130, longestSeconds: 60, isStaffed: false }, '2 minutes')).toBeNull();
  });
});

describe('a message', () => {
  it('has the tick that the other side’s watermarks give', () => {
    const mark = { delivered: 5, read: 3 };
    expect([1, 3, 4, 5, 6].map((seq) => messageStatus(seq, mark))).toEqual([
      'read',
      'read',
      'delivered',
      'delivered',
      'sent',
    ]);
  });
});

describe('a transcript', () => {
  const at = new Date('2026-07-04T07:14:00Z');
  const line = { sender: 'user' as const, senderName: null, content: 'Hello', at };

  it('names the sender of each message, with the time in Lagos', () => {
    const reply = { sender: 'agent' as const, senderName: 'Ọlámidé', content: 'Good morning', at };
    expect(transcriptOf([line, reply], 'Amina')).toBe(
      '4 July, 08:14, Amina:\nHello\n\n4 July, 08:14, Ọlámidé:\nGood morning',
    );
  });

  it('of a very long conversation has its last part, and says so', () => {
    const lines = Array.from({ length: 2000 }, (_, n) => ({ ...line, content: `No. ${n} 😀` }));
    const text = transcriptOf(lines, 'Amina');
    expect(text).toMatch(/^\(The beginning is left out\.\)\n\n/);
    expect(text.length).toBeLessThan(10_100);
    expect(text).toMatch(/No\. 1999 😀$/);
    expect(text.isWellFormed()).toBe(true);
  });
});
