/**
 * The push services of the browsers: Chrome, Edge on Android, Opera and Samsung (Google), Firefox
 * (Mozilla), Safari (Apple), Edge on Windows (Microsoft). The browser names the endpoint, so it can
 * be forged: our server calls only these hosts, never an address within our own network (SSRF).
 */
const SERVICES = [
  'fcm.googleapis.com',
  '.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
] as const;

/** Whether an address belongs to a known push service, over https on its usual port. */
export function isKnownPushService(endpoint: string): boolean {
  const url = URL.parse(endpoint);
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return false;
  return SERVICES.some((host) => (host.startsWith('.') ? url.hostname.endsWith(host) : url.hostname === host));
}
