import { chosenLanguage, subscribeToLanguage } from '../shared/i18n/chosen-language.ts';
import { whenIdle } from './session/when-idle.ts';

/**
 * Once the page has loaded and the browser has nothing better to do: makes the portal installable,
 * and lets the service worker keep what is needed to read it without a connection. Never while
 * pages are developed: they have no such file.
 */
export function installServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  function install() {
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'manifest', href: '/manifest.webmanifest' }),
    );
    void register();
    void navigator.serviceWorker.ready.then(sendLanguage);
  }
  whenIdle(install);
}

/**
 * The thread of the speed test gets a worker of its own that listens to nothing: even what the
 * other one leaves alone waits until it has been asked, each ping and each stream. It comes first,
 * so that there is no moment in which a test is measured through the other.
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
