import { expect, test } from 'vitest';
import { nextPlace } from './next-place.ts';

test('after signing in people come to the page that asked for it', () => {
  expect(nextPlace('?next=/payment')).toBe('/payment');
  expect(nextPlace('?next=%2Fplans%3Fregion%3Dlagos')).toBe('/plans?region=lagos');
});

test('without a page that asked they come to the start', () => {
  expect(nextPlace('')).toBe('/');
  expect(nextPlace('?next=')).toBe('/');
});

test.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/\t/evil.example'])(
  'an address outside the portal, %s, is never followed',
  (next) => {
    expect(nextPlace(`?next=${encodeURIComponent(next)}`)).toBe('/');
  },
);
