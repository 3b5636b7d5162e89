import { type Font, openSync } from 'fontkit';
import { expect, it } from 'vitest';
import { printable, printableText } from './printable-text.policy.ts';

const fonts = ['regular', 'bold'].map(
  (face) => openSync(new URL(`fonts/overpass-${face}.ttf`, import.meta.url).pathname) as Font,
);

it.each([
  "Sa'adatu Sa’adatu Rabi‘u Shuʼaibu Muʻazu Isʿaq Isʾhaq Mu`azu",
  'Ɓala Ɗan-Ladi Ƙano Ƴar’adua ɓɗƙƴ',
  'Ọláyínká Ẹ̀gbẹ́ Ṣọlá Ńwéké Ṅgọzi',
  'Abdul‑Rahman Okonjo–Iweala Ada\u202fObi \u202aAda\u202c',
])('the font of invoices and receipts has every letter of %s', (name) => {
  const letters = [...printableText(name.normalize('NFC'))].filter((letter) => letter.trim() !== '');
  for (const font of fonts) {
    expect(letters.filter((letter) => !font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))).toEqual([]);
  }
});

it('only texts of a document are changed', () => {
  const document = { buyer: ['Abdul‑Rahman'], rate: 7.5, stamp: null };
  expect(printable(document)).toEqual({ buyer: ['Abdul-Rahman'], rate: 7.5, stamp: null });
});
