import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import hausa from '../src/shared/i18n/ha.json' with { type: 'json' };
import igbo from '../src/shared/i18n/ig.json' with { type: 'json' };
import longHausa from '../src/shared/i18n/long/ha.json' with { type: 'json' };
import longIgbo from '../src/shared/i18n/long/ig.json' with { type: 'json' };
import longYoruba from '../src/shared/i18n/long/yo.json' with { type: 'json' };
import yoruba from '../src/shared/i18n/yo.json' with { type: 'json' };

/** What the Latin font has, which is asked for every letter that no other claims. */
const LATIN =
  /[\u0020-\u007e\u00a0-\u00ff\u2009\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u2032\u2033\u2122\u2191\u2193\u2212]/;

/** The letters that the other fonts are asked for, from the style sheet. */
function lettersClaimed(): Set<number> {
  const css = readFileSync(new URL('../src/app/tokens.css', import.meta.url), 'utf8');
  const ranges = [...css.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)];
  return new Set(
    ranges.flatMap(([, first = '', last = first]) => {
      const from = Number.parseInt(first, 16);
      return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, step) => from + step);
    }),
  );
}

test.each([
  ['Yorùbá', { ...yoruba, ...longYoruba }],
  ['Hausa', { ...hausa, ...longHausa }],
  ['Igbo', { ...igbo, ...longIgbo }],
])('every letter of %s is in one of our fonts', (_, words) => {
  const claimed = lettersClaimed();
  const letters = new Set(Object.values(words).join(''));
  expect([...letters].filter((letter) => !LATIN.test(letter) && !claimed.has(letter.codePointAt(0) ?? 0))).toEqual([]);
});
