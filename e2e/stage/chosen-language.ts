import type { BrowserContext, Page } from '@playwright/test';
import type { LanguageCode } from '../../apps/web/src/shared/i18n/languages.ts';

/** Makes a browser one in which this language was chosen before. */
export function chooseBefore(context: BrowserContext, origin: string, code: LanguageCode): Promise<void> {
  return context.addCookies([{ name: 'language', value: code, url: origin }]);
}

/** By the choice in the bar, which a phone has in its menu: it is there and not shown, or behind a dialog. The next page opens in the language of the last. */
export async function speak(page: Page, code: LanguageCode): Promise<void> {
  await page.locator('.choice select').first().selectOption(code, { force: true });
  await page.locator(`html[lang="${code}"]`).waitFor();
}
