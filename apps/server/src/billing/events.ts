import { domainEvent } from '../platform/events/domain-events.ts';

/** A payment has added a period to a subscription, which is active from now on. */
export const subscriptionExtended = domainEvent<{ readonly subscriptionId: string; readonly now: Date }>(
  'subscription.extended',
);

/** A payment has upgraded a subscription for the rest of its period. */
export const subscriptionUpgraded = domainEvent<{ readonly subscriptionId: string; readonly now: Date }>(
  'subscription.upgraded',
);

/** A data bundle was added to a Lagos month (YYYY-MM) of a line. */
export const dataBundleAdded = domainEvent<{
  readonly lineId: number;
  readonly period: string;
  readonly now: Date;
}>('data-bundle.added');

/** What became of a subscription: `resumed` follows a suspension or a pause, which `suspended` begins. */
export type SubscriptionChange = 'activated' | 'suspended' | 'resumed' | 'cancelled' | 'plan-changed';

/** The same has happened to some subscriptions, whose rows have it. */
export const subscriptionsChanged = domainEvent<{
  readonly ids: readonly string[];
  readonly change: SubscriptionChange;
}>('subscriptions.changed');

/**
 * A line has changed its owner: the subscription of `fromLineId` has ended, and one of `toLineId` in
 * another account has its paid time, whose current month began at `paidFrom`; null where none is left.
 */
export const lineMoved = domainEvent<{
  readonly fromLineId: number;
  readonly toLineId: number;
  readonly fromSubscriptionId: string;
  readonly toSubscriptionId: string;
  readonly paidFrom: Date | null;
  readonly now: Date;
}>('line.moved');

/** Add-ons of lines have ended: what they paid for is not had any more. */
export const addonsEnded = domainEvent<{ readonly addonIds: readonly string[]; readonly now: Date }>('addons.ended');

/** Invoices have their numbers, open ones as well as those that were paid before they were issued. */
export const invoicesIssued = domainEvent<{ readonly invoiceNumbers: readonly string[] }>('invoices.issued');

/** An invoice is paid. */
export const invoicePaid = domainEvent<{ readonly invoiceNumber: string }>('invoice.paid');

/** A voucher has paid, with everything that follows from its payment. */
export const voucherUsed = domainEvent<{ readonly batch: number; readonly index: number }>('voucher.used');

/** The tax authority has registered an invoice or a credit note. */
export const documentRegistered = domainEvent<{ readonly documentNumber: string }>('document.registered');

/**
 * A payment has reached this status, with everything that follows from it. `refunded` also when the
 * gateway has refunded a further part and the payment stays successful.
 */
export const paymentDecided = domainEvent<{
  readonly paymentId: string;
  readonly outcome: 'successful' | 'refunded' | 'disputed' | 'review';
}>('payment.decided');
