import { alsoSpeak } from './chosen-language.ts';
import type { LoadDictionary } from './languages.ts';

/** The translations of long texts, which other pages do not download. */
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
 * A page with such texts, once they are there in the reader's language: nothing of it is shown in
 * English first.
 */
export async function withLongTexts<Page>(page: Page): Promise<Page> {
  await alsoSpeak(loadLongTexts);
  return page;
}
