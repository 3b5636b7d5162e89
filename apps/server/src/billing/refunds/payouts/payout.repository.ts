import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '../../../platform/database/connection.ts';
import { refundPayouts } from '../../../platform/database/schema/billing/counter.ts';
import { payments, refunds } from '../../../platform/database/schema/billing/payment.ts';
import { users } from '../../../platform/database/schema/identity/account.ts';
import { accounts } from '../../../platform/database/schema/identity/account-people.ts';
import { personName } from '../../../platform/database/schema/identity/person-name.ts';
import { OWN_NUMBER, PAID_OUT_GATEWAYS } from '../../payments/payment.policy.ts';
import type { RefundRow } from '../refund.repository.ts';

export type PayoutRow = typeof refundPayouts.$inferSelect;

/** False when the refund is paid out already, or another has the request or the bank's number. */
export async function insertPayout(tx: Transaction, values: PayoutRow): Promise<boolean> {
  const written = await tx
    .insert(refundPayouts)
    .values(values)
    .onConflictDoNothing()
    .returning({ refundId: refundPayouts.refundId });
  return written.length === 1;
}

/** What a form has paid out; null when it has paid out nothing. */
export async function findPayout(queryable: Queryable, clientRequestId: string) {
  const [row] = await queryable
    .select({ payout: refundPayouts, reference: refunds.reference })
    .from(refundPayouts)
    .innerJoin(refunds, eq(refunds.id, refundPayouts.refundId))
    .where(eq(refundPayouts.clientRequestId, clientRequestId));
  return row ?? null;
}

/** Of a refund beside its payment, as `isToPayOut` of the refund's policy. */
export const refundIsToPayOut = and(
  eq(refunds.status, 'pending'),
  or(
    inArray(payments.gateway, [...PAID_OUT_GATEWAYS]),
    and(eq(payments.channel, OWN_NUMBER), isNull(refunds.nextCheckAt)),
  ),
);

/** A refund that is to be paid out, with its payment held until the transaction ends; null otherwise. */
export async function lockToPayOut(tx: Transaction, reference: string): Promise<RefundRow | null> {
  const [held] = await tx
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(refunds, eq(refunds.paymentId, payments.id))
    .where(eq(refunds.reference, reference))
    .for('no key update', { of: payments });
  if (!held) return null;
  const [row] = await tx
    .select({ refund: refunds })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(refunds.reference, reference), refundIsToPayOut));
  return row?.refund ?? null;
}

const requester = alias(users, 'requester');
const approver = alias(users, 'approver');

/** Refunds that are to be paid out, the longest waiting first; all, or those of an account. */
export async function listToPayOut(
  queryable: Queryable,
  wanted: { readonly accountId: number | null; readonly limit: number },
) {
  return queryable
    .select({
      refund: refunds,
      payment: payments.reference,
      gateway: payments.gateway,
      accountId: accounts.id,
      accountNumber: accounts.number,
      customerName: personName(),
      requesterName: personName(requester),
      approverId: approver.id,
      approverName: personName(approver),
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .innerJoin(accounts, eq(accounts.id, payments.userId))
    .innerJoin(users, eq(users.id, accounts.contactId))
    .innerJoin(requester, eq(requester.id, refunds.requestedBy))
    .leftJoin(approver, eq(approver.id, refunds.approvedBy))
    .where(and(refundIsToPayOut, wanted.accountId === null ? undefined : eq(payments.userId, wanted.accountId)))
    .orderBy(asc(refunds.updatedAt), asc(refunds.id))
    .limit(wanted.limit);
}
