import { expect, test } from 'vitest';
import { returnPath } from './return-path.ts';

test('after signing in people return to the page that required it', () => {
  expect(returnPath('?next=/payment')).toBe('/payment');
  expect(returnPath('?next=%2Fplans%3Fregion%3Dlagos')).toBe('/plans?region=lagos');
});

test('without such a page they go to the start page', () => {
  expect(returnPath('')).toBe('/');
  expect(returnPath('?next=')).toBe('/');
});

test.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/\t/evil.example'])(
  'an address outside the portal, %s, is never followed',
  (next) => {
    expect(returnPath(`?next=${encodeURIComponent(next)}`)).toBe('/');
  },
);
