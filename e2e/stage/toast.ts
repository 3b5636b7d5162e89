import { expect, type Locator, type Page } from '@playwright/test';

/** The toast on screen. */
export function toastOf(page: Page): Locator {
  return page.locator('.toast');
}

/** Waits for a toast with this title and, where given, this text. */
export async function expectToast(page: Page, title: string, text?: string | RegExp): Promise<void> {
  const toast = toastOf(page).filter({ hasText: title });
  await expect(toast).toBeVisible();
  if (text !== undefined) await expect(toast).toContainText(text);
}
