import { alsoSpeak } from './chosen-language.ts';
import type { LoadDictionary } from './languages.ts';

/** The words of pages that are read rather than used: nobody else downloads them. */
const loadLongTexts: LoadDictionary = async (code) => {
  switch (code) {
    case 'yo':
      return (await import('./long/yo.json')).default;
    case 'ha':
      return (await import('./long/ha.json')).default;
    case 'ig':
      return (await import('./long/ig.json')).default;
  }
};

/**
 * A page that has such words, once they are there in the language of the reader: nothing of it is
 * shown in English first.
 */
export async function withLongTexts<Page>(page: Page): Promise<Page> {
  await alsoSpeak(loadLongTexts);
  return page;
}
