import { expect, test } from 'vitest';
import { attemptFor, hasArrived } from './reply-attempt.ts';

let count = 0;
const newId = () => `id-${++count}`;

test('the same reply sent again has the same id, another one another id', () => {
  const first = attemptFor(null, 'No light', ['a'], newId);
  expect(attemptFor(first, 'No light', ['a'], newId)).toBe(first);
  expect(attemptFor(first, 'No light at all', ['a'], newId).clientReplyId).not.toBe(first.clientReplyId);
  expect(attemptFor(first, 'No light', ['a', 'b'], newId).clientReplyId).not.toBe(first.clientReplyId);
});

test('a reply whose answer was lost is known to have arrived, unless it has been rewritten since', () => {
  const sent = attemptFor(null, 'No light', [], newId);
  const replies = [{ clientReplyId: null }, { clientReplyId: sent.clientReplyId }];
  expect(hasArrived(sent, replies, 'No light', [])).toBe(true);
  expect(hasArrived(sent, replies, 'No light, since noon', [])).toBe(false);
  expect(hasArrived(sent, [], 'No light', [])).toBe(false);
  expect(hasArrived(null, replies, '', [])).toBe(false);
});
