import type { Transaction } from '../../../platform/database/connection.ts';
import type { Contact } from '../../../support/index.ts';
import type { WhatsAppDependencies } from '../whatsapp-dependencies.ts';

/**
 * The contact who has an address now, locked. An account owns a number that it was the last to verify.
 * Whoever owned it before keeps their conversations, and the new owner begins without any: also after
 * somebody unknown has written from it. The former owner's consent to notices there ends. What staff have said
 * of a number gives way to its owner's own proof.
 */
export async function keepContact(
  tx: Transaction,
  deps: Pick<WhatsAppDependencies, 'support' | 'clock' | 'endConsent'>,
  { address, name }: { readonly address: string; readonly name: string | null },
): Promise<Contact> {
  const { contacts } = deps.support;
  const now = deps.clock();
  const place = { channel: 'whatsapp' as const, address };
  const ownerId = await contacts.findNumberOwner(tx, address);
  let contact = await contacts.lock(tx, place);
  const isLinkedByStaff = contact.linkedBy !== null;
  const isAnothers =
    contact.userId === null
      ? ownerId !== null && (await contacts.hasConversations(tx, contact.id))
      : contact.userId !== ownerId && !(isLinkedByStaff && ownerId === null);
  if (isAnothers) {
    await contacts.end(tx, contact.id, now);
    // Who was said to have it by staff has consented for another number.
    if (contact.userId !== null && !isLinkedByStaff) await deps.endConsent(tx, contact.userId, now);
    contact = await contacts.lock(tx, place);
  }
  const isUnproven = contact.userId === null || contact.linkedBy !== null;
  const link = isUnproven && ownerId !== null ? { userId: ownerId, linkedBy: null, linkedAt: now } : {};
  const renamed = name !== null && name !== contact.name ? { name } : {};
  await contacts.save(tx, contact.id, { ...link, ...renamed });
  return { ...contact, ...link, ...renamed };
}
