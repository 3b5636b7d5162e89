import { expect, test } from 'vitest';
import { bidiIsolate } from './bidi-isolate.ts';

test.each(['Ọlábísí Adé', "O'Neil-Ada", '<script>alert(1)</script>', '=1+1', '😀'.repeat(100), 'Ngozi 2'])(
  'the name %s stands within a text as it was written',
  (name) => {
    expect(bidiIsolate(name)).toBe(name);
  },
);

test.each(['\u202Eevil', '\u2069\u202Eevil', 'e\u2067vil\u2066', '\u202A\u202B\u202C\u202Devil'])(
  'a name cannot change the direction of the text around it: %j',
  (name) => {
    expect(bidiIsolate(name)).toBe('evil');
  },
);

test('a name in a right-to-left script does not reorder its neighbours', () => {
  expect(bidiIsolate('أمينة بيلو')).toBe('\u2068أمينة بيلو\u2069');
  expect(bidiIsolate('\u202Eשלום')).toBe('\u2068שלום\u2069');
});
