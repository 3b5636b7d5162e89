import { type LanguageCode, language } from '@portal/contract/messaging/notices';

/** The language that was chosen in this browser, which the page writes down itself; English for whatever is none of ours. */
export function readLanguage(cookieHeader: string | undefined): LanguageCode {
  const [, value] = /(?:^|; ?)language=([^;]*)/.exec(cookieHeader ?? '') ?? [];
  return language.safeParse(value).data ?? 'en';
}
