import { expect, it } from 'vitest';
import { readWays, writeWays } from './identification-ways.ts';

it.each([
  [[]],
  [
    [
      { kind: 'card', name: 'Card: passport: seen' },
      { kind: '', name: '' },
    ],
  ],
])('reads the ways that it has written: %j', (ways) => {
  expect(readWays(writeWays(ways))).toEqual(ways);
});
