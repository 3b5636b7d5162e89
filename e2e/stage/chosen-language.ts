import type { BrowserContext } from '@playwright/test';
import type { LanguageCode } from '../../apps/web/src/shared/i18n/languages.ts';

/** Makes a browser one in which this language was chosen before. */
export function chooseBefore(context: BrowserContext, origin: string, code: LanguageCode): Promise<void> {
  return context.addCookies([{ name: 'language', value: code, url: origin }]);
}
