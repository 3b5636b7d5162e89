/**
 * What is done when code is missing; `recover` resolves with whether the page is reloading. It is
 * there once the page is idle, and looks then for what was `missed` before.
 */
export const missingCode: { recover?: () => Promise<boolean>; missed?: true } = {};

/** Loads code for a screen. Never settles when the page reloads because it is missing. */
export async function loadOrReload<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (error) {
    if (await missingCode.recover?.()) await new Promise(() => {});
    missingCode.missed = true;
    throw error;
  }
}
