import { type LanguageCode, language } from '@portal/contract/messaging/notices';

/** Over https the page writes it under a prefix, which no neighbouring host can set. */
const NAMES = ['__Host-language', 'language'];

/**
 * The language that was chosen in this browser, from a cookie that the page writes; English for an
 * unknown value.
 */
export function readLanguage(cookieHeader: string | undefined): LanguageCode {
  const pairs = (cookieHeader ?? '').split(/; ?/).map((pair) => pair.split('=', 2));
  const value = NAMES.map((name) => pairs.find(([key]) => key === name)?.[1]).find((found) => found !== undefined);
  return language.safeParse(value).data ?? 'en';
}
