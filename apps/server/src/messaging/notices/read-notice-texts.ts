import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { englishOfNotices, type NoticeTexts } from './notice-labels.ts';

const OWN_TEXTS = fileURLToPath(new URL('./texts', import.meta.url));

const CODES = ['yo', 'ha', 'ig'] as const;

function readDictionary(folder: string, code: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(join(folder, `${code}.json`), 'utf8')) as Record<string, string>;
  } catch {
    return {};
  }
}

/**
 * The translations of notices, from the website's dictionaries (`<language>.json`), and of the
 * other texts in mails and SMS, which are the server's own. Without a dictionary a language falls
 * back to English.
 */
export function readNoticeTexts({
  pages,
  mails = OWN_TEXTS,
}: {
  readonly pages: string;
  readonly mails?: string;
}): NoticeTexts {
  const atBell = new Set(englishOfNotices());
  const texts = CODES.map((code) => {
    const ofPages = Object.entries(readDictionary(pages, code)).filter(([english]) => atBell.has(english));
    return [code, { ...readDictionary(mails, code), ...Object.fromEntries(ofPages) }] as const;
  });
  return Object.fromEntries(texts);
}
