import type { ContactChange } from '@portal/contract/identity/corrections';
import { mailboxOf } from '@portal/kernel/messaging/mail';
import type { Queryable } from '../../platform/database/connection.ts';
import { listWaitingChanges } from './contact-change.repository.ts';
import { maskedContact } from './tell-owner.ts';

type Waiting = Awaited<ReturnType<typeof listWaitingChanges>>[number];

function present({ change, requesterName }: Waiting, seesContacts: boolean): ContactChange {
  const { id, kind, previous, value, identifiedBy, reason, requestedBy, requestedAt, expiresAt } = change;
  const show = (contact: string) => (seesContacts ? contact : maskedContact(kind, contact));
  const from = mailboxOf(previous ?? '') || null;
  return {
    id,
    what: kind,
    from: from && show(from),
    to: show(value),
    identifiedBy,
    reason,
    requestedBy: { id: requestedBy, name: requesterName },
    requestedAt: requestedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}

/** What of a customer waits for its link; masked for who may not correct them. */
export async function listContactChanges(
  queryable: Queryable,
  userId: number,
  seesContacts: boolean,
): Promise<ContactChange[]> {
  return (await listWaitingChanges(queryable, userId)).map((row) => present(row, seesContacts));
}
