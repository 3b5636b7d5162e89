/**
 * Where the push services of the browsers are: Chrome, Edge on Android, Opera and Samsung (Google), Firefox (Mozilla), Safari (Apple), Edge on Windows (Microsoft). A browser says itself where
 * to send, so anybody can say anything: our server calls these alone, never an address within our own network.
 */
const SERVICES = [
  'fcm.googleapis.com',
  '.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
] as const;

/** Whether an address belongs to a push service that we know, over https on its usual port. */
export function isKnownPushService(endpoint: string): boolean {
  const url = URL.parse(endpoint);
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return false;
  return SERVICES.some((host) => (host.startsWith('.') ? url.hostname.endsWith(host) : url.hostname === host));
}
