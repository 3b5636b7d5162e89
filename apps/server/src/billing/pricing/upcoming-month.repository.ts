import { sql } from 'drizzle-orm';
import { invoices } from '../../platform/database/schema/billing/invoice.ts';
import { refunds } from '../../platform/database/schema/billing/payment.ts';
import { subscriptionPeriods, userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import { servicePlans } from '../../platform/database/schema/catalogue/plan.ts';

/** The plan of a subscription's coming month. */
export const upcomingPlanId = sql`coalesce(${userSubscriptions.scheduledPlanId}, ${userSubscriptions.planId})`;

/**
 * What a subscription's coming month of the joined plan costs before savings, VAT and credit: the catalogue's price, but never more than the open invoice of that month says, which its
 * customer has been told.
 */
export const upcomingPrice = sql`least(${servicePlans.price}, (
  select ((${invoices.snapshot} -> 'lines' -> 0 ->> 'amountKobo')::numeric / 100)::numeric(10,2) from ${invoices}
  where ${invoices.subscriptionId} = ${userSubscriptions.id} and ${invoices.periodNumber} = ${userSubscriptions.paidPeriods} + 1
    and ${invoices.kind} = 'period' and ${invoices.status} = 'open' and ${invoices.snapshot} ->> 'planName' = ${servicePlans.name}
  limit 1))`.mapWith(servicePlans.price);

/** Whether the money of a month of the subscription is on its way back, or waits for approval, and its time with it: meanwhile nothing is charged by itself. */
export const isBeingRefunded = sql<boolean>`exists (
  select 1 from ${refunds} join ${subscriptionPeriods} on ${subscriptionPeriods.paymentId} = ${refunds.paymentId}
  where ${subscriptionPeriods.subscriptionId} = ${userSubscriptions.id} and not ${refunds.keepService}
    and ${refunds.status} in ('awaiting-approval', 'requested', 'pending'))`;
