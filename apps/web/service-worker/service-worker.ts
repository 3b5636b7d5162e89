import { kindOfRequest } from './kind-of-request.ts';
import { addressOf, readPush } from './read-push.ts';

/**
 * Written in by the build: the version, what the first page without a connection needs, and each
 * language besides.
 */
declare const BUILD: {
  readonly version: string;
  readonly files: readonly string[];
  readonly languages: Readonly<Record<string, readonly string[]>>;
};

const worker = self as unknown as ServiceWorkerGlobalScope;
const PREFIX = 'portal-';
const { version, files, languages } = BUILD;
const CACHE = `${PREFIX}${version}`;
const OFFLINE = '/offline.html';

// It contains public files only, the pages' code. Answers of the API never pass through it.
worker.addEventListener('install', (event) => event.waitUntil(cacheFiles()));
worker.addEventListener('activate', (event) => event.waitUntil(dropOlderBuilds()));
worker.addEventListener('fetch', (event) => {
  const kind = kindOfRequest(event.request, worker.location.origin);
  if (kind === 'page') event.respondWith(openPage(event));
  if (kind === 'asset') event.respondWith(getAsset(event.request));
});

// A page says which language it speaks.
worker.addEventListener('message', (event) => event.waitUntil(storeLanguage(String(event.data))));

worker.addEventListener('push', (event) => event.waitUntil(showNotice(event)));
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openNotice(addressOf(event.notification.data, worker.location.origin)));
});

async function cacheFiles(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll([new Request(OFFLINE, { cache: 'reload' }), ...files]);
}

async function storeLanguage(code: string): Promise<void> {
  const words = languages[code] ?? [];
  await Promise.all(words.map((file) => getAsset(new Request(file)).catch(() => undefined)));
}

async function dropOlderBuilds(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(names.map((name) => caches.delete(name)));
  await worker.registration.navigationPreload?.enable();
}

/** Always the server's own page; the cached one only without an answer. */
async function openPage(event: FetchEvent): Promise<Response> {
  try {
    const preloaded: unknown = await event.preloadResponse;
    // Without a connection Firefox resolves with an error instead of rejecting.
    const isAnswer = preloaded instanceof Response && preloaded.type !== 'error';
    return isAnswer ? preloaded : await fetch(event.request);
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error();
  }
}

/** The name of an asset changes with its content, so a cached one is never out of date. */
async function getAsset(request: Request): Promise<Response> {
  const cached = await caches.match(request, { ignoreVary: true });
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok) {
    const cache = await caches.open(CACHE);
    await cache.put(request, response.clone());
  }
  return response;
}

/**
 * A browser withdraws the permission of a site that shows nothing for a push: an unreadable one
 * shows a general notice.
 */
async function showNotice(event: PushEvent): Promise<void> {
  const notice = readPush(event.data?.text() ?? '');
  await worker.registration.showNotification(notice?.title ?? 'You have a new notice', {
    body: notice?.body ?? 'Open the portal to read it.',
    icon: '/icon-192.png',
    tag: notice ? `notice-${notice.id}` : 'notice',
    data: notice?.href ?? '/',
  });
}

/** In the portal's window if there is one. */
async function openNotice(address: string): Promise<void> {
  const [open] = await worker.clients.matchAll({ type: 'window' });
  if (!open) return void (await worker.clients.openWindow(address));
  await open.focus();
  await open.navigate(address).catch(() => worker.clients.openWindow(address));
}
