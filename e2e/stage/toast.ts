import { expect, type Locator, type Page } from '@playwright/test';

/** The toast on screen. */
export function toastOf(page: Page): Locator {
  return page.locator('.toast');
}

/** Waits for a toast that says something went well, with exactly this title and, where given, exactly this text. */
export async function expectToast(page: Page, title: string | RegExp, text?: string | RegExp): Promise<void> {
  await expectWords(page.locator('[aria-live="polite"] > .toast:not(.toast-destructive)'), title, text);
}

/** Waits for a toast that says something went wrong, in its colours and told at once by a screen reader. */
export async function expectFailure(page: Page, title: string | RegExp, text?: string | RegExp): Promise<void> {
  await expectWords(page.getByRole('alert').locator('.toast-destructive'), title, text);
}

async function expectWords(toast: Locator, title: string | RegExp, text: string | RegExp | undefined): Promise<void> {
  await expect(toast.locator('p').first()).toHaveText(title);
  if (text !== undefined) await expect(toast.locator('.toast-text')).toHaveText(text);
}
