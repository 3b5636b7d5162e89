import { pushSubscription, subscribePush } from '@portal/contract/messaging/notices';
import { callEndpoint } from '../../../shared/api/call-endpoint.ts';
import { pushOwner, savePushOwner } from './push-owner.ts';

/** The portal's service worker, if it is there and can be pushed to. */
export async function findWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return null;
  return (await navigator.serviceWorker.getRegistration()) ?? null;
}

/** Registers this browser's push subscription with the server. Repeating is safe. */
export async function sendSubscription(subscription: PushSubscription): Promise<void> {
  await callEndpoint(subscribePush, { body: pushSubscription.parse(subscription.toJSON()) });
}

/**
 * Renews the push subscription on every visit, so that the new session keeps it. When another user
 * signs in on the same browser it is cancelled. A failure is retried on the next visit.
 */
export async function renewPush(userId: number): Promise<void> {
  const owner = pushOwner();
  if (owner === null) return;
  try {
    const subscription = await (await findWorker())?.pushManager.getSubscription();
    if (subscription && owner === userId) return await sendSubscription(subscription);
    if (subscription) await subscription.unsubscribe();
    savePushOwner(null);
  } catch {
    // no connection
  }
}
