import { readFileSync } from 'node:fs';
import { type Font, openSync } from 'fontkit';
import { expect, test } from 'vitest';
import hausa from '../src/shared/i18n/ha.json' with { type: 'json' };
import igbo from '../src/shared/i18n/ig.json' with { type: 'json' };
import longHausa from '../src/shared/i18n/long/ha.json' with { type: 'json' };
import longIgbo from '../src/shared/i18n/long/ig.json' with { type: 'json' };
import longYoruba from '../src/shared/i18n/long/yo.json' with { type: 'json' };
import yoruba from '../src/shared/i18n/yo.json' with { type: 'json' };

type Face = {
  readonly url: string;
  readonly font: Font;
  /** The letters for which the style sheet loads this file; null: all. */
  readonly claimed: ReadonlySet<number> | null;
};

const web = new URL('../', import.meta.url);
const styleSheet = readFileSync(new URL('src/app/styles/tokens.css', web), 'utf8');

/** The font files in the style sheet, with their descriptors. */
const faces: readonly Face[] = [...styleSheet.matchAll(/@font-face\s*\{([^}]*)\}/g)].flatMap(([, rule = '']) => {
  const url = /url\("(.+?\.woff2)"\)/.exec(rule)?.[1];
  if (url === undefined) return [];
  const font = openSync(new URL(`public${url}`, web).pathname) as Font;
  return [{ url, font, claimed: rule.includes('unicode-range') ? rangesIn(rule) : null }];
});

function rangesIn(rule: string): Set<number> {
  return new Set(
    [...rule.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].flatMap(([, first = '', last = first]) => {
      const from = Number.parseInt(first, 16);
      return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, step) => from + step);
    }),
  );
}

const codesOf = (text: string) => [...text].map((letter) => letter.codePointAt(0) ?? 0);
const isBlank = (code: number) => String.fromCodePoint(code).trim() === '';

/** Whether the file has a shape for it: a glyph without an outline is invisible. */
function isDrawnBy({ font }: Face, code: number): boolean {
  if (!font.hasGlyphForCodePoint(code)) return false;
  return isBlank(code) || font.glyphForCodePoint(code).path.commands.length > 0;
}

/**
 * Letters with their marks, as one unit: a mark from another file than its letter would be
 * misplaced.
 */
const lettersOf = (texts: readonly string[]) =>
  new Set(texts.flatMap((text) => [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)));

const undrawn = (letters: Iterable<string>) =>
  [...letters].filter(
    (letter) =>
      !faces.some((face) =>
        codesOf(letter).every((code) => (face.claimed?.has(code) ?? true) && isDrawnBy(face, code)),
      ),
  );

test.each([
  ['Yorùbá', { ...yoruba, ...longYoruba }],
  ['Hausa', { ...hausa, ...longHausa }],
  ['Igbo', { ...igbo, ...longIgbo }],
])('every letter of %s is in one of our font files, and the style sheet loads that file for it', (_, words) => {
  const letters = lettersOf(Object.values(words));
  expect(letters.size).toBeGreaterThan(50);
  expect(undrawn(letters)).toEqual([]);
});

test('the naira sign is in one of our font files', () => {
  expect(undrawn('₦')).toEqual([]);
});

test('no font file is loaded for a letter that it does not have', () => {
  const empty = faces.flatMap((face) =>
    [...(face.claimed ?? [])]
      .filter((code) => !isDrawnBy(face, code))
      .map((code) => `${String.fromCodePoint(code)} in ${face.url}`),
  );
  expect(faces).toHaveLength(3);
  expect(empty).toEqual([]);
});
