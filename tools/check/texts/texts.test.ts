import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailTexts, screenFaults, soilTexts, textSoil } from '../planted/translations.ts';
import { plantTree } from '../planted/tree.ts';
import { checkSources } from '../source-tree.ts';
import type { Repository } from '../violation.ts';
import { type Text, textsOf } from './collect-texts.ts';
import {
  checkGivenNames,
  checkLongTexts,
  checkMailTexts,
  checkSentByServer,
  checkTranslations,
  formatSent,
  readTranslations,
  SENT,
  textsInMails,
  textsSentByServer,
  textsToTranslate,
} from './dictionaries.ts';

const texts: Text[] = [];
let root = '';
beforeAll(() => {
  const tree = plantTree(textSoil);
  root = tree.root;
  checkSources(tree, [
    (source) => {
      texts.push(...textsOf(source));
      return [];
    },
  ]);
});
afterAll(() => rmSync(root, { recursive: true }));

const yoruba = 'apps/web/src/shared/i18n/yo.json';
const mailsYoruba = 'apps/server/src/messaging/notices/texts/yo.json';
const longYoruba = 'apps/web/src/shared/i18n/long/yo.json';
const translated = (entries: Record<string, unknown>): Repository => ({
  root: '/nowhere',
  files: [{ path: yoruba, text: JSON.stringify(entries, null, 2) }],
});

describe('the list of texts', () => {
  it('has the texts of screens, rules, the server and the provider, each once, and none that only tests, staff, machines or readers of receipts see', () => {
    const common = ['Error', 'Retry', 'Loading...', 'Save', 'Cancel', 'Submit', 'Welcome'];
    expect(textsToTranslate(texts).sort()).toEqual([...soilTexts, ...common].sort());
  });

  it('has a text of the server although a page has a similar one with values: patterns are only for what the server sends', () => {
    const said = (file: string, english: string): Text => ({ file, english, line: 1, values: null });
    const ofPage = said('apps/web/src/pages/catalogue/plans-page.tsx', '{data} a month');
    const whole = said('apps/server/src/catalogue/plans/seed-catalogue.ts', '2 TB a month');
    const filled = said('apps/server/src/catalogue/plans/seed-catalogue.ts', '{gigabytes} GB a month');
    const covered = said('apps/server/src/catalogue/plans/seed-catalogue.ts', '40 GB a month');
    const wanted = textsToTranslate([ofPage, whole, filled, covered]);
    expect(wanted).toEqual(expect.arrayContaining(['2 TB a month', '{gigabytes} GB a month']));
    expect(wanted).not.toContain('40 GB a month');
  });

  it('has the texts of mails apart from those of pages', () => {
    expect(textsInMails(texts)).toEqual(mailTexts);
  });

  it('a text whose names are not those of its values is a violation at its line', () => {
    expect(checkGivenNames(texts)).toMatchObject(screenFaults);
  });

  it('a language without a file has everything to translate', () => {
    expect(readTranslations({ root, files: [] }).map(({ code, entries }) => [code, entries.size])).toEqual([
      ['yo', 0],
      ['ha', 0],
      ['ig', 0],
    ]);
  });
});

describe('the list of what the server sends', () => {
  const list = (sent: readonly string[], entries: Record<string, string> = {}): Repository => ({
    root: '/nowhere',
    files: [...translated(entries).files, { path: SENT, text: formatSent(sent) }],
  });
  const sent = ['Use at most {maxLength} characters', '{name}, one month'];

  it('has the texts with values of rules and the server, and none of a screen', () => {
    expect(textsSentByServer(texts)).toEqual(sent);
    expect(checkSentByServer(list(sent), texts)).toEqual([]);
  });

  it('is a violation when it is out of date', () => {
    expect(checkSentByServer(list([...sent, 'Hello {name}']), texts)).toMatchObject([{ file: SENT, line: 1 }]);
  });

  it('has no missing text that would appear half in another language', () => {
    const screen = { english: 'All of it, one month', file: 'apps/web/src/shared/ui/screen.tsx', line: 1, values: [] };
    const found = checkSentByServer(list(sent, { '{name}, one month': '{name}, oṣù kan' }), [...texts, screen]);
    expect(found).toMatchObject([{ file: yoruba, rule: 'translation-in-half' }]);
    expect(found[0]?.says).toContain('All of it, oṣù kan');
  });
});

describe('a translation is rejected at its line', () => {
  const good = { Open: 'Ṣí i', 'Hello {name}': 'Ẹ káàbọ̀, {name}', '{name}, one month': '{name}, oṣù kan' };

  it.each([
    ['translation-of-nothing', { ...good, 'Gone long ago': 'Ó ti lọ' }],
    ['translation-names', { ...good, 'Write to {address}': 'Kọ̀wé sí {adirẹsi}' }],
    ['translation-names', { ...good, 'Write to {address}': 'Kọ̀wé sí wa' }],
    ['translation-empty', { ...good, Busy: ' ' }],
    ['translation-nfc', { ...good, Busy: 'Ọwọ́ dí'.normalize('NFD') }],
  ])('%s', (rule, entries) => {
    expect(checkTranslations(translated(entries), texts)).toMatchObject([{ file: yoruba, line: 5, rule }]);
  });

  it('a good one is accepted', () => {
    expect(checkTranslations(translated(good), texts)).toEqual([]);
  });

  it('the texts of mails are in the server’s file, with the pages’ translation where these have them too', () => {
    const mails = (entries: object): Repository => ({
      root: '/nowhere',
      files: [...translated(good).files, { path: mailsYoruba, text: JSON.stringify(entries, null, 2) }],
    });
    const own = { Open: 'Ṣí i', 'Dear {name}': '{name} ọ̀wọ́n' };
    expect(checkTranslations(mails(own), texts)).toEqual([]);
    expect(checkMailTexts(mails(own))).toEqual([]);
    expect(checkTranslations(mails({ ...own, Busy: 'Ọwọ́ dí' }), texts)).toMatchObject([
      { file: mailsYoruba, line: 4, rule: 'translation-of-nothing' },
    ]);
    expect(checkTranslations(translated({ ...good, 'Sent on': 'A ti fi ránṣẹ́' }), texts)).toMatchObject([
      { file: yoruba, line: 5, rule: 'translation-of-nothing' },
    ]);
    expect(checkMailTexts(mails({ ...own, Open: 'Ṣí' }))).toMatchObject([
      { file: mailsYoruba, line: 2, rule: 'said-in-two-ways' },
    ]);
  });

  it('the texts of application pages are not among the long texts, which they do not download, and no text is in both', () => {
    const law = (english: string): Text => ({
      english,
      file: 'apps/web/src/pages/site/legal/law.ts',
      line: 1,
      values: [],
    });
    const files = (long: object): Repository => ({
      root: '/nowhere',
      files: [...translated(good).files, { path: longYoruba, text: JSON.stringify(long, null, 2) }],
    });
    const all = [...texts, law('The law'), law('Open'), law('Hello {name}')];
    expect(checkLongTexts(files({ 'The law': 'Òfin' }), all)).toEqual([]);
    expect(checkTranslations(files({ 'The law': 'Òfin' }), all)).toEqual([]);
    const rule = 'long-text';
    expect(checkLongTexts(files({ 'The law': 'Òfin', Busy: 'Ọwọ́ dí' }), all)).toMatchObject([
      { file: longYoruba, line: 3, rule },
    ]);
    expect(checkLongTexts(files({ Open: 'Ṣí i' }), [law('Open')])).toMatchObject([{ file: longYoruba, line: 2, rule }]);
    expect(checkTranslations(files({ 'The law': ' ' }), all)).toMatchObject([{ file: longYoruba, line: 2 }]);
  });
});
