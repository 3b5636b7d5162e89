import type { Queryable } from '../../platform/database/connection.ts';
import { findSubscription } from '../subscriptions/find-subscription.ts';
import { findOpenMonthInvoice } from './due.repository.ts';

/** The upcoming month of a line's subscription, and whether it is due. */
export type UpcomingMonth = {
  readonly planId: string;
  readonly isDue: boolean;
  /** Where its invoice is open. */
  readonly invoice: { readonly invoiceNumber: string; readonly dueAt: Date } | null;
};

/** Whether the upcoming month of a subscription that was paid before is due. */
export function isMonthDue(
  month: {
    readonly status: string;
    readonly isPaused: boolean;
    readonly isLeaving: boolean;
    readonly nextRenewal: Date | null;
    readonly hasInvoice: boolean;
  },
  now: Date,
): boolean {
  const isOver = month.nextRenewal !== null && month.nextRenewal <= now;
  const isOwed = !month.isPaused && !month.isLeaving && (month.status === 'suspended' || isOver);
  return month.hasInvoice || isOwed;
}

/**
 * The month of a line that money is for. It is due while the first payment is awaited, the
 * line is suspended, its invoice is open, or its time is over; a paused or leaving customer owes
 * nothing. `planId` counts for a subscription that is not paid yet. Null without any plan.
 */
export async function findMonth(
  queryable: Queryable,
  wanted: { readonly lineId: number; readonly planId: string | null; readonly now: Date },
): Promise<UpcomingMonth | null> {
  const { planId: chosen } = wanted;
  const subscription = await findSubscription(queryable, wanted.lineId);
  if (subscription === null) return chosen === null ? null : { planId: chosen, isDue: true, invoice: null };
  if (subscription.status === 'pending') {
    return { planId: chosen ?? subscription.planId, isDue: true, invoice: null };
  }
  const invoice = await findOpenMonthInvoice(queryable, subscription.id);
  const { pausedUntil, cancelsAt, nextBillingDate, status } = subscription;
  const month = {
    status,
    isPaused: pausedUntil !== null,
    isLeaving: cancelsAt !== null,
    nextRenewal: nextBillingDate === null ? null : new Date(nextBillingDate),
    hasInvoice: invoice !== null,
  };
  const planId = subscription.scheduledPlanId ?? subscription.planId;
  return { planId, isDue: isMonthDue(month, wanted.now), invoice };
}
