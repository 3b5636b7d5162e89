import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { englishOfNotices, type NoticeTexts } from './features/notification/notice-words.ts';

const CODES = ['yo', 'ha', 'ig'] as const;

function readDictionary(folder: string, code: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(join(folder, `${code}.json`), 'utf8')) as Record<string, string>;
  } catch {
    return {};
  }
}

/** The translations of what notices say, out of the website's dictionaries (`<language>.json`). A language that is not there is spoken in English. */
export function readNoticeTexts(folder: string): NoticeTexts {
  const wanted = englishOfNotices();
  const texts = CODES.map((code) => {
    const dictionary = readDictionary(folder, code);
    return [
      code,
      Object.fromEntries(
        wanted.flatMap((english) => {
          const said = dictionary[english];
          return said === undefined ? [] : [[english, said]];
        }),
      ),
    ] as const;
  });
  return Object.fromEntries(texts);
}
