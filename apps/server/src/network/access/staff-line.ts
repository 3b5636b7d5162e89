import type { NetworkLine } from '@portal/contract/network/access';
import type { AuditEntry } from '@portal/kernel/audit-entry';
import type { Clock } from '@portal/kernel/clock';
import {
  type Database,
  isUniqueViolation,
  type Queryable,
  type Transaction,
} from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { findCustomerLine, listOpenSessions, lockSubscription, setUsername } from './line.repository.ts';
import { type SyncAccessDependencies, syncAccess } from './sync-access.ts';

export type StaffLineDependencies = SyncAccessDependencies & {
  readonly database: Database;
  readonly clock: Clock;
  readonly recordAudit: (tx: Transaction, entry: AuditEntry) => Promise<void>;
};

type Order = { readonly staffId: number; readonly userId: number; readonly reason: string };

/**
 * The line as staff see it; null before the customer's first payment. Throws ApiError
 * customer.not-found.
 */
export async function readLine(queryable: Queryable, userId: number): Promise<NetworkLine | null> {
  const found = await findCustomerLine(queryable, userId);
  if (!found) throw new ApiError('customer.not-found');
  const { customer, line } = found;
  if (!line) return null;
  const sessions = await listOpenSessions(queryable, userId);
  return {
    customer,
    username: line.username,
    access: line.access,
    downloadMbps: line.downloadMbps,
    changedAt: line.changedAt.toISOString(),
    lastAcceptedAt: line.lastAcceptedAt?.toISOString() ?? null,
    lastRefusedAt: line.lastRefusedAt?.toISOString() ?? null,
    online: sessions.map(({ nas, sessionId, framedAddress, startedAt, lastPacketAt }) => ({
      nas,
      sessionId,
      address: framedAddress,
      startedAt: startedAt.toISOString(),
      lastPacketAt: lastPacketAt.toISOString(),
    })),
  };
}

/**
 * Changes the login of the line; audited. Open sessions still count for the customer. Throws
 * ApiError network.no-line, network.login-taken.
 */
export async function renameLine(
  deps: StaffLineDependencies,
  order: Order & { readonly username: string },
): Promise<NetworkLine> {
  const { staffId, userId, username, reason } = order;
  try {
    return await deps.database.transaction(async (tx) => {
      const line = await lockSubscription(tx, userId);
      if (!line) throw new ApiError('network.no-line');
      await setUsername(tx, userId, username);
      await deps.recordAudit(tx, {
        actorId: staffId,
        action: 'network.rename-line',
        subject: `customer:${userId}`,
        before: { username: line.username },
        after: { username, reason },
      });
      const renamed = await readLine(tx, userId);
      if (!renamed) throw new ApiError('network.no-line');
      return renamed;
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new ApiError('network.login-taken');
    throw error;
  }
}

/**
 * Queues the actions for the open sessions of the line again, and returns how many; audited. Throws
 * ApiError network.no-line.
 */
export async function syncAccessAgain(deps: StaffLineDependencies, order: Order): Promise<number> {
  const { staffId, userId, reason } = order;
  return deps.database.transaction(async (tx) => {
    const queued = await syncAccess(deps, tx, { userId, now: deps.clock(), again: true });
    if (queued === null) throw new ApiError('network.no-line');
    await deps.recordAudit(tx, {
      actorId: staffId,
      action: 'network.sync-line',
      subject: `customer:${userId}`,
      before: null,
      after: { actions: queued, reason },
    });
    return queued;
  });
}
