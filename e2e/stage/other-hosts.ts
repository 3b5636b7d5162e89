import { expect, type Page, type Request } from '@playwright/test';

/** Elements by which a page names something that the browser gets by itself, or a host that it turns to before anybody asks. */
const FETCHED = 'link, script, img, source, iframe, video, audio, embed, object';

/** Fails, softly, where a page asks or names another host than the portal's. Links are for people to follow. */
export function watchOtherHosts(page: Page, origin: string): { readonly expectNone: (what: string) => Promise<void> } {
  const asked: string[] = [];
  page.on('request', (request: Request) => {
    const { origin: host, protocol } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol) && host !== origin) asked.push(request.url());
  });
  page.on('websocket', (socket) => {
    if (!socket.url().startsWith(origin.replace(/^http/, 'ws'))) asked.push(socket.url());
  });
  return {
    expectNone: async (what) => {
      const named = await page.evaluate(
        (fetched) =>
          [...document.querySelectorAll(fetched)].flatMap((element) =>
            ['href', 'src', 'srcset', 'data', 'poster'].map((name) => element.getAttribute(name) ?? ''),
          ),
        FETCHED,
      );
      const elsewhere = named.filter((address) => /^(https?:)?\/\//.test(address) && !address.startsWith(`${origin}/`));
      expect.soft([...asked.splice(0), ...elsewhere], `other hosts on ${what}`).toEqual([]);
    },
  };
}
