import {
  getMailbox,
  type InboundMail,
  listInboundMails,
  retryInboundMail,
} from '@portal/contract/support/inbound-mails';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { ticketNumber } from '../tickets/ticket.policy.ts';
import type { TicketDependencies } from '../tickets/ticket-dependencies.ts';
import {
  countUnreadable,
  findMail,
  findMailboxHealth,
  listMailsInState,
  markForRetry,
} from './inbound-mail.repository.ts';

const PAGE_SIZE = 50;

export type InboundMailRoutesDeps = {
  readonly database: Database;
  readonly recordAudit: TicketDependencies['recordAudit'];
  /** The mailbox that is read; null for none. */
  readonly mailbox: { readonly name: string; readonly address: string } | null;
  /** Has it read soon. */
  readonly readSoon: () => void;
};

function present({ mail, ticketNumber: number }: NonNullable<Awaited<ReturnType<typeof findMail>>>): InboundMail {
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

async function retry(deps: InboundMailRoutesDeps, staffId: number, id: number) {
  const mail = await deps.database.transaction(async (tx: Transaction) => {
    const before = await findMail(tx, id);
    if (before === null) throw new ApiError('inbound-mail.not-found');
    if (before.mail.state !== 'retrying') {
      if (!(await markForRetry(tx, id))) throw new ApiError('inbound-mail.not-unreadable');
      await deps.recordAudit(tx, {
        actorId: staffId,
        action: 'inbound-mail.retry',
        subject: `inbound-mail:${id}`,
        before: { state: before.mail.state, reason: before.mail.reason },
        after: { state: 'retrying' },
      });
    }
    return findMail(tx, id);
  });
  if (mail === null) throw new ApiError('inbound-mail.not-found');
  deps.readSoon();
  return present(mail);
}

/** What became of the mails to the desk, for staff. */
export function registerInboundMails(routes: Routes, deps: InboundMailRoutesDeps): void {
  const { database, mailbox } = deps;
  routes.serve(listInboundMails, async ({ query }) => {
    const { state, before = null, limit = PAGE_SIZE } = query;
    return (await listMailsInState(database, { state, before, limit })).map(present);
  });

  routes.serve(getMailbox, async () => {
    const health = mailbox && (await findMailboxHealth(database, mailbox.name));
    return {
      address: mailbox?.address ?? null,
      lastReadAt: health?.lastReadAt?.toISOString() ?? null,
      lastError: health?.lastError ?? null,
      nextAttemptAt: health?.nextAttemptAt?.toISOString() ?? null,
      unreadable: await countUnreadable(database),
    };
  });

  routes.serve(retryInboundMail, async ({ viewer, params }) => ({
    success: true as const,
    message: 'The mail is read again within half a minute.',
    mail: await retry(deps, viewer.user.id, params.id),
  }));
}
