import { expect, test } from 'vitest';
import { openCheckoutWindow } from './checkout-window.ts';

const MEANWHILE = { title: 'Payment', text: 'Opening the payment page...' };

type Call = { url: string; target: string; features: string };

/** A browser that opens popups, or blocks them. */
function fakeBrowser(popup: object | null) {
  const opened: Call[] = [];
  const assigned: string[] = [];
  const browser = {
    open: (url: string, target: string, features: string) => {
      opened.push({ url, target, features });
      return popup;
    },
    location: { assign: (url: string) => void assigned.push(url) },
  };
  return { opened, assigned, browser: browser as unknown as Parameters<typeof openCheckoutWindow>[1] };
}

function fakePopup() {
  const shown: string[] = [];
  const popup = {
    closed: false,
    opener: {},
    document: { title: '', body: { textContent: '' } },
    location: { replace: (url: string) => void shown.push(url) },
    close: () => {
      popup.closed = true;
    },
  };
  return { popup, shown };
}

test('The payment page opens in a window of 600 by 800 at once, and loads the gateway later', () => {
  const { popup, shown } = fakePopup();
  const { browser, opened } = fakeBrowser(popup);
  const page = openCheckoutWindow(MEANWHILE, browser);
  expect(opened).toEqual([{ url: 'about:blank', target: '_blank', features: 'popup,width=600,height=800' }]);
  expect(shown).toEqual([]);
  expect(popup.document).toEqual({ title: MEANWHILE.title, body: { textContent: MEANWHILE.text } });
  page.show('https://pay.example/1');
  expect(shown).toEqual(['https://pay.example/1']);
});

test('The page of the gateway has no access to the portal’s window', () => {
  const { popup } = fakePopup();
  openCheckoutWindow(MEANWHILE, fakeBrowser(popup).browser);
  expect(popup.opener).toBeNull();
});

test('Where popups are blocked the payment page opens in the same tab', () => {
  const { browser, assigned } = fakeBrowser(null);
  const page = openCheckoutWindow(MEANWHILE, browser);
  expect(assigned).toEqual([]);
  page.show('https://pay.example/2');
  expect(assigned).toEqual(['https://pay.example/2']);
});

test('The empty window is closed when the payment is refused', () => {
  const { popup } = fakePopup();
  openCheckoutWindow(MEANWHILE, fakeBrowser(popup).browser).close();
  expect(popup.closed).toBe(true);
});
