import type { Locator } from '@playwright/test';

/** Sends the form of a button by two taps that both arrive before the page has drawn anything of the first. */
export async function submitTwice(button: Locator): Promise<void> {
  await button.evaluate((element: HTMLButtonElement) => {
    element.form?.requestSubmit();
    element.form?.requestSubmit();
  });
}
