import { endOfLagosMonth, lagosPeriod } from '@portal/kernel/calendar';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import type { Publish } from '../../platform/events/domain-events.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { dataBundleAdded } from '../events.ts';
import { type BundleRow, endBought, findBought, findBundle, insertBought } from './data-bundle.repository.ts';
import type { BundleDependencies } from './data-bundle-dependencies.ts';

/**
 * A bundle on offer with the caller's line, which is held until the transaction ends. Refuses with bundle.not-found, bundle.unlimited, subscription.not-running.
 */
export async function findBundleForSale(
  deps: Pick<BundleDependencies, 'lockActiveSubscription'>,
  tx: Transaction,
  order: { readonly userId: number; readonly bundleId: string; readonly now: Date },
) {
  const line = await deps.lockActiveSubscription(tx, order);
  if (!line?.isPaid) throw new ApiError('subscription.not-running');
  if (line.dataLimitGb === null) throw new ApiError('bundle.unlimited');
  const bundle = await findBundle(tx, order.bundleId);
  if (!bundle?.isActive) throw new ApiError('bundle.not-found');
  const { subscriptionId, periodNumber, plan } = line;
  return { subscriptionId, periodNumber, plan, bundle: presentForSale(bundle) };
}

function presentForSale({ id, name, gigabytes, price }: BundleRow) {
  return { id, name, gigabytes, priceKobo: price };
}

/**
 * Adds a bundle to the Lagos month of `now`, in the transaction that settles its payment, and returns the time it is for, up to the last moment of that month; also one
 * that is retired by now. Null, with nothing done, when the line is off, another one, or without a limit by now. A second one for the same payment fails on the primary key.
 */
export async function addBundle(
  deps: Pick<BundleDependencies, 'lockActiveSubscription'> & { readonly publish: Publish },
  tx: Transaction,
  paid: {
    readonly userId: number;
    readonly subscriptionId: string;
    readonly bundleId: string;
    readonly paymentId: string;
    readonly now: Date;
  },
): Promise<{ startsAt: Date; endsAt: Date; isBack: boolean } | null> {
  const { userId, paymentId, now } = paid;
  const line = await deps.lockActiveSubscription(tx, { userId, now });
  if (line?.subscriptionId !== paid.subscriptionId || line.dataLimitGb === null) return null;
  const bundle = await findBundle(tx, paid.bundleId);
  if (!bundle) throw new Error(`no data bundle ${paid.bundleId}`);
  const period = lagosPeriod(now);
  await insertBought(tx, { paymentId, userId, period, gigabytes: bundle.gigabytes, boughtAt: now });
  await deps.publish(tx, dataBundleAdded, { userId, period });
  return { startsAt: now, endsAt: endOfLagosMonth(now), isBack: false };
}

/** The extra data that a payment has bought; `isUsed` once the month has gone into them. Null when it bought none. */
export async function findBoughtBundle(
  deps: Pick<BundleDependencies, 'findUsedOf'>,
  queryable: Queryable,
  paymentId: string,
): Promise<{ readonly startsAt: Date; readonly endsAt: Date; readonly isUsed: boolean } | null> {
  const bought = await findBought(queryable, paymentId);
  if (!bought) return null;
  const isUsed = bought.endedAt === null && (await deps.findUsedOf(queryable, bought)) > 0;
  return { startsAt: bought.boughtAt, endsAt: endOfLagosMonth(bought.boughtAt), isUsed };
}

/** Takes the extra data that a payment bought out of their month, in the transaction that gives its money back. False when there are none any more. */
export async function endBoughtBundle(
  tx: Transaction,
  order: { readonly paymentId: string; readonly now: Date },
): Promise<boolean> {
  return endBought(tx, order.paymentId, order.now);
}
