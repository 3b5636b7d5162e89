import { languages } from '../../../apps/web/src/shared/i18n/languages.ts';
import { shapeOf } from '../../../apps/web/src/shared/i18n/translate.ts';
import { lineAt, type Repository, type Violation } from '../violation.ts';
import type { Text } from './collect-texts.ts';

/** The translations of one language, as its file has them. */
export type TranslationFile = {
  readonly code: string;
  readonly path: string;
  readonly entries: ReadonlyMap<string, string>;
};

/** Common words that every language has, whether a screen shows them now or not (specification section 2). */
const COMMON = ['Error', 'Retry', 'Loading...', 'Save', 'Cancel', 'Submit', 'Welcome'];

/** The texts that translators need, each once: a text of the server that another one with values covers is left out. */
export function textsToTranslate(texts: readonly Text[]): string[] {
  const written = texts.filter(({ file }) => file.startsWith('apps/web/')).map(({ english }) => english);
  const ours = new Set([...written, ...COMMON]);
  const known = new Map([...ours].map((english) => [skeleton(english), english]));
  for (const { english } of texts) if (!known.has(skeleton(english))) known.set(skeleton(english), english);
  const distinct = new Set([...ours, ...known.values()]);
  const shapes = [...distinct].map(shapeOf).filter((shape) => shape !== null);
  return [...distinct].filter(
    (english) => ours.has(english) || english.includes('{') || !shapes.some((shape) => shape.test(english)),
  );
}

function skeleton(english: string): string {
  return english.replace(/\{\w+\}/g, '{}');
}

/** The file of each language other than English; one that is not there has no entries. Throws where it is not JSON. */
export function readTranslations({ files }: Repository): TranslationFile[] {
  return languages
    .filter(({ code }) => code !== 'en')
    .map(({ code }) => {
      const path = `apps/web/src/shared/i18n/${code}.json`;
      const text = files.find((file) => file.path === path)?.text ?? '{}';
      return { code, path, entries: new Map(Object.entries(JSON.parse(text) as Record<string, string>)) };
    });
}

/** Every translation belongs to an English text that is still there, keeps its {names}, and is written in composed characters (NFC). */
export function checkTranslations(repository: Repository, texts: readonly Text[]): Violation[] {
  const wanted = new Set(textsToTranslate(texts));
  return readTranslations(repository).flatMap(({ path, entries }) => {
    const text = repository.files.find((file) => file.path === path)?.text ?? '';
    const lineOf = (english: string) => lineAt(text, Math.max(0, text.indexOf(JSON.stringify(english))));
    return [...entries].flatMap(([english, translation]) =>
      faultsOf(english, translation, wanted).map(({ rule, says }) => ({
        file: path,
        line: lineOf(english),
        rule,
        says,
      })),
    );
  });
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

/** A text whose {names} are not those it is given, at the places where both can be seen. */
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
