import type { Kobo } from '@portal/kernel/money';
import { and, asc, desc, eq, getTableColumns, gt, inArray, lt, lte, notExists, sql } from 'drizzle-orm';
import { findAccountContact } from '../../identity/index.ts';
import { isUniqueViolation, type Queryable, type Transaction } from '../../platform/database/connection.ts';
import { receipts } from '../../platform/database/schema/billing/invoice.ts';
import { paymentEvents, payments } from '../../platform/database/schema/billing/payment.ts';
import { incomingTransfers } from '../../platform/database/schema/billing/virtual-account.ts';
import { OPEN_STATUSES, openKeyOf } from './payment.policy.ts';

export type PaymentRow = typeof payments.$inferSelect;
export type NewPayment = typeof payments.$inferInsert;
/** A payment with the number of its receipt, if it has one. */
export type Payment = PaymentRow & { readonly receiptNumber: string | null };

const withReceipt = { ...getTableColumns(payments), receiptNumber: receipts.receiptNumber };

function selectPayments(queryable: Queryable) {
  return queryable.select(withReceipt).from(payments).leftJoin(receipts, eq(receipts.paymentId, payments.id));
}

export async function findPaymentByReference(queryable: Queryable, reference: string): Promise<Payment | null> {
  const [row] = await selectPayments(queryable).where(eq(payments.reference, reference));
  return row ?? null;
}

export async function findPaymentById(queryable: Queryable, id: string): Promise<Payment | null> {
  const [row] = await selectPayments(queryable).where(eq(payments.id, id));
  return row ?? null;
}

/** Only the owner's payment at the named gateway is found. */
export async function findOwnPayment(
  queryable: Queryable,
  wanted: { readonly userId: number; readonly reference: string; readonly gateway: string },
): Promise<Payment | null> {
  const [row] = await selectPayments(queryable).where(
    and(
      eq(payments.reference, wanted.reference),
      eq(payments.userId, wanted.userId),
      eq(payments.gateway, wanted.gateway),
    ),
  );
  return row ?? null;
}

/** Newest first; `before` is the last reference of the page before. */
export async function listOwnPayments(
  queryable: Queryable,
  page: { readonly userId: number; readonly limit: number; readonly before: string | null },
): Promise<Payment[]> {
  const older =
    page.before === null
      ? undefined
      : sql`(${payments.createdAt}, ${payments.id}) < (select p.created_at, p.id from ${payments} p where p.reference = ${page.before} and p.user_id = ${page.userId})`;
  return selectPayments(queryable)
    .where(and(eq(payments.userId, page.userId), older))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(page.limit);
}

/** The contact of the account that pays. */
export async function findCustomer(
  queryable: Queryable,
  accountId: number,
): Promise<{ readonly name: string; readonly email: string }> {
  const { firstName, lastName, email } = await findAccountContact(queryable, accountId);
  return { name: [firstName, lastName].filter(Boolean).join(' '), email };
}

/** Null when another attempt holds the same open key. */
export async function insertPayment(queryable: Queryable, values: NewPayment): Promise<PaymentRow | null> {
  const [row] = await queryable
    .insert(payments)
    .values(values)
    .onConflictDoNothing({ target: payments.openKey, where: sql`${payments.openKey} is not null` })
    .returning();
  return row ?? null;
}

export async function findPaymentByOpenKey(queryable: Queryable, openKey: string): Promise<PaymentRow | null> {
  const [row] = await queryable.select().from(payments).where(eq(payments.openKey, openKey));
  return row ?? null;
}

/** Lets the next click open a new attempt; the row itself can still succeed late. */
export async function releaseOpenKey(queryable: Queryable, id: string): Promise<void> {
  await queryable.update(payments).set({ openKey: null }).where(eq(payments.id, id));
}

/** Records the gateway's answer for a new attempt. A state that was reached meanwhile stays. */
export async function recordOpening(
  queryable: Queryable,
  id: string,
  opened: { readonly authorizationUrl: string; readonly gatewayReference: string | null; readonly now: Date },
): Promise<void> {
  await queryable
    .update(payments)
    .set({
      authorizationUrl: opened.authorizationUrl,
      gatewayReference: sql`coalesce(${payments.gatewayReference}, ${opened.gatewayReference})`,
      status: sql`case when ${payments.status} = 'initialized' then 'pending' else ${payments.status} end`,
      updatedAt: opened.now,
    })
    .where(eq(payments.id, id));
}

/**
 * Moves an attempt that could not be opened: `failed` after a definite refusal, `pending` when the
 * outcome is unknown.
 */
export async function recordNoOpening(
  queryable: Queryable,
  id: string,
  change: { readonly status: 'failed' | 'pending'; readonly nextCheckAt: Date | null; readonly now: Date },
): Promise<void> {
  await queryable
    .update(payments)
    .set({ status: change.status, openKey: null, nextCheckAt: change.nextCheckAt, updatedAt: change.now })
    .where(and(eq(payments.id, id), eq(payments.status, 'initialized')));
}

/**
 * The only transition into `successful` and `review`: for exactly one caller, which then holds the row's lock
 * until the transaction ends, the account that the payment belongs to by now, which may have changed since
 * the row was read (decision 112); null for the others.
 */
export async function decidePayment(
  tx: Transaction,
  id: string,
  change: {
    readonly status: 'successful' | 'review';
    readonly paidAt: Date | null;
    /** The sum received, where that was more than due. */
    readonly received?: Kobo | null;
    readonly channel: string | null;
    readonly card?: PaymentRow['card'];
    readonly gatewayReference: string | null;
    readonly now: Date;
  },
): Promise<Pick<PaymentRow, 'userId'> | null> {
  const moved = await tx
    .update(payments)
    .set({
      status: change.status,
      paidAt: change.paidAt,
      received: change.received ?? null,
      channel: change.channel?.slice(0, 50) ?? null,
      card: change.card ?? null,
      gatewayReference: sql`coalesce(${change.gatewayReference?.slice(0, 255) ?? null}, ${payments.gatewayReference})`,
      openKey: null,
      nextCheckAt: null,
      checkCount: sql`${payments.checkCount} + 1`,
      updatedAt: change.now,
    })
    .where(and(eq(payments.id, id), inArray(payments.status, [...OPEN_STATUSES])))
    .returning({ userId: payments.userId });
  return moved[0] ?? null;
}

/**
 * The states that an undecided answer may leave: only `reopenPayment` returns to `pending`, and
 * `failed` takes precedence over `abandoned`.
 */
const LEAVES = {
  pending: ['initialized'],
  failed: ['initialized', 'pending', 'abandoned'],
  abandoned: ['initialized', 'pending'],
} as const;

/**
 * True for the one caller that moved the payment. After `failed` and `abandoned` the next click
 * opens a new attempt.
 */
export async function moveOpenPayment(
  tx: Transaction,
  id: string,
  status: keyof typeof LEAVES,
  now: Date,
): Promise<boolean> {
  const moved = await tx
    .update(payments)
    .set({ status, updatedAt: now, ...(status === 'pending' ? {} : { openKey: null }) })
    .where(and(eq(payments.id, id), inArray(payments.status, [...LEAVES[status]])))
    .returning({ id: payments.id });
  return moved.length === 1;
}

/**
 * The next click finds this attempt again, unless another that was opened meanwhile has the key.
 */
async function retakeOpenKey(tx: Transaction, payment: PaymentRow): Promise<void> {
  try {
    await tx.transaction(async (step) => {
      await step
        .update(payments)
        .set({ openKey: openKeyOf(payment) })
        .where(eq(payments.id, payment.id));
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
  }
}

/**
 * Returns a payment to `pending`; true for the one caller that did. An answer that was requested
 * before `payment` reached its state has no effect.
 */
export async function reopenPayment(tx: Transaction, payment: PaymentRow, now: Date): Promise<boolean> {
  const moved = await tx
    .update(payments)
    .set({ status: 'pending', updatedAt: now })
    .where(and(eq(payments.id, payment.id), eq(payments.status, payment.status)))
    .returning({ id: payments.id });
  if (moved.length === 0) return false;
  if (payment.authorizationUrl !== null) await retakeOpenKey(tx, payment);
  return true;
}

/** Counts a check of an undecided payment and sets the next one. */
export async function scheduleCheck(tx: Transaction, id: string, nextCheckAt: Date | null): Promise<void> {
  await tx
    .update(payments)
    .set({ nextCheckAt, checkCount: sql`${payments.checkCount} + 1` })
    .where(and(eq(payments.id, id), inArray(payments.status, [...OPEN_STATUSES])));
}

export async function describePayment(tx: Transaction, id: string, description: string): Promise<void> {
  await tx.update(payments).set({ description }).where(eq(payments.id, id));
}

/** How many are open: neither paid nor ended. */
export async function countPendingPayments(queryable: Queryable): Promise<number> {
  return queryable.$count(payments, inArray(payments.status, ['initialized', 'pending']));
}

/**
 * Claims up to `limit` payments of a gateway that are due to be polled; until `leaseEndsAt` no
 * other instance claims them.
 */
export async function claimDuePayments(
  queryable: Queryable,
  claim: { readonly gateway: string; readonly now: Date; readonly leaseEndsAt: Date; readonly limit: number },
): Promise<PaymentRow[]> {
  const due = queryable
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        lte(payments.nextCheckAt, claim.now),
        eq(payments.gateway, claim.gateway),
        inArray(payments.status, [...OPEN_STATUSES]),
      ),
    )
    .orderBy(asc(payments.nextCheckAt))
    .limit(claim.limit)
    .for('update', { skipLocked: true });
  return queryable
    .update(payments)
    .set({ nextCheckAt: claim.leaseEndsAt })
    .where(inArray(payments.id, due))
    .returning();
}

/** Which of a gateway's references are payments of ours, and in which state. */
export async function listPaymentsByReference(
  queryable: Queryable,
  gateway: string,
  references: readonly string[],
): Promise<PaymentRow[]> {
  if (references.length === 0) return [];
  return queryable
    .select()
    .from(payments)
    .where(and(eq(payments.gateway, gateway), inArray(payments.reference, [...references])));
}

/**
 * Our successes at a gateway that were opened since a moment and before another, without money to account
 * numbers: that was never opened, and the gateway does not know our references of it.
 */
export async function listSuccessesSince(
  queryable: Queryable,
  wanted: { readonly gateway: string; readonly since: Date; readonly openedBefore: Date },
): Promise<PaymentRow[]> {
  return queryable
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.gateway, wanted.gateway),
        eq(payments.status, 'successful'),
        gt(payments.createdAt, wanted.since),
        lt(payments.createdAt, wanted.openedBefore),
        notExists(
          queryable.select({ one: sql`1` }).from(incomingTransfers).where(eq(incomingTransfers.paymentId, payments.id)),
        ),
      ),
    )
    .orderBy(desc(payments.createdAt));
}

export type EventDetails = Record<string, string | number | boolean | null>;
export type EventSource = 'customer' | 'auto-pay' | 'webhook' | 'polling' | 'reconciliation' | 'staff' | 'agent';

/** Appends to a payment's history. */
export async function appendEvent(
  queryable: Queryable,
  event: {
    readonly paymentId: string;
    readonly kind: string;
    readonly source: EventSource;
    readonly details: EventDetails;
    readonly now: Date;
  },
): Promise<void> {
  const { now, ...values } = event;
  await queryable.insert(paymentEvents).values({ ...values, createdAt: now });
}
