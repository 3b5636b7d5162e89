import { expect, test } from 'vitest';
import { isLanguageCode, languages } from './languages.ts';

test('a code that is not one of the four is not a language', () => {
  expect(isLanguageCode('fr')).toBe(false);
  expect(isLanguageCode(null)).toBe(false);
  expect(languages.map((language) => language.code)).toEqual(['en', 'yo', 'ha', 'ig']);
});
