import { expect, test } from 'vitest';
import { lineDifference } from './line-difference.ts';

const drawn = (before: string, after: string) =>
  lineDifference(before, after).map(({ kind, text }) => `${{ removed: '-', added: '+', same: ' ' }[kind]}${text}`);

test('lines that stayed are kept in place between those that were removed and added', () => {
  expect(drawn('a\nb\nc', 'a\nB\nc\nd')).toEqual([' a', '-b', '+B', ' c', '+d']);
  expect(drawn('x\na\nb', 'a\nb')).toEqual(['-x', ' a', ' b']);
  expect(drawn('', 'a')).toEqual(['-', '+a']);
});

test('both texts can be read from a difference', () => {
  const [before, after] = ['one\ntwo\nthree\nfour\n', 'zero\none\nthree\nfive\nfour'];
  const lines = lineDifference(before, after);
  const without = (kind: string) =>
    lines
      .filter((line) => line.kind !== kind)
      .map(({ text }) => text)
      .join('\n');
  expect([without('added'), without('removed')]).toEqual([before, after]);
});
