import { kindOfRequest } from './kind-of-request.ts';

/** Written in by the build: what tells it from the one before, and what the first page without a connection needs. */
declare const BUILD: { readonly version: string; readonly files: readonly string[] };

const worker = self as unknown as ServiceWorkerGlobalScope;
const PREFIX = 'portal-';
const { version, files } = BUILD;
const CACHE = `${PREFIX}${version}`;
const OFFLINE = '/offline.html';

// It holds what everybody may have, the pages' code. Answers of the API never pass through it.
worker.addEventListener('install', (event) => event.waitUntil(keepFiles()));
worker.addEventListener('activate', (event) => event.waitUntil(dropOlderBuilds()));
worker.addEventListener('fetch', (event) => {
  const kind = kindOfRequest(event.request, worker.location.origin);
  if (kind === 'page') event.respondWith(openPage(event));
  if (kind === 'asset') event.respondWith(getAsset(event.request));
});

async function keepFiles(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll([new Request(OFFLINE, { cache: 'reload' }), ...files]);
}

async function dropOlderBuilds(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(names.map((name) => caches.delete(name)));
  await worker.registration.navigationPreload?.enable();
}

/** Always the server's own page; the kept one only when no answer comes. */
async function openPage(event: FetchEvent): Promise<Response> {
  try {
    const preloaded: unknown = await event.preloadResponse;
    return preloaded instanceof Response ? preloaded : await fetch(event.request);
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error();
  }
}

/** The name of an asset changes with its content, so a kept one is never out of date. */
async function getAsset(request: Request): Promise<Response> {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) {
    const cache = await caches.open(CACHE);
    await cache.put(request, response.clone());
  }
  return response;
}
