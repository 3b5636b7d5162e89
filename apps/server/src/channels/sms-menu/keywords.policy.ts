import type { LanguageCode } from '@portal/contract/messaging/notices';

export type Keyword = 'balance' | 'fault' | 'pay' | 'call' | 'stop' | 'start' | 'help';

/** Each keyword in English and in the languages' own words, without the marks that few type on a phone. */
const WORDS: Readonly<Record<Keyword, Readonly<Record<LanguageCode, readonly string[]>>>> = {
  balance: { en: ['BAL', 'BALANCE'], yo: ['OWO'], ha: ['KUDI', "MA'AUNI", 'MAAUNI'], ig: ['EGO'] },
  fault: { en: ['FAULT', 'LINE', 'OUTAGE'], yo: ['ISORO'], ha: ['MATSALA'], ig: ['NSOGBU'] },
  pay: { en: ['PAY'], yo: ['SAN'], ha: ['BIYA'], ig: ['KWUO'] },
  call: { en: ['CALL'], yo: ['PE'], ha: ['KIRA'], ig: ['KPOO', 'KPO'] },
  stop: { en: ['STOP', 'UNSUBSCRIBE', 'END', 'CANCEL', 'QUIT'], yo: ['DURO'], ha: ['DAINA', 'TSAYA'], ig: ['KWUSI'] },
  start: { en: ['START'], yo: ['BERE'], ha: ['FARA'], ig: ['MALITE'] },
  help: { en: ['HELP', 'INFO', 'MENU'], yo: ['IRANLOWO'], ha: ['TAIMAKO'], ig: ['ENYEMAKA'] },
};

const LOOKUP = new Map(
  Object.entries(WORDS).flatMap(([keyword, byLanguage]) =>
    Object.entries(byLanguage).flatMap(([language, words]) =>
      words.map((word) => [word, { keyword: keyword as Keyword, language: language as LanguageCode }] as const),
    ),
  ),
);

/** What was meant, and in whose language it was said. `rest`: what follows the keyword, as digits alone. */
export type ReadText = { readonly keyword: Keyword; readonly language: LanguageCode; readonly digits: string };

/**
 * The keyword that a text begins with, in any case, with or without tone marks and dots, and with a full
 * stop or quotation marks around it; null for anything else.
 */
export function readKeyword(text: string): ReadText | null {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[’‘ʼ]/g, "'").toUpperCase().trim();
  const [, word = '', rest = ''] = /^[^\p{L}]*([\p{L}']+)(.*)$/su.exec(plain) ?? [];
  const found = LOOKUP.get(word.replace(/^'+|'+$/g, ''));
  return found ? { ...found, digits: rest.replace(/\D/g, '') } : null;
}
