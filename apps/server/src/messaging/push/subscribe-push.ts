import type { PushAddress } from '@portal/contract/messaging/notices';
import type { Database } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { deletePushSubscription, savePushSubscription } from './push.repository.ts';
import { isKnownPushService } from './push-endpoint.policy.ts';

/**
 * Subscribes a browser to this customer's notices, and to no other's. Safe to repeat. Throws
 * ApiError push.unknown-service.
 */
export async function subscribePush(
  database: Database,
  subscription: { readonly userId: number; readonly sid: string; readonly address: PushAddress },
): Promise<void> {
  if (!isKnownPushService(subscription.address.endpoint)) throw new ApiError('push.unknown-service');
  await database.transaction((tx) => savePushSubscription(tx, subscription));
}

/** Unsubscribes a browser from this customer's notices. Safe to repeat. */
export function unsubscribePush(database: Database, userId: number, endpoint: string): Promise<void> {
  return deletePushSubscription(database, userId, endpoint);
}
