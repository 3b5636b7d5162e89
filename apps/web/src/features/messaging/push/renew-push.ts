import { getPushKey, pushSubscription, subscribePush } from '@portal/contract/messaging/notices';
import { callEndpoint } from '../../../shared/api/call-endpoint.ts';
import { pushOwner, savePushOwner } from './push-owner.ts';

/** The portal's service worker, if it is there and can be pushed to. */
export async function findWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return null;
  return (await navigator.serviceWorker.getRegistration()) ?? null;
}

/** Browsers refuse a second key so (W3C Push API, `subscribe`). */
function isOtherKey(failure: unknown): boolean {
  return failure instanceof DOMException && failure.name === 'InvalidStateError';
}

/** The subscription under the portal's key; one under another key is replaced. */
async function subscriptionUnder(publicKey: string, worker: ServiceWorkerRegistration): Promise<PushSubscription> {
  const wanted = { userVisibleOnly: true, applicationServerKey: publicKey };
  try {
    return await worker.pushManager.subscribe(wanted);
  } catch (failure) {
    if (!isOtherKey(failure)) throw failure;
    await (await worker.pushManager.getSubscription())?.unsubscribe();
    return worker.pushManager.subscribe(wanted);
  }
}

/**
 * Subscribes this browser under the portal's present key and registers it with the server.
 * Repeating is safe, and replaces a subscription under a former key.
 */
export async function subscribe(worker: ServiceWorkerRegistration): Promise<void> {
  const { publicKey } = await callEndpoint(getPushKey);
  const subscription = await subscriptionUnder(publicKey, worker);
  await callEndpoint(subscribePush, { body: pushSubscription.parse(subscription.toJSON()) });
}

/**
 * Renews the push subscription on every visit, so that the new session keeps it and a new key of
 * the portal reaches it. When another user signs in on the same browser it is cancelled. A failure
 * is retried on the next visit.
 */
export async function renewPush(userId: number): Promise<void> {
  const owner = pushOwner();
  if (owner === null) return;
  try {
    const worker = await findWorker();
    const subscription = await worker?.pushManager.getSubscription();
    if (worker && subscription && owner === userId) return await subscribe(worker);
    if (subscription) await subscription.unsubscribe();
    savePushOwner(null);
  } catch {
    // no connection
  }
}
