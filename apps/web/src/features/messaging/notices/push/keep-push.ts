import { pushSubscription, subscribePush } from '@portal/contract/messaging/notices';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { notePushOwner, pushOwner } from './push-owner.ts';

/** The portal's service worker, if it is there and can be pushed to. */
export async function findWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return null;
  return (await navigator.serviceWorker.getRegistration()) ?? null;
}

/** Has the server send this person's notices to this browser. Repeating is safe. */
export async function tellServer(subscription: PushSubscription): Promise<void> {
  await callEndpoint(subscribePush, { body: pushSubscription.parse(subscription.toJSON()) });
}

/**
 * With every visit: who had switched notices on is still served by the new session. Somebody else at the same browser must not read them: then they are
 * switched off for good. What cannot be done now is done with the next visit.
 */
export async function keepPush(userId: number): Promise<void> {
  const owner = pushOwner();
  if (owner === null) return;
  try {
    const subscription = await (await findWorker())?.pushManager.getSubscription();
    if (subscription && owner === userId) return await tellServer(subscription);
    if (subscription) await subscription.unsubscribe();
    notePushOwner(null);
  } catch {
    // no connection
  }
}
