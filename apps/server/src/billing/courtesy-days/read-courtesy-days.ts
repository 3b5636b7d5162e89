import type { CourtesyGrant } from '@portal/contract/billing/staff-courtesy-days';
import type { Queryable } from '../../platform/database/connection.ts';
import { listCourtesyRows, type NamedCourtesy } from './courtesy-days.repository.ts';

const LIMIT = 100;

function present({ grant, lineLabel, customerName, requesterName, deciderName }: NamedCourtesy): CourtesyGrant {
  const { id, userId, lineId, days, reason, status, requestedBy, decidedBy, decisionReason } = grant;
  return {
    id,
    customer: { id: userId, name: customerName },
    line: { id: lineId, label: lineLabel },
    days,
    reason,
    status,
    requestedBy: { id: requestedBy, name: requesterName },
    decidedBy: decidedBy === null ? null : { id: decidedBy, name: deciderName },
    decisionReason,
    createdAt: grant.createdAt.toISOString(),
    decidedAt: grant.decidedAt?.toISOString() ?? null,
  };
}

/** Newest first, a hundred at most. */
export async function listCourtesyDays(
  queryable: Queryable,
  filter: { readonly customerId: number | undefined; readonly isWaiting: boolean },
): Promise<CourtesyGrant[]> {
  const { customerId, isWaiting } = filter;
  const rows = await listCourtesyRows(queryable, {
    ...(customerId !== undefined && { customerId }),
    isWaiting,
    limit: LIMIT,
  });
  return rows.map(present);
}

/** One that is there. */
export async function readCourtesyDays(queryable: Queryable, id: string): Promise<CourtesyGrant> {
  const [row] = await listCourtesyRows(queryable, { id, limit: 1 });
  if (!row) throw new Error(`courtesy days ${id} are gone`);
  return present(row);
}
