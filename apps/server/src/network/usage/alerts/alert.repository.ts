import { and, eq, gt, lt } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/connection.ts';
import { usageData } from '../../../platform/database/schema/billing/subscription.ts';
import { users } from '../../../platform/database/schema/identity/account.ts';

/** Records that the customer is told of a share of this month; false when they have been told of it, or of a higher one. */
export async function recordAlert(
  tx: Transaction,
  alert: { readonly userId: number; readonly period: string; readonly percent: number },
): Promise<boolean> {
  const noted = await tx
    .update(usageData)
    .set({ alertedPercent: alert.percent })
    .where(
      and(
        eq(usageData.userId, alert.userId),
        eq(usageData.period, alert.period),
        lt(usageData.alertedPercent, alert.percent),
      ),
    )
    .returning({ id: usageData.id });
  return noted.length === 1;
}

/** Records that the customer has been told of no more than a share of this month. */
export async function lowerAlert(
  tx: Transaction,
  alert: { readonly userId: number; readonly period: string; readonly percent: number },
): Promise<void> {
  await tx
    .update(usageData)
    .set({ alertedPercent: alert.percent })
    .where(
      and(
        eq(usageData.userId, alert.userId),
        eq(usageData.period, alert.period),
        gt(usageData.alertedPercent, alert.percent),
      ),
    );
}

/** Where to reach a customer; `phone` is null until it is verified. */
export async function findContact(
  tx: Transaction,
  userId: number,
): Promise<{ readonly email: string; readonly phone: string | null } | null> {
  const [user] = await tx
    .select({ email: users.email, phone: users.phone, phoneVerifiedAt: users.phoneVerifiedAt })
    .from(users)
    .where(eq(users.id, userId));
  return user ? { email: user.email, phone: user.phoneVerifiedAt === null ? null : user.phone } : null;
}
