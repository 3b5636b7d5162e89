import { afterEach, expect, it, vi } from 'vitest';
import { renewPush } from './renew-push.ts';

const KEYS = { p256dh: 'B'.padEnd(87, 'A'), auth: 'A'.repeat(22) };
const PRESENT = 'B'.padEnd(87, 'C');

afterEach(() => vi.unstubAllGlobals());

/** A browser of user 7 whose subscription was made under that key, and what it sends to the portal. */
function openBrowser(subscribedUnder: string) {
  let key: string | null = subscribedUnder;
  const sent: string[] = [];
  const subscription = () => ({
    toJSON: () => ({ endpoint: `https://fcm.googleapis.com/fcm/send/${key}`, keys: KEYS }),
    unsubscribe: async () => {
      key = null;
      return true;
    },
  });
  const pushManager = {
    getSubscription: async () => (key === null ? null : subscription()),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      if (key !== null && key !== applicationServerKey) throw new DOMException('other key', 'InvalidStateError');
      key = applicationServerKey;
      return subscription();
    },
  };
  vi.stubGlobal('localStorage', { getItem: () => '7', setItem: () => {}, removeItem: () => {} });
  vi.stubGlobal('window', { PushManager: {}, Notification: {} });
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ pushManager }) } });
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (init?.body) sent.push(JSON.parse(String(init.body)).endpoint);
    const body = url.endsWith('push-key') ? { publicKey: PRESENT } : { success: true, message: 'Done.' };
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
  });
  return sent;
}

it.each([
  ['the former key', 'B'.padEnd(87, 'F')],
  ['the present key', PRESENT],
])('a browser that subscribed under %s is subscribed under the present one after a visit', async (_key, under) => {
  const sent = openBrowser(under);
  await renewPush(7);
  expect(sent).toEqual([`https://fcm.googleapis.com/fcm/send/${PRESENT}`]);
});
