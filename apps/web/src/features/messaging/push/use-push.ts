import { unsubscribePush } from '@portal/contract/messaging/notices';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../shared/api/call-endpoint.ts';
import { useMutateOnce } from '../../../shared/api/use-mutate-once.ts';
import { pushOwner, savePushOwner } from './push-owner.ts';
import { findWorker, subscribe } from './renew-push.ts';

/**
 * Whether this browser shows notices while the portal is closed; `unsupported` where it cannot,
 * `blocked` where its owner has forbidden it.
 */
export type PushState = 'unsupported' | 'blocked' | 'off' | 'on';

/** A worker that is just being installed is waited for so long. */
const PATIENCE_MS = 3000;

async function waitForWorker(): Promise<ServiceWorkerRegistration | null> {
  const worker = await findWorker();
  if (worker || !('serviceWorker' in navigator) || !('PushManager' in window)) return worker;
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS));
  return Promise.race([navigator.serviceWorker.ready, late]);
}

async function readState(userId: number): Promise<PushState> {
  const worker = await waitForWorker();
  if (!worker) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  const subscription = await worker.pushManager.getSubscription();
  return subscription && Notification.permission === 'granted' && pushOwner() === userId ? 'on' : 'off';
}

async function switchOn(userId: number): Promise<PushState> {
  const worker = await findWorker();
  if (!worker) return 'unsupported';
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off';
  await subscribe(worker);
  savePushOwner(userId);
  return 'on';
}

async function switchOff(): Promise<PushState> {
  const subscription = await (await findWorker())?.pushManager.getSubscription();
  if (subscription) {
    await callEndpoint(unsubscribePush, { body: { endpoint: subscription.endpoint } });
    await subscription.unsubscribe();
  }
  savePushOwner(null);
  return 'off';
}

/**
 * The state of this browser, which may be unknown, and how to switch it. `onFailure` is called when
 * that was not possible.
 */
export function usePush(userId: number, onFailure: () => void) {
  const client = useQueryClient();
  const queryKey = ['push', userId];
  const found = useQuery({ queryKey, queryFn: () => readState(userId) });
  const switching = useMutation({
    mutationFn: (on: boolean) => (on ? switchOn(userId) : switchOff()),
    onSuccess: (after) => client.setQueryData<PushState>(queryKey, after),
    onError: onFailure,
  });
  return { found, switchTo: useMutateOnce(switching), isPending: switching.isPending };
}
