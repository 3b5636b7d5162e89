import type { Kobo } from '@portal/kernel/money';
import { and, asc, desc, eq, exists, inArray, isNotNull, like, lte, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { refundPayouts } from '../../platform/database/schema/billing/counter.ts';
import { ledgerEntries } from '../../platform/database/schema/billing/ledger.ts';
import { payments, refunds, webhookEvents } from '../../platform/database/schema/billing/payment.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { accounts } from '../../platform/database/schema/identity/account-people.ts';
import type { PaymentRow } from '../payments/payment.repository.ts';

export type RefundRow = typeof refunds.$inferSelect;

/**
 * The payment, held until the transaction ends: the first lock of everything that moves its money.
 */
export async function lockPayment(tx: Transaction, reference: string): Promise<PaymentRow | null> {
  const [row] = await tx.select().from(payments).where(eq(payments.reference, reference)).for('no key update');
  return row ?? null;
}

/**
 * The first payment with which a customer has bought something and whose money is still ours, held
 * as lockPayment does; null where there is none.
 */
export async function lockFirstPurchase(tx: Transaction, userId: number): Promise<PaymentRow | null> {
  const revenue = tx
    .select({ id: ledgerEntries.id })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.paymentId, payments.id), eq(ledgerEntries.account, 'revenue')));
  const [row] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.userId, userId), eq(payments.status, 'successful'), exists(revenue)))
    .orderBy(asc(payments.createdAt), asc(payments.id))
    .limit(1)
    .for('no key update');
  return row ?? null;
}

/** Null while another refund of the payment is under way or done. */
export async function insertRefund(
  tx: Transaction,
  values: Pick<
    RefundRow,
    | 'reference'
    | 'paymentId'
    | 'amount'
    | 'reason'
    | 'keepService'
    | 'status'
    | 'requestedBy'
    | 'nextCheckAt'
    | 'createdAt'
    | 'updatedAt'
  >,
): Promise<RefundRow | null> {
  const [row] = await tx
    .insert(refunds)
    .values(values)
    .onConflictDoNothing({ target: refunds.paymentId, where: sql`${refunds.status} <> 'failed'` })
    .returning();
  return row ?? null;
}

/** The refund of a payment that has not failed. */
export async function findLiveRefund(tx: Transaction, paymentId: string): Promise<RefundRow | null> {
  const [row] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), sql`${refunds.status} <> 'failed'`));
  return row ?? null;
}

export async function findRefundById(queryable: Queryable, id: string): Promise<RefundRow | null> {
  const [row] = await queryable.select().from(refunds).where(eq(refunds.id, id));
  return row ?? null;
}

/** Moves a refund that is in one of the states `from`; true for the one caller who did. */
export async function moveRefund(
  tx: Transaction,
  id: string,
  from: readonly RefundRow['status'][],
  change: Partial<
    Pick<RefundRow, 'status' | 'approvedBy' | 'gatewayRefundId' | 'outcome' | 'nextCheckAt' | 'updatedAt'>
  >,
): Promise<boolean> {
  const moved = await tx
    .update(refunds)
    .set(change)
    .where(and(eq(refunds.id, id), inArray(refunds.status, [...from])))
    .returning({ id: refunds.id });
  return moved.length === 1;
}

/** successful → refunded; true for the one caller who did. */
export async function markRefunded(tx: Transaction, paymentId: string, now: Date): Promise<boolean> {
  const moved = await tx
    .update(payments)
    .set({ status: 'refunded', updatedAt: now })
    .where(and(eq(payments.id, paymentId), eq(payments.status, 'successful')))
    .returning({ id: payments.id });
  return moved.length === 1;
}

/**
 * Records how much of a payment its gateway has refunded in parts; the transaction holds the
 * payment.
 */
export async function markRefundedOutside(
  tx: Transaction,
  paymentId: string,
  refundedOutside: Kobo,
  now: Date,
): Promise<void> {
  await tx.update(payments).set({ refundedOutside, updatedAt: now }).where(eq(payments.id, paymentId));
}

/**
 * Takes refunds that are due to be asked about; until `leaseEndsAt` no other instance takes them.
 */
export async function claimDueRefunds(
  queryable: Queryable,
  claim: { readonly now: Date; readonly leaseEndsAt: Date; readonly limit: number },
): Promise<RefundRow[]> {
  const due = queryable
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(lte(refunds.nextCheckAt, claim.now), isNotNull(refunds.nextCheckAt)))
    .orderBy(asc(refunds.nextCheckAt))
    .limit(claim.limit)
    .for('update', { skipLocked: true });
  return queryable.update(refunds).set({ nextCheckAt: claim.leaseEndsAt }).where(inArray(refunds.id, due)).returning();
}

/** The stored webhooks of a gateway about one payment, newest first. */
export async function listNoticeBodies(queryable: Queryable, gateway: string, reference: string): Promise<string[]> {
  const rows = await queryable
    .select({ rawBody: webhookEvents.rawBody })
    .from(webhookEvents)
    .where(and(eq(webhookEvents.reference, reference), eq(webhookEvents.gateway, gateway)))
    .orderBy(desc(webhookEvents.id))
    .limit(20);
  return rows.map(({ rawBody }) => rawBody);
}

/**
 * The referral that this payment completed, and what was credited for it, of a referrer whose account has
 * become a part of another, that one; null when it completed none, or the reward was taken back.
 */
export async function findRewardOf(
  queryable: Queryable,
  paymentId: string,
): Promise<{ readonly referralId: string; readonly referrerId: number; readonly rewardKobo: Kobo } | null> {
  const { userId, transactionKey, amount } = ledgerEntries;
  const [entry] = await queryable
    .select({ userId: sql<number | null>`coalesce(${accounts.mergedInto}, ${userId})`, transactionKey, amount })
    .from(ledgerEntries)
    .leftJoin(accounts, eq(accounts.id, userId))
    .where(
      and(
        eq(ledgerEntries.paymentId, paymentId),
        eq(ledgerEntries.account, 'referral-rewards'),
        like(ledgerEntries.transactionKey, 'reward:%'),
      ),
    );
  if (!entry || entry.userId === null) return null;
  return {
    referralId: entry.transactionKey.slice('reward:'.length),
    referrerId: entry.userId,
    rewardKobo: entry.amount,
  };
}

const requester = alias(users, 'requester');
const approver = alias(users, 'approver');
const payer = alias(users, 'payer');

/** The refunds of a payment, newest first, with who asked for them, approved and paid them out. */
export async function listRefunds(queryable: Queryable, paymentId: string) {
  return queryable
    .select({
      refund: refunds,
      requester: {
        id: requester.id,
        email: requester.email,
        firstName: requester.firstName,
        lastName: requester.lastName,
      },
      approver: {
        id: approver.id,
        email: approver.email,
        firstName: approver.firstName,
        lastName: approver.lastName,
      },
      payout: refundPayouts,
      payer: { id: payer.id, email: payer.email, firstName: payer.firstName, lastName: payer.lastName },
    })
    .from(refunds)
    .innerJoin(requester, eq(requester.id, refunds.requestedBy))
    .leftJoin(approver, eq(approver.id, refunds.approvedBy))
    .leftJoin(refundPayouts, eq(refundPayouts.refundId, refunds.id))
    .leftJoin(payer, eq(payer.id, refundPayouts.staffId))
    .where(eq(refunds.paymentId, paymentId))
    .orderBy(desc(refunds.createdAt));
}
