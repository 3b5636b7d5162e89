import type { Adjustment } from '@portal/contract/billing/staff-adjustments';
import { nairaFromKobo } from '@portal/kernel/money';
import type { Queryable } from '../../platform/database/connection.ts';
import { listAdjustmentRows, type NamedAdjustment } from './adjustment.repository.ts';

const LIMIT = 100;

function present({ adjustment, customerName, requesterName, deciderName }: NamedAdjustment): Adjustment {
  const { id, userId, requestedBy, decidedBy, reason, status, decisionReason } = adjustment;
  return {
    id,
    customer: { id: userId, name: customerName },
    amount: nairaFromKobo(adjustment.amount),
    reason,
    status,
    requestedBy: { id: requestedBy, name: requesterName },
    decidedBy: decidedBy === null ? null : { id: decidedBy, name: deciderName },
    decisionReason,
    createdAt: adjustment.createdAt.toISOString(),
    decidedAt: adjustment.decidedAt?.toISOString() ?? null,
  };
}

/** Newest first, a hundred at most. */
export async function listAdjustments(
  queryable: Queryable,
  filter: { readonly customerId: number | undefined; readonly isWaiting: boolean },
): Promise<Adjustment[]> {
  const { customerId, isWaiting } = filter;
  const rows = await listAdjustmentRows(queryable, {
    ...(customerId !== undefined && { customerId }),
    isWaiting,
    limit: LIMIT,
  });
  return rows.map(present);
}

/** One that is there. */
export async function readAdjustment(queryable: Queryable, id: string): Promise<Adjustment> {
  const [row] = await listAdjustmentRows(queryable, { id, limit: 1 });
  if (!row) throw new Error(`adjustment ${id} is gone`);
  return present(row);
}
