import { expect, it } from 'vitest';
import { foldName } from './fold-name.ts';

it.each([
  ['saadatu', ["Sa'adatu", 'Sa’adatu', 'Sa‘adatu', 'Saʼadatu', 'Sa`adatu', 'SAADATU', 'Sa-adatu', 'Sa adatu']],
  ['danladi', ['Ɗanladi', 'Ɗan-Ladi', 'Dan Ladi', 'dan\u00a0ladi', 'ɗan‑ládi']],
  ['yaradua', ["Ƴar'adua", "'Yar’adua", 'Yar Adua', 'Yar-Adua']],
  ['olayinka', ['Ọláyínká', 'Ọláyínká'.normalize('NFD'), 'olayinka']],
  ['nwekeobi', ['Ńwéké-Obi', 'Nweke Obi', 'NWEKE.OBI']],
])('%s is one name, however it is written', (folded, names) => {
  for (const name of names) expect(foldName(name), name).toBe(folded);
});
