import type { Page } from '@playwright/test';

/** Waits until React listens: before that, a prerendered page shows its buttons and does not yet hear them. */
export async function comeAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const root = document.querySelector('#root, #console');
    return root !== null && Object.keys(root).some((key) => key.startsWith('__reactContainer'));
  });
}

/** Waits until the page listens, has its heading, and nothing in the window is still awaited. */
export async function haveArrived(page: Page): Promise<void> {
  await comeAlive(page);
  await page.waitForFunction(() => {
    const awaited = [...document.querySelectorAll('.skeleton, .loading-screen')].map((block) =>
      block.getBoundingClientRect(),
    );
    const inWindow = awaited.some(({ top, bottom }) => bottom > 0 && top < innerHeight);
    return !inWindow && document.querySelector('h1') !== null;
  });
}
