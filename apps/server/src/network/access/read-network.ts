import type { AccessMismatch, AccessMismatchTotals, RadiusAction } from '@portal/contract/network/access';
import type { Queryable } from '../../platform/database/connection.ts';
import { listActions } from '../radius-actions/radius-action.repository.ts';
import { findLatestReconciliation, totalsOf } from './access-mismatch.repository.ts';

const PAGE_SIZE = 50;
const NUMBER = /^\d{1,15}$/;

/**
 * The RADIUS actions, newest first: 50 unless `limit` says otherwise. A wrong `before` finds
 * nothing.
 */
export async function readActions(
  database: Queryable,
  page: {
    readonly state?: RadiusAction['state'] | undefined;
    readonly customer?: number | undefined;
    readonly before?: string | undefined;
    readonly limit?: number | undefined;
  },
): Promise<RadiusAction[]> {
  const { state = null, customer: accountId = null, before, limit = PAGE_SIZE } = page;
  if (before !== undefined && !NUMBER.test(before)) return [];
  const rows = await listActions(database, {
    state,
    accountId,
    limit,
    before: before === undefined ? null : Number(before),
  });
  return rows.map(({ customer, action, nasName, sessionOpen }) => ({
    id: String(action.id),
    customer,
    username: action.username,
    kind: action.kind,
    reason: action.reason,
    nas: action.nas,
    nasName,
    sessionId: action.sessionId,
    state: action.state,
    attempts: action.attempts,
    answer: action.answer,
    sessionOpen,
    nextAttemptAt: action.nextAttemptAt?.toISOString() ?? null,
    createdAt: action.createdAt.toISOString(),
    updatedAt: action.updatedAt.toISOString(),
  }));
}

/** The access mismatches of the latest reconciliation. */
export async function readMismatches(database: Queryable): Promise<{
  reconciledAt: string | null;
  total: number;
  totals: AccessMismatchTotals;
  mismatches: AccessMismatch[];
}> {
  const latest = await findLatestReconciliation(database);
  if (!latest) return { reconciledAt: null, total: 0, totals: totalsOf({}), mismatches: [] };
  return {
    reconciledAt: latest.reconciledAt.toISOString(),
    total: latest.total,
    totals: totalsOf(latest.totals),
    mismatches: latest.mismatches.map(({ mismatch, nasName, customer }) => ({
      kind: mismatch.kind,
      customer,
      username: mismatch.username,
      nas: mismatch.nas,
      nasName,
      since: mismatch.since?.toISOString() ?? null,
    })),
  };
}
