import { lagosDate } from '@portal/kernel/calendar';
import type { Clock } from '@portal/kernel/clock';
import type { Mail } from '@portal/kernel/messaging/mail';
import type { FastifyBaseLogger } from 'fastify';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import { findChainEnd, insertAnchor } from './audit-chain.repository.ts';

/**
 * Once a day in Lagos: notes where the hash chain of the audit log ends, prints it, and mails it to the
 * operator, out of reach of whoever can change the database. Nothing while the chain is empty.
 */
export async function anchorChain(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Pick<FastifyBaseLogger, 'info'>;
  readonly recipient: () => string;
  readonly queueEmail: (tx: Transaction, mail: Mail) => Promise<void>;
}): Promise<void> {
  const day = lagosDate(deps.clock());
  const anchor = await deps.database.transaction(async (tx) => {
    const end = await findChainEnd(tx);
    if (end === null || !(await insertAnchor(tx, day, end))) return null;
    const hash = end.hash.toString('hex');
    await deps.queueEmail(tx, {
      category: 'account',
      messageKey: `audit-anchor:${day}`,
      recipient: deps.recipient(),
      subject: `Audit log, ${day}: ${hash.slice(0, 12)}`,
      parts: [
        'Keep this mail: with it an auditor can prove that no entry of the audit log was changed or removed later.',
        {
          facts: [
            { label: 'Day', value: day },
            { label: 'Entries', value: String(end.sequence) },
            { label: 'Anchor', value: hash },
          ],
        },
        `To verify: npm run verify-audit -- --anchor ${hash}`,
      ],
    });
    return { day, entries: end.sequence, anchor: hash };
  });
  if (anchor) deps.logger.info(anchor, 'audit log anchored');
}
