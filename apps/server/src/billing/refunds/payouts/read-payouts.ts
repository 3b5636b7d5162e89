import type { Payout } from '@portal/contract/billing/payments/staff-payouts';
import { nairaFromKobo } from '@portal/kernel/money';
import type { Queryable } from '../../../platform/database/connection.ts';
import { listToPayOut } from './payout.repository.ts';

/** More than wait anywhere: a counter pays them out in days. */
const MOST = 200;

type Row = Awaited<ReturnType<typeof listToPayOut>>[number];

function present({ refund, payment, gateway, accountId, accountNumber, customerName, ...by }: Row): Payout {
  return {
    reference: refund.reference,
    payment,
    gateway,
    customer: { id: accountId, name: customerName, accountNumber },
    amount: nairaFromKobo(refund.amount),
    reason: refund.reason,
    requestedBy: { id: refund.requestedBy, name: by.requesterName },
    approvedBy: by.approverId === null ? null : { id: by.approverId, name: by.approverName },
    since: refund.updatedAt.toISOString(),
  };
}

/** Refunds that are to be paid out, the longest waiting first: all, or those of an account; 200 at most. */
export async function readPayouts(queryable: Queryable, accountId: number | null): Promise<Payout[]> {
  return (await listToPayOut(queryable, { accountId, limit: MOST })).map(present);
}
