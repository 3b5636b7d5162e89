import type { NetworkAction, NetworkDifference, NetworkDifferenceTotals } from '@portal/contract/network/access';
import type { Queryable } from '../../platform/database/connection.ts';
import { findLatestComparison, totalsOf } from './access-mismatch.repository.ts';
import { listActions } from './radius-action.repository.ts';

const PAGE_SIZE = 50;
const NUMBER = /^\d{1,15}$/;

/** What access servers were told, newest first: 50 unless `limit` says otherwise. A wrong `before` finds nothing. */
export async function readActions(
  database: Queryable,
  page: {
    readonly state?: NetworkAction['state'] | undefined;
    readonly customer?: number | undefined;
    readonly before?: string | undefined;
    readonly limit?: number | undefined;
  },
): Promise<NetworkAction[]> {
  const { state = null, customer: userId = null, before, limit = PAGE_SIZE } = page;
  if (before !== undefined && !NUMBER.test(before)) return [];
  const rows = await listActions(database, {
    ...{ state, userId, limit },
    before: before === undefined ? null : Number(before),
  });
  return rows.map(({ customer, action, sessionOpen }) => ({
    id: String(action.id),
    customer,
    username: action.username,
    kind: action.kind,
    reason: action.reason,
    nas: action.nas,
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

/** Where network and books differed at the latest comparison. */
export async function readMismatches(database: Queryable): Promise<{
  comparedAt: string | null;
  total: number;
  totals: NetworkDifferenceTotals;
  differences: NetworkDifference[];
}> {
  const latest = await findLatestComparison(database);
  if (!latest) return { comparedAt: null, total: 0, totals: totalsOf({}), differences: [] };
  return {
    comparedAt: latest.comparedAt.toISOString(),
    total: latest.total,
    totals: totalsOf(latest.totals),
    differences: latest.differences.map(({ difference, customer }) => ({
      kind: difference.kind,
      customer,
      username: difference.username,
      nas: difference.nas,
      since: difference.since?.toISOString() ?? null,
    })),
  };
}
