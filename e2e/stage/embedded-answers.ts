import type { Page } from '@playwright/test';

/** From now on pages start without the answers that the server wrote into them, as they do while its database is slow: they ask for all of it themselves. */
export async function takeAnswersOut(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      const answers = document.getElementById('answers');
      if (!answers) return;
      answers.remove();
      watch.disconnect();
    });
    watch.observe(document, { childList: true, subtree: true });
  });
}
