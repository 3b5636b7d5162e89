import type { NetworkLine } from '@portal/contract/network/access';
import type { AuditEntry } from '@portal/kernel/audit-entry';
import type { Clock } from '@portal/kernel/clock';
import { lineInAudit } from '../../billing/index.ts';
import {
  type Database,
  isUniqueViolation,
  type Queryable,
  type Transaction,
} from '../../platform/database/connection.ts';
import type { Line } from '../../platform/http/authorisation/session-cookie.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { readLineAddresses } from '../addresses/read-addresses.ts';
import { restrictionOf } from './line.policy.ts';
import { findLineWithCustomer, listOpenSessions, lockLine, setUsername } from './line.repository.ts';
import { type SyncAccessDependencies, syncAccess } from './sync-access.ts';

export type StaffLineDependencies = SyncAccessDependencies & {
  readonly database: Database;
  readonly clock: Clock;
  readonly recordAudit: (tx: Transaction, entry: AuditEntry) => Promise<void>;
};

type Order = Line & { readonly staffId: number; readonly reason: string };

/**
 * The line as staff see it; null before its first payment. Throws ApiError line.not-found.
 */
export async function readLine(queryable: Queryable, lineId: number): Promise<NetworkLine | null> {
  const found = await findLineWithCustomer(queryable, lineId);
  if (!found) throw new ApiError('line.not-found');
  const { customer, line } = found;
  if (!line) return null;
  const sessions = await listOpenSessions(queryable, lineId);
  const fixed = await readLineAddresses(queryable, lineId);
  return {
    lineId,
    customer,
    username: line.username,
    access: line.access,
    downloadMbps: line.downloadMbps,
    limited: restrictionOf({
      limited: line.limited,
      downloadMbps: line.limitedDownloadMbps,
      uploadMbps: line.limitedUploadMbps,
    }),
    fixedAddresses: fixed.map(({ address }) => address),
    changedAt: line.changedAt.toISOString(),
    lastAcceptedAt: line.lastAcceptedAt?.toISOString() ?? null,
    lastRefusedAt: line.lastRefusedAt?.toISOString() ?? null,
    online: sessions.map(({ nas, nasName, sessionId, framedAddress, startedAt, lastPacketAt }) => ({
      nas,
      nasName,
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
  const { staffId, accountId, lineId, username, reason } = order;
  try {
    return await deps.database.transaction(async (tx) => {
      const line = await lockLine(tx, lineId);
      if (!line) throw new ApiError('network.no-line');
      await setUsername(tx, lineId, username);
      await deps.recordAudit(tx, {
        actorId: staffId,
        action: 'network.rename-line',
        subject: `customer:${accountId}`,
        before: { ...lineInAudit(order), username: line.username },
        after: { ...lineInAudit(order), username, reason },
      });
      const renamed = await readLine(tx, lineId);
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
  const { staffId, accountId, lineId, reason } = order;
  return deps.database.transaction(async (tx) => {
    const queued = await syncAccess(deps, tx, { lineId, now: deps.clock(), again: true });
    if (queued === null) throw new ApiError('network.no-line');
    await deps.recordAudit(tx, {
      actorId: staffId,
      action: 'network.sync-line',
      subject: `customer:${accountId}`,
      before: null,
      after: { ...lineInAudit(order), actions: queued, reason },
    });
    return queued;
  });
}
