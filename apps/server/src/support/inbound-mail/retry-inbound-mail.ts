import type { InboundMail } from '@portal/contract/support/inbound-mails';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { TicketDependencies } from '../tickets/ticket-dependencies.ts';
import { findMail, markForRetry } from './inbound-mail.repository.ts';
import { presentMail } from './read-inbound-mails.ts';

export type RetryDependencies = {
  readonly database: Database;
  readonly recordAudit: TicketDependencies['recordAudit'];
  /** Has the mailbox read soon. */
  readonly readSoon: () => void;
};

/**
 * Has a mail that could not be understood read again; safe to repeat. Audited. Throws
 * inbound-mail.not-found, inbound-mail.not-unreadable.
 */
export async function retryInboundMail(
  deps: RetryDependencies,
  { staffId, id }: { readonly staffId: number; readonly id: number },
): Promise<InboundMail> {
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
  return presentMail(mail);
}
