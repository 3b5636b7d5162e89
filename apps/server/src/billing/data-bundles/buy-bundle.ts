import { endOfLagosMonth, lagosPeriod } from '@portal/kernel/calendar';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import type { Publish } from '../../platform/events/domain-events.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { dataBundleAdded } from '../events.ts';
import { lockActiveSubscription } from '../subscriptions/find-active-subscription.ts';
import type { FindUsedOf } from './bundle-usage.port.ts';
import { type BundleRow, endBought, findBought, findBundle, insertBought } from './data-bundle.repository.ts';

/**
 * A bundle on sale with the caller's subscription, which is locked until the transaction ends.
 * Throws bundle.not-found, bundle.unlimited, subscription.not-running.
 */
export async function findBundleForSale(
  tx: Transaction,
  order: { readonly lineId: number; readonly bundleId: string; readonly now: Date },
) {
  const subscription = await lockActiveSubscription(tx, order);
  if (!subscription?.isPaid) throw new ApiError('subscription.not-running');
  if (subscription.dataLimitGb === null) throw new ApiError('bundle.unlimited');
  const bundle = await findBundle(tx, order.bundleId);
  if (!bundle?.isActive) throw new ApiError('bundle.not-found');
  const { subscriptionId, periodNumber, plan } = subscription;
  return { subscriptionId, periodNumber, plan, bundle: presentForSale(bundle) };
}

function presentForSale({ id, name, gigabytes, price }: BundleRow) {
  return { id, name, gigabytes, priceKobo: price };
}

/**
 * Adds a bundle to the Lagos month of `now`, in the transaction that settles its payment, and
 * returns the time it is for, up to the last moment of that month; also for a retired bundle. Null,
 * without effect, when by now the subscription is not active, another one, or without a data limit.
 * A second one for the same payment violates the primary key.
 */
export async function addBundle(
  deps: { readonly publish: Publish },
  tx: Transaction,
  paid: {
    readonly subscriptionId: string;
    readonly bundleId: string;
    readonly paymentId: string;
    readonly now: Date;
  },
): Promise<{ startsAt: Date; endsAt: Date; isBack: boolean } | null> {
  const { paymentId, subscriptionId, now } = paid;
  const subscription = await lockActiveSubscription(tx, { subscriptionId, now });
  if (!subscription || subscription.dataLimitGb === null) return null;
  const bundle = await findBundle(tx, paid.bundleId);
  if (!bundle) throw new Error(`no data bundle ${paid.bundleId}`);
  const period = lagosPeriod(now);
  const { lineId } = subscription;
  await insertBought(tx, { paymentId, lineId, period, gigabytes: bundle.gigabytes, boughtAt: now });
  await deps.publish(tx, dataBundleAdded, { lineId, period, now });
  return { startsAt: now, endsAt: endOfLagosMonth(now), isBack: false };
}

/**
 * The data bundle of a payment; `isUsed` once the month has used it. Null when it bought none.
 */
export async function findBoughtBundle(
  deps: { readonly findUsedOf: FindUsedOf },
  queryable: Queryable,
  paymentId: string,
): Promise<{ readonly startsAt: Date; readonly endsAt: Date; readonly isUsed: boolean } | null> {
  const bought = await findBought(queryable, paymentId);
  if (!bought) return null;
  const isUsed = bought.endedAt === null && (await deps.findUsedOf(queryable, bought)) > 0;
  return { startsAt: bought.boughtAt, endsAt: endOfLagosMonth(bought.boughtAt), isUsed };
}

/**
 * Removes the data bundle of a payment from its month, in the transaction of the refund. False when
 * there is none any more.
 */
export async function endBoughtBundle(
  tx: Transaction,
  order: { readonly paymentId: string; readonly now: Date },
): Promise<boolean> {
  return endBought(tx, order.paymentId, order.now);
}
