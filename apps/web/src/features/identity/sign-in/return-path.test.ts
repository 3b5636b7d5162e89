import { expect, test } from 'vitest';
import { returnPath } from './return-path.ts';

test('after signing in people come to the page that asked for it', () => {
  expect(returnPath('?next=/payment')).toBe('/payment');
  expect(returnPath('?next=%2Fplans%3Fregion%3Dlagos')).toBe('/plans?region=lagos');
});

test('without a page that asked they come to the start', () => {
  expect(returnPath('')).toBe('/');
  expect(returnPath('?next=')).toBe('/');
});

test.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/\t/evil.example'])(
  'an address outside the portal, %s, is never followed',
  (next) => {
    expect(returnPath(`?next=${encodeURIComponent(next)}`)).toBe('/');
  },
);
