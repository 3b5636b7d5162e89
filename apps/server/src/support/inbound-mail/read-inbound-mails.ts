import type { getMailbox, InboundMail, InboundMailState } from '@portal/contract/support/inbound-mails';
import type { z } from 'zod/mini';
import type { Database } from '../../platform/database/connection.ts';
import { ticketNumber } from '../tickets/ticket.policy.ts';
import { countUnreadable, type findMail, findMailboxHealth, listMailsInState } from './inbound-mail.repository.ts';

const PAGE_SIZE = 50;

/** A mail to the desk as staff see it. */
export function presentMail({
  mail,
  ticketNumber: number,
}: NonNullable<Awaited<ReturnType<typeof findMail>>>): InboundMail {
  const { id, sender, subject, sizeBytes, state, reason, ticketId, receivedAt, createdAt } = mail;
  return {
    id,
    sender,
    subject,
    sizeBytes,
    state,
    reason,
    ticket: ticketId === null || number === null ? null : { id: ticketId, number: ticketNumber(number) },
    receivedAt: receivedAt.toISOString(),
    createdAt: createdAt.toISOString(),
  };
}

type Page = {
  readonly state: InboundMailState;
  readonly before?: number | undefined;
  readonly limit?: number | undefined;
};

/** The mails to the desk, the newest first: 50 unless `limit` says otherwise, before the id `before`. */
export async function readInboundMails(
  database: Database,
  { state, before, limit = PAGE_SIZE }: Page,
): Promise<InboundMail[]> {
  return (await listMailsInState(database, { state, before: before ?? null, limit })).map(presentMail);
}

/** How the mailbox is read; null for none. */
export async function readMailbox(
  database: Database,
  mailbox: { readonly name: string; readonly address: string } | null,
): Promise<z.output<typeof getMailbox.answer>> {
  const health = mailbox && (await findMailboxHealth(database, mailbox.name));
  return {
    address: mailbox?.address ?? null,
    lastReadAt: health?.lastReadAt?.toISOString() ?? null,
    lastError: health?.lastError ?? null,
    nextAttemptAt: health?.nextAttemptAt?.toISOString() ?? null,
    unreadable: await countUnreadable(database),
  };
}
