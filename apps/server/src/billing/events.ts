import { domainEvent } from '../platform/events/domain-events.ts';

/** A payment has added a period to a subscription, which is active from now on. */
export const subscriptionExtended = domainEvent<{ readonly subscriptionId: string; readonly now: Date }>(
  'subscription.extended',
);

/** A payment has upgraded a subscription for the rest of its period. */
export const subscriptionUpgraded = domainEvent<{ readonly subscriptionId: string; readonly now: Date }>(
  'subscription.upgraded',
);

/** A data bundle was added to a Lagos month (YYYY-MM) of a customer. */
export const dataBundleAdded = domainEvent<{ readonly userId: number; readonly period: string }>('data-bundle.added');
