import type { Transaction } from '../../../platform/database/connection.ts';
import type { WhatsAppDependencies } from '../whatsapp-dependencies.ts';

/**
 * A person's number has changed: whoever had it, or has left it, keeps their conversations and nobody
 * else gets them, and consents again before they get notices there.
 */
export async function followChangedNumber(
  tx: Transaction,
  deps: Pick<WhatsAppDependencies, 'support' | 'endConsent' | 'clock' | 'findVerifiedPhone'>,
  userId: number,
): Promise<void> {
  const now = deps.clock();
  const phone = await deps.findVerifiedPhone(tx, userId);
  const outdated = await deps.support.contacts.listOutdated(tx, { userId, phone });
  for (const { id } of outdated) await deps.support.contacts.end(tx, id, now);
  // Who was said to have it by staff has consented for another number.
  const owners = outdated.flatMap(({ userId: owner, linkedBy }) => (linkedBy === null && owner !== null ? owner : []));
  for (const owner of new Set(owners)) await deps.endConsent(tx, owner, now);
}
