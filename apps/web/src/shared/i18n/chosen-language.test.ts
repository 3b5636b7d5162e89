import { afterEach, expect, test, vi } from 'vitest';
import { chooseLanguage, languageChosenHere } from './chosen-language.ts';

afterEach(() => vi.unstubAllGlobals());

/** A page of this address, whose cookies are what was written last. */
function openPage(protocol: 'http:' | 'https:', cookie = '') {
  const page = { cookie, documentElement: { lang: '' } };
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { protocol });
  return page;
}

test('over https the chosen language is in a cookie that only this host can set, and what a neighbour sets does not count', async () => {
  const page = openPage('https:', 'language=ha');
  expect(languageChosenHere()).toBeNull();
  await chooseLanguage('en');
  expect(page.cookie).toMatch(/^__Host-language=en; Path=\/; Max-Age=\d+; SameSite=Lax; Secure$/);
  expect(languageChosenHere()).toBe('en');
});

test('over http, where no prefix is possible, the chosen language is remembered as well', async () => {
  const page = openPage('http:');
  await chooseLanguage('en');
  expect(page.cookie).toMatch(/^language=en; Path=\/; Max-Age=\d+; SameSite=Lax$/);
  expect(languageChosenHere()).toBe('en');
});
