import type { UssdSettings } from '@portal/server/platform/config/config';
import type { HttpClient } from '@portal/server/platform/outside/http-client';
import { about, type Finding } from './finding.ts';

const ussd = about('USSD');

/**
 * Whether a request of a USSD gateway at PUBLIC_URL reaches the portal with its key: a proxy that drops the
 * query, or another secret on another instance, keeps every caller out. Without a caller nothing is stored.
 */
export async function checkUssd(publicUrl: URL, settings: UssdSettings | null, http: HttpClient): Promise<Finding> {
  if (settings === null) return ussd.skipped('USSD_CODE is not set: nobody dials a menu.');
  const url = `${publicUrl.origin}/api/webhooks/ussd/africas-talking`;
  const key = encodeURIComponent(settings.secrets[0] ?? '');
  const admitted = await http.send({ method: 'GET', url: `${url}?key=${key}` });
  // A screen is no JSON.
  if ((admitted.kind === 'answered' || admitted.kind === 'garbled') && admitted.status === 200) {
    return ussd.ok(`${url} answers with the key; the gateway of ${settings.code} must be able to reach it as well.`);
  }
  const found =
    admitted.kind === 'not-sent' || admitted.kind === 'unknown' ? admitted.reason : `status ${admitted.status}`;
  return ussd.fault(
    `${url} does not answer a request with USSD_CALLBACK_SECRET: ${found}.`,
    'Have the proxy pass /api/webhooks/ with its query, and give every instance the same secret (docs/ussd.md).',
  );
}
