import type { Page } from '@playwright/test';

/** Opens a page and waits until it is told of changes. */
export async function openLive(page: Page, path: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  const connected = new Promise<void>((resolve) => {
    browser.once('Network.webSocketHandshakeResponseReceived', () => resolve());
  });
  await page.goto(path);
  await connected;
}
