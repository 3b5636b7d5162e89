import { expect, test } from 'vitest';
import { conversationLines } from './conversation-lines.ts';
import { addMessages, emptyHistory } from './message-history.ts';
import { messageOf, sessionOf } from './testing/fake-chat.ts';

const TODAY = '2026-11-21T20:00:00.000Z';
const history = addMessages(emptyHistory, [
  messageOf(1, 'user', 'Good evening', 'a'),
  messageOf(2, 'agent', 'Good evening Amina'),
  messageOf(3, 'user', 'Thank you', 'b'),
]);
const nothing = { session: sessionOf(), turns: [], outgoing: [], history: emptyHistory };

test('the log says once who joined, before their first message, also when the page was loaded later', () => {
  const lines = conversationLines({ ...nothing, history }, TODAY);
  expect(lines.map(({ kind }) => kind)).toEqual(['mine', 'joined', 'theirs', 'mine']);
});

test('where the page learned that an agent joined, it says so at that place and not again', () => {
  const turns = [{ afterSeq: 0, at: TODAY, what: { type: 'joined' as const, name: 'Tosin' } }];
  const lines = conversationLines({ ...nothing, history, turns }, TODAY);
  expect(lines.map(({ kind }) => kind)).toEqual(['joined', 'mine', 'theirs', 'mine']);
});

test('an agent who has joined and not written yet is named', () => {
  expect(conversationLines(nothing, TODAY)).toEqual([{ kind: 'joined', key: 'joined', name: 'Tosin', at: null }]);
});

test('a day other than today is written above its messages', () => {
  const lines = conversationLines({ ...nothing, history }, '2026-11-23T20:00:00.000Z');
  expect(lines[0]).toEqual({ kind: 'day', key: 'day 1', day: '21 November' });
  expect(lines.filter(({ kind }) => kind === 'day')).toHaveLength(1);
});

test('a message keeps its place in the page when it has been stored, and pending ones come last', () => {
  const outgoing = [{ clientMessageId: 'c', content: 'Bye', writtenAt: TODAY, tick: 'sending' as const }];
  const before = conversationLines({ ...nothing, history, outgoing }, TODAY);
  const after = conversationLines(
    { ...nothing, history: addMessages(history, [messageOf(4, 'user', 'Bye', 'c')]) },
    TODAY,
  );
  expect(before.at(-1)).toMatchObject({ key: 'c', tick: 'sending' });
  expect(after.at(-1)).toMatchObject({ key: 'c', tick: 'sent' });
  expect(after).toHaveLength(before.length);
});

test('a message that has just been stored appears once, also while it still counts as pending', () => {
  const outgoing = [{ clientMessageId: 'b', content: 'Thank you', writtenAt: TODAY, tick: 'sending' as const }];
  expect(conversationLines({ ...nothing, history, outgoing }, TODAY).filter(({ key }) => key === 'b')).toHaveLength(1);
});

test('one’s own message that was answered before the ones ahead of it stays in view', () => {
  const early = addMessages(emptyHistory, [messageOf(2, 'user', 'Bye', 'c')]);
  expect(conversationLines({ ...nothing, history: early }, TODAY).at(-1)).toMatchObject({ key: 'c', content: 'Bye' });
});
