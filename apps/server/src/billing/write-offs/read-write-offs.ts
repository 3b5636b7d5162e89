import type { WriteOff } from '@portal/contract/billing/staff-write-offs';
import { nairaFromKobo } from '@portal/kernel/money';
import type { Queryable } from '../../platform/database/connection.ts';
import { listWriteOffRows, type NamedWriteOff } from './write-off.repository.ts';

const LIMIT = 100;

function present({ writeOff, invoice, customerName, requesterName, deciderName }: NamedWriteOff): WriteOff {
  const { id, userId, amount, reason, status, requestedBy, decidedBy, decisionReason } = writeOff;
  return {
    id,
    customer: { id: userId, name: customerName },
    invoiceNumber: invoice.invoiceNumber,
    label: invoice.snapshot.lines[0]?.label ?? '',
    amount: nairaFromKobo(amount),
    reason,
    status,
    requestedBy: { id: requestedBy, name: requesterName },
    decidedBy: decidedBy === null ? null : { id: decidedBy, name: deciderName },
    decisionReason,
    createdAt: writeOff.createdAt.toISOString(),
    reversedAt: writeOff.reversedAt?.toISOString() ?? null,
  };
}

/** Newest first, a hundred at most. */
export async function listWriteOffs(
  queryable: Queryable,
  { customerId, isWaiting }: { readonly customerId: number | undefined; readonly isWaiting: boolean },
): Promise<WriteOff[]> {
  const rows = await listWriteOffRows(queryable, {
    ...(customerId !== undefined && { customerId }),
    ...(isWaiting && { statuses: ['awaiting-approval'] }),
    limit: LIMIT,
  });
  return rows.map(present);
}

/** One that is there. */
export async function readWriteOff(queryable: Queryable, id: string): Promise<WriteOff> {
  const [row] = await listWriteOffRows(queryable, { id, limit: 1 });
  if (!row) throw new Error(`write-off ${id} is gone`);
  return present(row);
}
