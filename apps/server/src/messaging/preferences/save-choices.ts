import type { NotificationChoices } from '@portal/contract/identity/profile';
import { type ConsentDependencies, changeConsents, toEvery } from '../consents/change-consents.ts';
import { findChoices, lockChoices, saveColumns } from './notification.repository.ts';

/**
 * Stores a customer's notification preferences. Promotional offers are consents, which are logged:
 * switching them on or off gives or withdraws every channel, and a form that leaves the switch as it
 * was changes none.
 */
export async function saveChoices(
  { database, clock }: ConsentDependencies,
  userId: number,
  { promotionalOffers, serviceUpdates, billReminders }: NotificationChoices,
): Promise<void> {
  const now = clock();
  await database.transaction(async (tx) => {
    await lockChoices(tx, userId, now);
    const before = await findChoices(tx, userId);
    await saveColumns(tx, userId, { serviceUpdates, billReminders, updatedAt: now });
    if (before.promotionalOffers === promotionalOffers) return;
    const change = toEvery(promotionalOffers);
    await changeConsents(tx, { userId, change, source: 'profile', actorId: userId, now });
  });
}
