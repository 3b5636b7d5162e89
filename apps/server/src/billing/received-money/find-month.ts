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

/**
 * The month of a line that money is for. It is due while the first payment is awaited, the
 * line is suspended, its invoice is open, or its time is over; a paused or leaving customer owes
 * nothing. `planId` counts for a subscription that is not paid yet. Null without any plan.
 */
export async function findMonth(
  queryable: Queryable,
  wanted: { readonly lineId: number; readonly planId: string | null; readonly now: Date },
): Promise<UpcomingMonth | null> {
  const { planId } = wanted;
  const subscription = await findSubscription(queryable, wanted.lineId);
  if (subscription === null) return planId === null ? null : { planId, isDue: true, invoice: null };
  if (subscription.status === 'pending') {
    return { planId: planId ?? subscription.planId, isDue: true, invoice: null };
  }
  const invoice = await findOpenMonthInvoice(queryable, subscription.id);
  const { pausedUntil, cancelsAt, nextBillingDate, status } = subscription;
  const isOver = nextBillingDate !== null && Date.parse(nextBillingDate) <= wanted.now.getTime();
  const isOwed = pausedUntil === null && cancelsAt === null && (status === 'suspended' || isOver);
  return {
    planId: subscription.scheduledPlanId ?? subscription.planId,
    isDue: invoice !== null || isOwed,
    invoice,
  };
}
