import type { LanguageCode } from '@portal/contract/messaging/notices';
import type { Step } from '../../menu/menu.policy.ts';
import { readKeyword } from '../../sms-menu/keywords.policy.ts';
import type { InboundMessage } from '../messages/inbound-message.policy.ts';

/**
 * What a message asks of the menu. `main`: its first screen; `task`: a choice of the first screen, from
 * anywhere; `pay`: the digits of a voucher; `press`: a choice of a later screen, by the number of that
 * screen; `digits`: what may answer a question, `alone` where the message says nothing else; `person`:
 * somebody to talk to. `language` is that of the word, null where it has none.
 */
export type MenuEntry =
  | { readonly kind: 'main'; readonly language: LanguageCode | null }
  | { readonly kind: 'task'; readonly entry: string; readonly language: LanguageCode | null }
  | { readonly kind: 'pay'; readonly digits: string; readonly language: LanguageCode | null }
  | { readonly kind: 'press'; readonly screen: number; readonly entry: string }
  | { readonly kind: 'digits'; readonly digits: string; readonly alone: boolean }
  | { readonly kind: 'person' };

/** The ids of our buttons and rows. */
export const choiceId = {
  main: 'menu:main',
  person: 'menu:person',
  task: (entry: string) => `menu:main:${entry}`,
  of: (screen: number, entry: string) => `menu:${screen}:${entry}`,
};

/** The keywords of texts, as choices of the first screen. */
const TASKS = { balance: '1', fault: '4', call: '5' } as const;
const VOUCHER_DIGITS = 12;
const LONGEST_WORDS = 60;
/** Digits as people write them, with nothing else around. */
const ALONE = /^[\d\s#.,-]{1,40}$/;

/** How people begin, in the languages that we write, without tone marks and dots. */
const GREETINGS: readonly (readonly [LanguageCode | null, readonly string[]])[] = [
  [null, ['hi', 'hello', 'hey', 'good day', 'good morning', 'good afternoon', 'good evening']],
  ['yo', ['e kaaro', 'e kaaaro', 'e kaasan', 'e kaale', 'e ku ojumo', 'bawo ni', 'pele o', 'e pele', 'e n le']],
  ['ha', ['sannu', 'sannu da zuwa', 'ina kwana', 'ina wuni', 'barka', 'barka da safiya', 'assalamu alaikum']],
  ['ig', ['ndewo', 'kedu', 'nnoo', 'ututu oma', 'ehihie oma', 'mgbede oma']],
];

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[!.,?\s]+/g, ' ')
    .trim()
    .toLowerCase();

/** A greeting that is all of a message. */
function greetingOf(text: string): { readonly language: LanguageCode | null } | null {
  const words = plain(text);
  const [language] = GREETINGS.find(([, greetings]) => greetings.includes(words)) ?? [];
  return language === undefined ? null : { language };
}

function chosen(id: string): MenuEntry | null {
  if (id === choiceId.main) return { kind: 'main', language: null };
  if (id === choiceId.person) return { kind: 'person' };
  const [, screen = '', entry = ''] = /^menu:(main|\d{1,9}):(\d)$/.exec(id) ?? [];
  if (entry === '') return null;
  return screen === 'main' ? { kind: 'task', entry, language: null } : { kind: 'press', screen: Number(screen), entry };
}

/** A keyword that is all of a message but digits: "balance of my account is wrong" is a question to a person. */
function keywordOf(text: string): MenuEntry | null {
  const [first, ...others] = text.match(/[\p{L}\p{M}'’]+/gu) ?? [];
  const read = first !== undefined && others.length === 0 ? readKeyword(text) : null;
  if (read === null) return null;
  const { keyword, language, digits } = read;
  if (keyword === 'pay') {
    return digits === '' ? { kind: 'task', entry: '2', language } : { kind: 'pay', digits, language };
  }
  if (keyword === 'help') return { kind: 'main', language };
  return keyword === 'stop' || keyword === 'start' ? null : { kind: 'task', entry: TASKS[keyword], language };
}

/** What a message asks of the menu; null where it is for a person to read. */
export function readMenuEntry(message: InboundMessage): MenuEntry | null {
  if (message.kind === 'choice') return chosen(message.id);
  if (message.kind !== 'words' || message.file !== null) return null;
  const text = message.text.normalize('NFKC');
  const digits = text.replace(/\D/g, '');
  if (text.length <= LONGEST_WORDS) {
    const greeting = greetingOf(text);
    if (greeting) return { kind: 'main', ...greeting };
    const keyword = keywordOf(text);
    if (keyword) return keyword;
  }
  const alone = ALONE.test(text);
  return digits === '' ? null : { kind: 'digits', digits, alone };
}

/** How many digits answer a question; other questions are answered by digits alone. */
const ANSWERS: Partial<Record<Step, (digits: number) => boolean>> = {
  pin: (digits) => digits >= 4,
  voucher: (digits) => digits >= 8,
  'account-number': (digits) => digits === 10,
  payee: (digits) => digits === 10,
};

/**
 * Whether digits in a message answer the question at `step`. At a question for a secret they are taken
 * also from among words, so that they come into no conversation.
 */
export function answersStep(step: Step, { digits, alone }: { readonly digits: string; readonly alone: boolean }) {
  return alone || (ANSWERS[step]?.(digits.length) ?? false);
}

/** Digits alone that nothing has asked for and that are a voucher's. */
export function isVoucher({ digits, alone }: { readonly digits: string; readonly alone: boolean }): boolean {
  return alone && digits.length === VOUCHER_DIGITS;
}
