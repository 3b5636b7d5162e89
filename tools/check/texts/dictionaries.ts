import { languages } from '../../../apps/web/src/shared/i18n/languages.ts';
import type { Translate } from '../../../apps/web/src/shared/i18n/translate.ts';
import { shapeOf, translator } from '../../../apps/web/src/shared/i18n/translator.ts';
import { lineAt, type Repository, type Violation } from '../violation.ts';
import type { Text } from './collect-texts.ts';

/** The translations of one language, from its file. */
export type TranslationFile = {
  readonly code: string;
  readonly path: string;
  readonly entries: ReadonlyMap<string, string>;
};

/**
 * Common words that every language has, whether or not a screen currently shows them (specification
 * section 2).
 */
const COMMON = ['Error', 'Retry', 'Loading...', 'Save', 'Cancel', 'Submit', 'Welcome'];

/**
 * Texts that only mails and SMS have, each once; texts that notices also show at the bell are among
 * those of pages.
 */
export function textsInMails(texts: readonly Text[]): string[] {
  const atBell = new Set(texts.filter(({ file }) => file.startsWith('packages/kernel/')).map(({ english }) => english));
  const sent = texts.filter((text) => text.sent && !atBell.has(text.english));
  return [...new Set(sent.map(({ english }) => english))];
}

/**
 * The texts that translators need for pages, each once: a text of the server that another one with
 * values covers is left out.
 */
export function textsToTranslate(all: readonly Text[]): string[] {
  const texts = all.filter(({ sent }) => !sent);
  const written = texts.filter(({ file }) => file.startsWith('apps/web/')).map(({ english }) => english);
  const ours = new Set([...written, ...COMMON]);
  const known = new Map([...ours].map((english) => [skeleton(english), english]));
  for (const { english } of texts) if (!known.has(skeleton(english))) known.set(skeleton(english), english);
  const distinct = new Set([...ours, ...known.values()]);
  // Pages have patterns only for what the server sends.
  const fromServer = new Set(texts.filter(isFromServer).map(({ english }) => skeleton(english)));
  const sent = [...distinct].filter((english) => fromServer.has(skeleton(english)));
  const shapes = sent.map(shapeOf).filter((shape) => shape !== null);
  return [...distinct].filter(
    (english) => ours.has(english) || english.includes('{') || !shapes.some((shape) => shape.test(english)),
  );
}

/**
 * The texts that the server sends with their values filled in, as the dictionaries have them. Those
 * of notices (kernel) are sent separately from their values.
 */
export function textsSentByServer(texts: readonly Text[]): string[] {
  const keys = new Map(textsToTranslate(texts).map((english) => [skeleton(english), english]));
  const sent = texts
    .filter((text) => !text.sent && isFromServer(text))
    .map(({ english }) => keys.get(skeleton(english)) ?? english);
  return [...new Set(sent)].filter((english) => shapeOf(english) !== null).sort();
}

function isFromServer({ file }: Text): boolean {
  return /^(apps\/server|packages\/contract)\//.test(file);
}

function skeleton(english: string): string {
  return english.replace(/\{\w+\}/g, '{}');
}

/**
 * Texts that occur in these places alone may be in the file of a language that only those pages
 * download.
 */
const LONG = /^apps\/web\/src\/pages\/site\/(legal\/|demo\/architecture\.ts$)/;

const PAGES = 'apps/web/src/shared/i18n/';
const LONG_PAGES = `${PAGES}long/`;
/** Texts of the server only, which no page downloads. */
const MAILS = 'apps/server/src/messaging/notices/texts/';

/**
 * The texts of pages in each language other than English, those of its two files together; a
 * missing one has no entries. Throws where it is not JSON.
 */
export function readTranslations(repository: Repository): TranslationFile[] {
  const [ours, long] = [readFiles(repository, PAGES), readFiles(repository, LONG_PAGES)];
  return ours.map((file, index) => ({ ...file, entries: new Map([...file.entries, ...(long[index]?.entries ?? [])]) }));
}

/** The same of mails and texts. */
export function readMailTranslations(repository: Repository): TranslationFile[] {
  return readFiles(repository, MAILS);
}

function readFiles({ files }: Repository, folder: string): TranslationFile[] {
  return languages
    .filter(({ code }) => code !== 'en')
    .map(({ code }) => {
      const path = `${folder}${code}.json`;
      const text = files.find((file) => file.path === path)?.text ?? '{}';
      return { code, path, entries: new Map(Object.entries(JSON.parse(text) as Record<string, string>)) };
    });
}

/**
 * A text of the second file of a language that pages without that file show too, or that is in the
 * first file as well.
 */
export function checkLongTexts(repository: Repository, texts: readonly Text[]): Violation[] {
  const ours = readFiles(repository, PAGES);
  const elsewhere = new Set(texts.filter(({ file }) => !LONG.test(file)).map(({ english }) => english));
  return readFiles(repository, LONG_PAGES).flatMap(({ path, entries }, index) =>
    [...entries.keys()]
      .filter((english) => elsewhere.has(english) || ours[index]?.entries.has(english))
      .map((english) => ({
        file: path,
        line: lineOf(repository, path, english),
        rule: 'long-text',
        says: beyond(english),
      })),
  );
}

function beyond(english: string): string {
  return `"${english}" is wanted by pages that do not download this file: it belongs into the other file of the language, once.`;
}

function lineOf({ files }: Repository, path: string, english: string): number {
  const text = files.find((file) => file.path === path)?.text ?? '';
  return lineAt(text, Math.max(0, text.indexOf(JSON.stringify(english))));
}

/**
 * Every translation belongs to an English text that still exists, keeps its {names}, and is written
 * in composed characters (NFC).
 */
export function checkTranslations(repository: Repository, texts: readonly Text[]): Violation[] {
  const onPages = new Set(textsToTranslate(texts));
  const inMails = new Set(textsInMails(texts));
  const faultsIn = (files: readonly TranslationFile[], wanted: ReadonlySet<string>) =>
    files.flatMap(({ path, entries }) =>
      [...entries].flatMap(([english, translation]) =>
        faultsOf(english, translation, wanted).map((fault) => ({
          file: path,
          line: lineOf(repository, path, english),
          ...fault,
        })),
      ),
    );
  return [
    ...faultsIn([...readFiles(repository, PAGES), ...readFiles(repository, LONG_PAGES)], onPages),
    ...faultsIn(readMailTranslations(repository), inMails),
  ];
}

/** A text that is translated differently in mails and in pages, although it is one text. */
export function checkMailTexts(repository: Repository): Violation[] {
  const pages = readTranslations(repository);
  return readMailTranslations(repository).flatMap(({ path, entries }, index) =>
    [...entries].flatMap(([english, translation]) => {
      const onPage = pages[index]?.entries.get(english) ?? translation;
      if (onPage === translation) return [];
      const says = `"${english}" is "${onPage}" on pages: say the same.`;
      return [{ file: path, line: lineOf(repository, path, english), rule: 'said-in-two-ways', says }];
    }),
  );
}

export const SENT = 'apps/web/src/shared/i18n/sent-by-server.json';

/**
 * The page knows exactly the texts that the server sends, and shows a missing translation
 * completely in English, never mixed.
 */
export function checkSentByServer(repository: Repository, texts: readonly Text[]): Violation[] {
  const sent = textsSentByServer(texts);
  const listed = repository.files.find(({ path }) => path === SENT)?.text ?? '';
  const outdated = listed === formatSent(sent) ? [] : [{ file: SENT, line: 1, rule: 'sent-by-server', says: OUTDATED }];
  const halves = readTranslations(repository).flatMap(({ path, entries }) => {
    const translate = translator(Object.fromEntries(entries), sent);
    const missing = textsToTranslate(texts).filter((english) => !entries.has(english));
    return missing
      .filter((english) => !english.includes('{') && translate(english) !== english)
      .map((english) => ({ file: path, line: 1, rule: 'translation-in-half', says: halfOf(english, translate) }));
  });
  return [...outdated, ...halves];
}

const OUTDATED = 'is not the list of what the server sends: npm run texts -- --sent writes it.';

function halfOf(english: string, translate: Translate): string {
  return `"${english}" comes out as "${translate(english)}": translate it, or say more in the text that the server sends.`;
}

/** The content of the file that lists them. */
export function formatSent(sent: readonly string[]): string {
  return `${JSON.stringify(sent, null, 2)}\n`;
}

function faultsOf(english: string, translation: string, wanted: ReadonlySet<string>): { rule: string; says: string }[] {
  if (!wanted.has(english)) {
    return [{ rule: 'translation-of-nothing', says: `"${english}" is no text of the portal any more: take it out.` }];
  }
  if (typeof translation !== 'string' || translation.trim() === '') {
    return [{ rule: 'translation-empty', says: `"${english}" has no text: write one, or take it out.` }];
  }
  const faults: { rule: string; says: string }[] = [];
  const [names, kept] = [namesOf(english), namesOf(translation)];
  if (names !== kept) {
    faults.push({
      rule: 'translation-names',
      says: `"${english}" has ${names || 'no names'}, its translation ${kept || 'none'}.`,
    });
  }
  if (translation !== translation.normalize('NFC')) {
    faults.push({
      rule: 'translation-nfc',
      says: `the translation of "${english}" has taken-apart characters: normalise it to NFC.`,
    });
  }
  return faults;
}

function namesOf(text: string): string {
  return [...new Set(text.match(/\{\w+\}/g))].sort().join(' ');
}

/** A text whose {names} differ from its values, at the places where both can be seen. */
export function checkGivenNames(texts: readonly Text[]): Violation[] {
  return texts.flatMap(({ english, file, line, values }) => {
    if (values === null) return [];
    const given = [...values]
      .sort()
      .map((name) => `{${name}}`)
      .join(' ');
    if (given === namesOf(english)) return [];
    const says = `"${english}" has ${namesOf(english) || 'no names'} but is given ${given || 'none'}.`;
    return [{ file, line, rule: 'text-names', says }];
  });
}
