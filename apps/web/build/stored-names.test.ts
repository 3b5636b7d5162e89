import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { cookieSections } from '../src/pages/site/legal/cookies-text.ts';

const web = resolve(import.meta.dirname, '..');
const STORES = /\b(?:localStorage|sessionStorage|caches\.open|agentStorageOf|indexedDB)\b/;
/** How files call the keys of what they store, or what these begin with. */
const NAME = /\bconst (?:[A-Z]+_)?(?:KEY|PREFIX) = '([^']+)'/g;

const sources = globSync(['src/**/*.{ts,tsx}', 'service-worker/*.ts'], { cwd: web })
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(web, path), 'utf8') }));
/** The cookies that the page writes itself; those of the server are in its own code. */
const COOKIE = /\bconst (?:[A-Z]+_)?COOKIE = '([^']+)'/g;
const namesIn = (text: string) =>
  [...text.matchAll(NAME)].map(([, name = '']) => (/[:-]$/.test(name) ? `${name}…` : name));

test('the cookie page names each thing that the site stores on a device', () => {
  const named = cookieSections.find(({ id }) => id === 'storage')?.table?.flatMap(({ names }) => names) ?? [];
  // A row of its own may say more about some of those with a common beginning.
  const isPartOf = (name: string, all: string) =>
    all !== name && all.endsWith('…') && name.startsWith(all.slice(0, -1));
  const rows = named.filter((name) => !named.some((other) => isPartOf(name, other)));
  expect(sources.flatMap(({ text }) => namesIn(text)).toSorted()).toEqual(rows.toSorted());
});

test('the cookie page names each cookie that the page writes', () => {
  const writers = sources.filter(({ text }) => text.includes('document.cookie ='));
  const named = cookieSections.find(({ id }) => id === 'cookies')?.table?.flatMap(({ names }) => names) ?? [];
  expect(writers).toHaveLength(1);
  for (const { path, text } of writers) {
    const names = [...text.matchAll(COOKIE)].map(([, name]) => name);
    expect(names, path).not.toEqual([]);
    expect(named, path).toEqual(expect.arrayContaining(names));
  }
});

test('a file that stores something names its key in a constant of its own', () => {
  const callers = /console-menu|agent-connection|use-payment-form|use-sell/;
  const keepers = sources.filter(({ path, text }) => STORES.test(text) && !callers.test(path));
  expect(keepers.length).toBeGreaterThan(8);
  for (const { path, text } of keepers) expect(namesIn(text), path).not.toEqual([]);
});
