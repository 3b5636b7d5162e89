import { expect, test } from 'vitest';
import { isLanguageCode, languages, loadDictionary } from './languages.ts';
import { translator } from './translate.ts';

const others = languages.map((language) => language.code).filter((code) => code !== 'en');

test.each(others)('the texts of %s are composed as the fonts expect and keep the names in braces', async (code) => {
  for (const [english, translated] of Object.entries(await loadDictionary(code))) {
    expect(translated.trim()).not.toBe('');
    expect(translated).toBe(translated.normalize('NFC'));
    const names = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
    expect(names(translated), english).toEqual(names(english));
  }
});

test('what a language lacks is shown in English, with its values', () => {
  const t = translator({ Plans: 'Tsare-tsare' });
  expect(t('Plans')).toBe('Tsare-tsare');
  expect(t('{count} of {total}', { count: 2, total: '5' })).toBe('2 of 5');
  expect(t('Hello {name}', {})).toBe('Hello {name}');
});

test('a code that is not one of the four is not a language', () => {
  expect(isLanguageCode('fr')).toBe(false);
  expect(isLanguageCode(null)).toBe(false);
  expect(languages.map((language) => language.code)).toEqual(['en', 'yo', 'ha', 'ig']);
});
