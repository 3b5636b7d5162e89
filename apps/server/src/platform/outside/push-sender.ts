import webPush from 'web-push';
import type { HttpClient } from './http-client.ts';

/** A push subscription of a browser (W3C Push API). */
export type PushTarget = {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
};

/**
 * The outcome of a push: `taken` for delivery, `gone`: the subscription has ended, `refused` for
 * good, or `untaken`: not now, or unknown. A reason is safe to log.
 */
export type PushOutcome =
  | { readonly kind: 'taken' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'untaken'; readonly reason: string };

/** Sends a push to the browser's service; never throws. `payload` is read by our service worker. */
export type SendPush = (target: PushTarget, payload: string) => Promise<PushOutcome>;

/** The key pair that identifies the sender to the push services (VAPID, RFC 8292), in base64url. */
export type VapidKeys = { readonly publicKey: string; readonly privateKey: string };

const KEEP_SECONDS = 24 * 3600;

/** Any other answer from 400 up is our fault (keys, clock), so it is retried. */
const REFUSED = new Set([400, 413]);

/** A push service refuses a subscription that was made under another key so (RFC 8292, 4.2). */
const OTHER_KEY = new Set([401, 403]);

function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'taken' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  return { kind: REFUSED.has(status) ? 'refused' : 'untaken', reason: `status ${status}` };
}

/**
 * Web push (RFC 8030), encrypted so that only the browser can read it (RFC 8291). `contact` is how
 * the push services reach the operator. A subscription that the service refuses under the present
 * keys is sent to with the others, under which it may have been made. A subscription with invalid keys, which cannot be encrypted
 * for, counts as gone.
 */
export function createPushSender(
  [present, ...others]: readonly [VapidKeys, ...VapidKeys[]],
  contact: string,
  http: HttpClient,
): SendPush {
  const sendWith = async (vapid: VapidKeys, { endpoint, keys }: PushTarget, payload: string) => {
    let request: ReturnType<typeof webPush.generateRequestDetails>;
    try {
      request = webPush.generateRequestDetails({ endpoint, keys: { ...keys } }, payload, {
        TTL: KEEP_SECONDS,
        vapidDetails: { subject: contact, ...vapid },
      });
    } catch {
      return null;
    }
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    return http.send({ method: 'POST', url: endpoint, headers, bytes: new Uint8Array(request.body ?? []) });
  };
  return async (target, payload) => {
    let answer = await sendWith(present, target, payload);
    for (const other of others) {
      if (answer === null || !('status' in answer) || !OTHER_KEY.has(answer.status)) break;
      answer = await sendWith(other, target, payload);
    }
    if (answer === null) return { kind: 'gone' };
    return 'status' in answer ? outcomeOf(answer.status) : { kind: 'untaken', reason: answer.reason };
  };
}
