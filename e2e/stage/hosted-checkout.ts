import { expect, type Page } from '@playwright/test';

/** Fills in the gateway and clicks Pay, as a customer on the payment screen. Resolves with the gateway's page in its own window. */
export async function openCheckout(page: Page, gateway: string): Promise<Page> {
  await page.getByLabel('Payment gateway').selectOption(gateway);
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: /^Pay ₦/ }).click();
  const popup = await opened;
  await popup.waitForURL('**/sandbox/**/checkout/**');
  return popup;
}

type Decision = 'Approve' | 'Decline' | 'Delayed bank transfer' | 'Abandon';

export function decisionButton(checkout: Page, decision: Decision) {
  return checkout.getByRole('button', { name: new RegExp(`^${decision}`) });
}

/**
 * Decides on the gateway's page and is gone before the gateway's answer arrives: the gateway knows, the browser never returns to the
 * portal. Closes all of `windows`.
 */
export async function decideAndVanish(checkout: Page, decision: Decision, windows: readonly Page[]): Promise<void> {
  const decided = new Promise<number>((resolve) => {
    void checkout.route('**/checkout/**', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      const answer = await route.fetch({ maxRedirects: 0 });
      resolve(answer.status());
    });
  });
  await decisionButton(checkout, decision).click({ noWaitAfter: true });
  expect(await decided, 'the gateway sends the payer back').toBe(303);
  for (const window of windows) await window.close();
}
