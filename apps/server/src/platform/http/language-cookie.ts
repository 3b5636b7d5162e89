import { type LanguageCode, language } from '@portal/contract/messaging/notices';

/**
 * The language that was chosen in this browser, from a cookie that the page writes; English for an
 * unknown value.
 */
export function readLanguage(cookieHeader: string | undefined): LanguageCode {
  const [, value] = /(?:^|; ?)language=([^;]*)/.exec(cookieHeader ?? '') ?? [];
  return language.safeParse(value).data ?? 'en';
}
