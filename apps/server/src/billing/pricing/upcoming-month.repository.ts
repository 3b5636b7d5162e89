import type { VatRate } from '@portal/kernel/billing/vat';
import { toKobo } from '@portal/kernel/money';
import { sql } from 'drizzle-orm';
import { subscriptionAddons } from '../../platform/database/schema/billing/addon.ts';
import { invoices } from '../../platform/database/schema/billing/invoice.ts';
import { refunds } from '../../platform/database/schema/billing/payment.ts';
import { subscriptionPeriods, userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import { servicePlans } from '../../platform/database/schema/catalogue/plan.ts';
import type { Addon } from './quote.policy.ts';

/** The plan of a subscription's upcoming month. */
export const upcomingPlanId = sql`coalesce(${userSubscriptions.scheduledPlanId}, ${userSubscriptions.planId})`;

/** The open invoice of a subscription's upcoming month of the joined plan. */
const ofOpenInvoice = sql`from ${invoices}
  where ${invoices.subscriptionId} = ${userSubscriptions.id} and ${invoices.periodNumber} = ${userSubscriptions.paidPeriods} + 1
    and ${invoices.kind} = 'period' and ${invoices.status} = 'open' and ${invoices.snapshot} ->> 'planName' = ${servicePlans.name}
  limit 1`;

/**
 * The price of a subscription's upcoming month of the joined plan before savings, VAT and credit: the
 * catalogue's price, but never more than on the open invoice of that month, which its customer has
 * received.
 */
export const upcomingPrice = sql`least(${servicePlans.price}, (
  select ((${invoices.snapshot} -> 'lines' -> 0 ->> 'amountKobo')::numeric / 100)::numeric(15,2) ${ofOpenInvoice}))`.mapWith(
  servicePlans.price,
);

/** The rate of VAT of that invoice, which it keeps whatever the rate is by then; null without one. */
export const upcomingVatRate = sql<VatRate | null>`(select ${invoices.vatRate} ${ofOpenInvoice})`;

/** The add-ons of a subscription that are a part of its upcoming month, the oldest first. */
export const upcomingAddons = sql<Addon[]>`coalesce((
  select json_agg(json_build_object('id', ${subscriptionAddons.id}, 'name', ${subscriptionAddons.name},
      'priceKobo', (${subscriptionAddons.monthlyFee} * 100)::bigint) order by ${subscriptionAddons.startedAt}, ${subscriptionAddons.id})
  from ${subscriptionAddons} where ${subscriptionAddons.subscriptionId} = ${userSubscriptions.id}
    and ${subscriptionAddons.endedAt} is null and ${subscriptionAddons.lastPeriod} is null), '[]')`.mapWith(
  (addons: (Omit<Addon, 'priceKobo'> & { readonly priceKobo: number })[]) =>
    addons.map((addon) => ({ ...addon, priceKobo: toKobo(addon.priceKobo) })),
);

/**
 * Whether a month of the subscription is being refunded, or waits for approval of that: meanwhile
 * nothing is charged automatically.
 */
export const isBeingRefunded = sql<boolean>`exists (
  select 1 from ${refunds} join ${subscriptionPeriods} on ${subscriptionPeriods.paymentId} = ${refunds.paymentId}
  where ${subscriptionPeriods.subscriptionId} = ${userSubscriptions.id} and not ${refunds.keepService}
    and ${refunds.status} in ('awaiting-approval', 'requested', 'pending'))`;
