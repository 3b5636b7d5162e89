import { expect, test } from 'vitest';
import { isLanguageCode, languages, loadText } from './languages.ts';
import { text as english } from './text.en.ts';

const others = languages.map((language) => language.code).filter((code) => code !== 'en');

test.each(others)('%s has every string, composed as the fonts expect', async (code) => {
  const text = await loadText(code);
  expect(Object.keys(text)).toEqual(Object.keys(english));
  for (const value of Object.values(text)) {
    expect(value.trim()).not.toBe('');
    expect(value).toBe(value.normalize('NFC'));
  }
});

test('a code that is not one of the four is not a language', () => {
  expect(isLanguageCode('fr')).toBe(false);
  expect(isLanguageCode(null)).toBe(false);
  expect(languages.map((language) => language.code)).toEqual(['en', 'yo', 'ha', 'ig']);
});
