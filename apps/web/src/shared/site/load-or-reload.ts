/** Resolves with whether the page is reloading. */
let recover: (() => Promise<boolean>) | undefined;

/** What is to be done when code is missing. */
export function recoverWith(reloadOnce: () => Promise<boolean>): void {
  recover = reloadOnce;
}

/** Loads code for a screen. Never settles when the page reloads because it is missing. */
export async function loadOrReload<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (error) {
    if (await recover?.()) return new Promise(() => {});
    throw error;
  }
}
