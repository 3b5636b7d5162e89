import type { PushAddress } from '@portal/contract/messaging/notices';
import type { Database } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { deletePushSubscription, savePushSubscription } from './push.repository.ts';
import { isKnownPushService } from './push-endpoint.policy.ts';

/** From now on a browser is sent this person's notices, and no other person's. Repeating is safe. Refuses with push.unknown-service. */
export async function subscribePush(
  database: Database,
  subscription: { readonly userId: number; readonly sid: string; readonly address: PushAddress },
): Promise<void> {
  if (!isKnownPushService(subscription.address.endpoint)) throw new ApiError('push.unknown-service');
  await database.transaction((tx) => savePushSubscription(tx, subscription));
}

/** From now on this person's notices are not sent to a browser. Repeating is safe. */
export function unsubscribePush(database: Database, userId: number, endpoint: string): Promise<void> {
  return deletePushSubscription(database, userId, endpoint);
}
