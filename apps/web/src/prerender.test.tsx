import { afterAll, beforeAll, expect, test } from 'vitest';
import { notFound, signedOutPages } from './app/pages.ts';
import { type PrerenderedLanguage, prerenderAll } from './prerender.tsx';
import { drawIn } from './shared/i18n/chosen-language.ts';
import hausa from './shared/i18n/ha.json' with { type: 'json' };
import igbo from './shared/i18n/ig.json' with { type: 'json' };
import longHausa from './shared/i18n/long/ha.json' with { type: 'json' };
import longIgbo from './shared/i18n/long/ig.json' with { type: 'json' };
import longYoruba from './shared/i18n/long/yo.json' with { type: 'json' };
import yoruba from './shared/i18n/yo.json' with { type: 'json' };

type Words = Readonly<Record<string, string>>;

let drawn: readonly PrerenderedLanguage[];
beforeAll(async () => {
  drawn = await prerenderAll();
}, 60_000);
afterAll(() => drawIn('en'));

/** The text of each element that says something. */
function textsOf(html: string): string[] {
  return html
    .split(/<[^>]*>/)
    .map((text) => text.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&').trim())
    .filter(Boolean);
}

test('every page for visitors is rendered in each of the four languages', () => {
  expect(drawn.map(({ code }) => code)).toEqual(['en', 'yo', 'ha', 'ig']);
  for (const { pages } of drawn)
    expect(pages.map(({ path }) => path)).toEqual([...signedOutPages, notFound].map(({ path }) => path));
});

test.each<[string, Words]>([
  ['yo', { ...yoruba, ...longYoruba }],
  ['ha', { ...hausa, ...longHausa }],
  ['ig', { ...igbo, ...longIgbo }],
])('no page in %s has a text in English that is translated', (code, words) => {
  const { pages, loading } = drawn.find((language) => language.code === code) ?? { pages: [], loading: '' };
  const known = new Set(Object.values(words));
  const inEnglish = (text: string) => words[text] !== undefined && !known.has(text);
  for (const { path, html, title } of pages) expect([title, ...textsOf(html)].filter(inEnglish), path).toEqual([]);
  expect(textsOf(loading)).toContain(words['Loading...']);
  const terms = pages.find(({ path }) => path === '/terms');
  expect(terms?.title).toBe(words['Terms of Service']);
  expect(textsOf(terms?.html ?? '')).toContain(
    words['Where this translation and the English text differ, the English text counts.'],
  );
});

test('the title and description for search engines are in English', () => {
  const [english, ...others] = drawn;
  for (const { pages } of others)
    expect(pages.map(({ description }) => description)).toEqual(english?.pages.map(({ description }) => description));
});
