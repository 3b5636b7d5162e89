import { lagosDate } from '@portal/kernel/calendar';
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, ne, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { paymentEvents, payments } from '../../platform/database/schema/billing/payment.ts';
import { planOf } from '../payments/payment.policy.ts';

export type PaymentRow = typeof payments.$inferSelect;
/** A charge of a saved card or bank account: for a month, so with its subscription. */
export type MonthCharge = typeof payments.$inferSelect & { readonly subscriptionId: string; readonly planId: string };
export type NewCharge = typeof payments.$inferInsert & { readonly subscriptionId: string };

/**
 * The charges of these subscriptions for the month after the paid ones, by subscription, the latest
 * attempt first.
 */
export async function listCharges(
  queryable: Queryable,
  months: readonly { readonly subscriptionId: string; readonly periodNumber: number }[],
): Promise<MonthCharge[]> {
  if (months.length === 0) return [];
  const rows = await queryable
    .select()
    .from(payments)
    .where(
      and(
        inArray(
          payments.subscriptionId,
          months.map(({ subscriptionId }) => subscriptionId),
        ),
        isNotNull(payments.chargeAttempt),
      ),
    )
    .orderBy(desc(payments.chargeAttempt));
  const wanted = new Set(months.map(({ subscriptionId, periodNumber }) => `${subscriptionId}:${periodNumber}`));
  return rows
    .map(asCharge)
    .filter(({ subscriptionId, periodNumber }) => wanted.has(`${subscriptionId}:${periodNumber}`));
}

function asCharge(row: typeof payments.$inferSelect): MonthCharge {
  return { ...row, ...planOf(row) };
}

/** Of two for the same attempt of a month only one is stored (unique keys of payments). */
export async function insertCharges(tx: Transaction, charges: readonly NewCharge[]): Promise<void> {
  if (charges.length > 0)
    await tx
      .insert(payments)
      .values([...charges])
      .onConflictDoNothing();
}

const isUndecided = inArray(payments.status, ['initialized', 'pending']);

/** The unclaimed charge that has been due longest, locked until the transaction ends. */
export async function lockDueCharge(tx: Transaction, now: Date): Promise<MonthCharge | null> {
  const [row] = await tx
    .select()
    .from(payments)
    .where(and(lte(payments.chargeDueAt, now), isUndecided))
    .orderBy(asc(payments.chargeDueAt))
    .limit(1)
    .for('update', { skipLocked: true });
  return row ? asCharge(row) : null;
}

/** From here on no other worker sends it; should this one die, the poll asks for the outcome. */
export async function markSent(tx: Transaction, id: string, sent: { now: Date; nextCheckAt: Date }): Promise<void> {
  await tx
    .update(payments)
    .set({
      chargeDueAt: null,
      chargeDay: lagosDate(sent.now),
      createdAt: sent.now,
      updatedAt: sent.now,
      nextCheckAt: sent.nextCheckAt,
    })
    .where(eq(payments.id, id));
}

/** Whether another attempt for the same month was sent on the day of `now`. */
export async function wasTriedToday(tx: Transaction, charge: MonthCharge, now: Date): Promise<boolean> {
  const found = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.subscriptionId, charge.subscriptionId),
        eq(payments.periodNumber, charge.periodNumber),
        eq(payments.chargeDay, lagosDate(now)),
        ne(payments.id, charge.id),
      ),
    )
    .limit(1);
  return found.length > 0;
}

/** Postpones it; also one that was claimed and that the gateway has never received. */
export async function postponeCharge(queryable: Queryable, id: string, chargeDueAt: Date): Promise<void> {
  await queryable
    .update(payments)
    .set({ chargeDueAt, chargeDay: null, nextCheckAt: null })
    .where(and(eq(payments.id, id), isUndecided));
}

/** Cancels it. */
export async function dropCharge(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx
    .update(payments)
    .set({ status: 'abandoned', chargeDueAt: null, openKey: null, nextCheckAt: null, updatedAt: now })
    .where(eq(payments.id, id));
}

/** The bank's words about a failed attempt; null without. */
export async function findDeclineReason(queryable: Queryable, paymentId: string): Promise<string | null> {
  const [row] = await queryable
    .select({ reason: sql<string | null>`${paymentEvents.details} ->> 'reason'` })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.paymentId, paymentId), eq(paymentEvents.kind, 'failed')))
    .orderBy(desc(paymentEvents.id))
    .limit(1);
  return row?.reason ?? null;
}

/** Whether the customer has a gateway's page open for the same month since a moment. */
export async function paysByHand(tx: Transaction, charge: MonthCharge, since: Date): Promise<boolean> {
  const found = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.subscriptionId, charge.subscriptionId),
        eq(payments.periodNumber, charge.periodNumber),
        isNull(payments.chargeAttempt),
        isNull(payments.bundleId),
        isNull(payments.chargeId),
        isNull(payments.upgradeFromPlanId),
        isUndecided,
        gt(payments.createdAt, since),
      ),
    )
    .limit(1);
  return found.length > 0;
}

/**
 * The customer's newest payments with cards that can be charged again, without removed cards and
 * those with a permanent decline.
 */
export async function findReusablePayment(
  queryable: Queryable,
  wanted: {
    readonly userId: number;
    readonly gateways: readonly string[];
    readonly month: string;
    readonly id?: string;
  },
): Promise<PaymentRow | null> {
  if (wanted.gateways.length === 0) return null;
  const [row] = await queryable
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.userId, wanted.userId),
        eq(payments.status, 'successful'),
        inArray(payments.gateway, [...wanted.gateways]),
        wanted.id === undefined ? undefined : eq(payments.id, wanted.id),
        sql`(${payments.card} ->> 'reusable')::boolean`,
        sql`coalesce(${payments.card} ->> 'expiry', '9999-12') >= ${wanted.month}`,
        sql`not exists (select 1 from payment_methods m where m.user_id = ${payments.userId} and m.card_signature = ${payments.card} ->> 'signature'
          and (m.removed_at > ${payments.createdAt} or exists (select 1 from auto_pay_consents c where c.payment_method_id = m.id and c.end_reason in ('declined', 'charged-back'))))`,
      ),
    )
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(1);
  return row ?? null;
}
