import type { AuditEntry } from '@portal/kernel/audit-entry';
import type { Clock } from '@portal/kernel/clock';
import { lineInAudit } from '../../billing/index.ts';
import { sharesAccount } from '../../identity/index.ts';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import type { Publish } from '../../platform/events/domain-events.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { sessionEndedByStaff } from '../events.ts';
import { insertActions } from '../radius-actions/radius-action.repository.ts';
import { findOpenSession, isEnding, lockLineOfSession } from './end-session.repository.ts';

export type SessionDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly publish: Publish;
  readonly recordAudit: (tx: Transaction, entry: AuditEntry) => Promise<void>;
};

/**
 * Queues a Disconnect for an open session, once: nothing happens while one waits. Audited at the customer.
 * Throws ApiError network-session.ended, network-session.unknown-login where no line has its login,
 * customer.own-account.
 */
export async function endSession(
  deps: SessionDependencies,
  order: { readonly id: string; readonly staffId: number; readonly reason: string },
): Promise<void> {
  const { id, staffId, reason } = order;
  await runTransaction(deps.database, async (tx) => {
    const session = await findOpenSession(tx, id);
    if (!session) throw new ApiError('network-session.ended');
    const { lineId, nas, sessionId, username, framedAddress } = session;
    const line = lineId === null ? null : await lockLineOfSession(tx, lineId);
    if (lineId === null || !line) throw new ApiError('network-session.unknown-login');
    const { accountId, downloadMbps } = line;
    if (await sharesAccount(tx, staffId, accountId)) throw new ApiError('customer.own-account');
    if (await isEnding(tx, session)) return;
    const now = deps.clock();
    const action = { lineId, username, nas, sessionId, framedAddress, downloadMbps, uploadMbps: null, limited: null };
    await insertActions(tx, [{ ...action, kind: 'disconnect', reason: 'asked-by-staff' }], now);
    await deps.recordAudit(tx, {
      actorId: staffId,
      action: 'network.end-session',
      subject: `customer:${accountId}`,
      before: null,
      after: {
        ...lineInAudit({ accountId, lineId }),
        accessServer: nas,
        session: sessionId,
        address: framedAddress,
        reason,
      },
    });
    await deps.publish(tx, sessionEndedByStaff, { lineId, nas, sessionId, reason });
  });
}
