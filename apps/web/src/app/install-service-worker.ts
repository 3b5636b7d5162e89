import { chosenLanguage, subscribeToLanguage } from '../shared/i18n/chosen-language.ts';

/**
 * Makes the portal installable, and lets the service worker cache what is needed to read it without
 * a connection. Never during development: there is no such file.
 */
export function installServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  document.head.append(
    Object.assign(document.createElement('link'), { rel: 'manifest', href: '/manifest.webmanifest' }),
  );
  void register();
  void navigator.serviceWorker.ready.then(sendLanguage);
}

/**
 * The speed test's thread gets a worker of its own that handles no events: even requests that the
 * other one ignores would wait for it, each ping and each stream. It is installed first, so that no
 * test is ever measured through the other.
 */
async function register(): Promise<void> {
  const { serviceWorker } = navigator;
  await serviceWorker.register('/no-worker.js', { scope: '/assets/speed-test.worker' }).catch(() => undefined);
  await serviceWorker.register('/service-worker.js').catch(() => undefined);
}

/**
 * Tells the worker which dictionary to cache; again when a newer build installs, whose files have
 * other names.
 */
function sendLanguage(registration: ServiceWorkerRegistration): void {
  function tell() {
    const worker = registration.installing ?? registration.waiting ?? registration.active;
    worker?.postMessage(chosenLanguage().code);
  }
  registration.addEventListener('updatefound', tell);
  subscribeToLanguage(tell);
  tell();
}
