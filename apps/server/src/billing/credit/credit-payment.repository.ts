import { and, between, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { payments } from '../../platform/database/schema/billing/payment.ts';
import { userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import type { Wish } from '../payments/product.port.ts';

/**
 * The payment of a line from credit between two moments for what is wished for, if there is one,
 * and until when its subscription is paid by now. Null for an id that is none, too.
 */
export async function findRecentCreditPayment(
  queryable: Queryable,
  wanted: Wish & { readonly lineId: number; readonly from: Date; readonly until: Date },
): Promise<{ readonly paidUntil: Date } | null> {
  const { planId, bundleId = null, chargeId = null, purpose } = wanted;
  // A charge is paid once: its second payment has no price.
  if (chargeId !== null || !isUuid(bundleId ?? planId)) return null;
  const { upgradeFromPlanId } = payments;
  const [row] = await queryable
    .select({ paidUntil: userSubscriptions.nextRenewal })
    .from(payments)
    .innerJoin(userSubscriptions, eq(userSubscriptions.id, payments.subscriptionId))
    .where(
      and(
        eq(userSubscriptions.lineId, wanted.lineId),
        bundleId === null
          ? and(
              eq(payments.planId, planId),
              isNull(payments.bundleId),
              isNull(payments.chargeId),
              purpose === 'upgrade' ? isNotNull(upgradeFromPlanId) : isNull(upgradeFromPlanId),
            )
          : eq(payments.bundleId, bundleId),
        eq(payments.gateway, 'credit'),
        eq(payments.status, 'successful'),
        between(payments.paidAt, wanted.from, wanted.until),
      ),
    )
    .limit(1);
  return row ?? null;
}
