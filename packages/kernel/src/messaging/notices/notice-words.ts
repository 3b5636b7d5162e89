import { type NoticeKind, noticeTemplates } from './notice.ts';

/** A notice whose words an operator may change: one that is mailed or sent as a text. */
export type WordedNotice = Exclude<
  {
    readonly [Kind in NoticeKind]: (typeof noticeTemplates)[Kind]['mail'] extends true ? Kind : never;
  }[NoticeKind],
  'service-announced' | 'offer-announced'
>;

const ANNOUNCED: readonly string[] = ['service-announced', 'offer-announced'];

/** In the order of the templates. */
export const wordedNotices = Object.entries(noticeTemplates)
  .filter(([kind, { mail }]) => mail && !ANNOUNCED.includes(kind))
  .map(([kind]) => kind as WordedNotice);

const namesIn = (text: string): string[] => [...text.matchAll(/\{(\w*)\}/g)].map(([, name = '']) => name);

/** The names in braces that the words of a notice may use. */
export function noticeVariables(kind: WordedNotice): string[] {
  const { title, text } = noticeTemplates[kind];
  return [...new Set(namesIn(`${title} ${text}`))];
}

/** The names that a notice's text must use: without them it would not say what it is about. */
export function requiredVariables(kind: WordedNotice): string[] {
  return [...new Set(namesIn(noticeTemplates[kind].text))];
}

/**
 * What is wrong with the braces of an operator's words for a notice, as a sentence that names the
 * variable; null when nothing is.
 */
export function variableFault(kind: WordedNotice, field: 'title' | 'text', words: string): string | null {
  const known = noticeVariables(kind);
  const used = namesIn(words);
  const has = known.length === 0 ? 'It has none.' : `It has ${known.map((name) => `{${name}}`).join(', ')}.`;
  const unknown = used.find((name) => !known.includes(name));
  if (unknown !== undefined) return `This notice has no {${unknown}}. ${has}`;
  if (/[{}]/.test(words.replace(/\{\w+\}/g, ''))) return `A brace is alone. Write variables such as {name}. ${has}`;
  const missing = field === 'text' ? requiredVariables(kind).find((name) => !used.includes(name)) : undefined;
  return missing === undefined ? null : `{${missing}} is missing: customers need it here.`;
}

/** For previews and tests: what stands for each variable. */
export const noticeSamples: Readonly<Record<string, string>> = {
  amount: '₦18,600.00',
  bank: 'Wema Bank',
  number: '9930174265',
  plan: 'Premium Fiber 100Mbps',
  until: '4 July 2026',
  date: '1 July 2026',
  next: '1 September 2026',
  card: 'Visa ending in 4081',
  account: 'Zenith Bank ending 6789',
  other: 'Visa ending 4081',
  month: 'August 2026',
  data: '20 GB',
  duration: '6 hours',
  invoice: 'INV-2026-000042',
  to: 'b…@mail.example',
  line: 'Shop',
  documents: 'INV-2026-000042',
  address: 'books@mail.example',
  ip: '102.89.4.7',
  from: 'CUST-000817',
  into: 'CUST-000132',
  payer: 'Ngozi Eze',
};
