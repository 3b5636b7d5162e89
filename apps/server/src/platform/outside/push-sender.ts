import webPush from 'web-push';
import type { HttpClient } from './http-client.ts';

/** A browser, as it has told us (W3C Push API). */
export type PushTarget = {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
};

/**
 * What became of a push: `taken` for delivery, `gone`: the browser will never take one again, `refused` for good, or `untaken`: not now, or nobody knows. A
 * reason is safe to log.
 */
export type PushOutcome =
  | { readonly kind: 'taken' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'untaken'; readonly reason: string };

/** Hands a push to the browser's service; never throws. `payload` is read by our service worker. */
export type SendPush = (target: PushTarget, payload: string) => Promise<PushOutcome>;

/** The pair of keys that tells the push services who sends (VAPID, RFC 8292), in base64url. */
export type VapidKeys = { readonly publicKey: string; readonly privateKey: string };

const KEEP_SECONDS = 24 * 3600;

/** Any other answer from 400 up: ours to mend (keys, clock), so it is tried again. */
const REFUSED = new Set([400, 413]);

function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'taken' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  return { kind: REFUSED.has(status) ? 'refused' : 'untaken', reason: `status ${status}` };
}

/**
 * Web push (RFC 8030), encrypted so that only the browser can read it (RFC 8291). `contact` is where the push services reach the operator. Keys that a
 * browser made up, with which nothing can be encrypted, count as gone.
 */
export function createPushSender(keys: VapidKeys, contact: string, http: HttpClient): SendPush {
  return async ({ endpoint, keys: target }, payload) => {
    let request: ReturnType<typeof webPush.generateRequestDetails>;
    try {
      request = webPush.generateRequestDetails({ endpoint, keys: { ...target } }, payload, {
        TTL: KEEP_SECONDS,
        vapidDetails: { subject: contact, ...keys },
      });
    } catch {
      return { kind: 'gone' };
    }
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const answer = await http.send({
      method: 'POST',
      url: endpoint,
      headers,
      bytes: new Uint8Array(request.body ?? []),
    });
    return 'status' in answer ? outcomeOf(answer.status) : { kind: 'untaken', reason: answer.reason };
  };
}
