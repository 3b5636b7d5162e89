import { and, between, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { payments } from '../../platform/database/schema/billing/payment.ts';
import { userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';

/** The customer's payment from credit between two moments for this bundle, or for a month of this plan or the change to it, if there is one, and until when its line is paid by now. */
export async function findRecentCreditPayment(
  queryable: Queryable,
  wanted: {
    readonly userId: number;
    readonly planId: string;
    readonly isUpgrade: boolean;
    readonly bundleId: string | null;
    readonly from: Date;
    readonly until: Date;
  },
): Promise<{ readonly paidUntil: Date } | null> {
  const { upgradeFromPlanId } = payments;
  const [row] = await queryable
    .select({ paidUntil: userSubscriptions.nextRenewal })
    .from(payments)
    .innerJoin(userSubscriptions, eq(userSubscriptions.id, payments.subscriptionId))
    .where(
      and(
        eq(payments.userId, wanted.userId),
        wanted.bundleId === null
          ? and(
              eq(payments.planId, wanted.planId),
              isNull(payments.bundleId),
              wanted.isUpgrade ? isNotNull(upgradeFromPlanId) : isNull(upgradeFromPlanId),
            )
          : eq(payments.bundleId, wanted.bundleId),
        eq(payments.gateway, 'credit'),
        eq(payments.status, 'successful'),
        between(payments.paidAt, wanted.from, wanted.until),
      ),
    )
    .limit(1);
  return row ?? null;
}
