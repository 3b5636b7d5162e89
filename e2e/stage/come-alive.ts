import type { Page } from '@playwright/test';

/** Waits until React listens: before that, a prerendered page shows its buttons and does not yet hear them. */
export async function comeAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const root = document.getElementById('root');
    return root !== null && Object.keys(root).some((key) => key.startsWith('__reactContainer'));
  });
}
