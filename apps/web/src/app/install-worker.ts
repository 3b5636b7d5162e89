import { chosenLanguage, subscribeToLanguage } from '../shared/i18n/chosen-language.ts';
import { whenIdle } from './when-idle.ts';

/**
 * Once the page has loaded and the browser has nothing better to do: makes the portal installable, and lets the service worker keep what is
 * needed to read it without a connection. Never while pages are developed: they have no such file.
 */
export function installWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  function install() {
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'manifest', href: '/manifest.webmanifest' }),
    );
    navigator.serviceWorker.register('/service-worker.js').catch(() => undefined);
    void navigator.serviceWorker.ready.then(keepLanguage);
  }
  whenIdle(install);
}

/** Has the worker keep the words of the page's language; that of a newer build too, which will have other files of them. */
function keepLanguage(registration: ServiceWorkerRegistration): void {
  function tell() {
    const worker = registration.installing ?? registration.waiting ?? registration.active;
    worker?.postMessage(chosenLanguage().code);
  }
  registration.addEventListener('updatefound', tell);
  subscribeToLanguage(tell);
  tell();
}
