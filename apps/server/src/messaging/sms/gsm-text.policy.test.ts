import { expect, it } from 'vitest';
import { cutGsm, gsmLength, gsmText } from './gsm-text.policy.ts';

it.each([
  ['Yorùbá: ẹ̀kọ́ ọ̀ṣọ́', 'Yorùba: eko oso'],
  ['Hausa: ɓera, ɗaki, ƙofa, ƴa', 'Hausa: bera, daki, kofa, ya'],
  ['Igbo: ịzụ ọcha ṅụọ', 'Igbo: izu ocha nuo'],
  ['₦20,000 – “Adé’s”', `N20,000 - "Adé's"`],
  ['decomposed: e\u0323 o\u0301', 'decomposed: e o'],
  ['😀 Привет ١', ' ?????? ?'],
])('%s is written with letters that every phone shows', (text, shown) => {
  expect(gsmText(text)).toBe(shown);
  expect(gsmLength(gsmText(text))).not.toBeNull();
});

it('letters of the extension take two places, and others have no length', () => {
  expect(gsmLength('a€')).toBe(3);
  expect(gsmLength('ẹ')).toBeNull();
});

it('a text is cut to its places, extension letters included', () => {
  expect(cutGsm('Adewale', 10)).toBe('Adewale');
  expect(cutGsm('Adewale Ogunbanjo', 9)).toBe('Adewale.');
  for (const places of [3, 4, 5, 6]) expect(gsmLength(cutGsm('€€€€', places))).toBeLessThanOrEqual(places);
});
