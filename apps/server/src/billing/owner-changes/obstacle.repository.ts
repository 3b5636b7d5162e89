import { toKobo } from '@portal/kernel/money';
import { and, eq, gt, inArray, isNotNull, isNull, ne, notInArray, or, sql, sum } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { invoicedPeriods } from '../../platform/database/schema/billing/company.ts';
import { invoices } from '../../platform/database/schema/billing/invoice.ts';
import { payments } from '../../platform/database/schema/billing/payment.ts';
import { userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';
import { isBeingRefunded } from '../pricing/upcoming-month.repository.ts';

/** Whether a payment for a subscription is at its gateway or in review, or a month of it is being refunded. */
export async function isMoneyUnderWay(queryable: Queryable, subscriptionId: string): Promise<boolean> {
  const paying = await queryable
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.subscriptionId, subscriptionId),
        or(
          inArray(payments.status, ['pending', 'review']),
          // One that no gateway has heard of yet is an automatic charge, which is not made then.
          and(eq(payments.status, 'initialized'), isNotNull(payments.nextCheckAt)),
        ),
      ),
    )
    .limit(1);
  if (paying.length > 0) return true;
  const refunding = await queryable
    .select({ id: userSubscriptions.id })
    .from(userSubscriptions)
    .where(and(eq(userSubscriptions.id, subscriptionId), isBeingRefunded));
  return refunding.length > 0;
}

/** Whether a subscription has had time that no invoice of its company has charged. */
export async function hasUninvoiced(
  queryable: Queryable,
  { accountId, subscriptionId }: { readonly accountId: number; readonly subscriptionId: string },
): Promise<boolean> {
  const found = await queryable
    .select({ id: invoicedPeriods.id })
    .from(invoicedPeriods)
    .where(
      and(
        eq(invoicedPeriods.accountId, accountId),
        eq(invoicedPeriods.subscriptionId, subscriptionId),
        isNull(invoicedPeriods.invoiceId),
        gt(invoicedPeriods.amount, sql`0`),
      ),
    )
    .limit(1);
  return found.length > 0;
}

/** The subscriptions of an account that are not cancelled, each with the box of its line. */
export async function findSubscriptionsOf(queryable: Queryable, accountId: number) {
  return queryable
    .select({ subscription: userSubscriptions, ontSerial: lines.ontSerial })
    .from(userSubscriptions)
    .innerJoin(lines, eq(lines.id, userSubscriptions.lineId))
    .where(and(eq(lines.accountId, accountId), ne(userSubscriptions.status, 'cancelled')));
}

/** What an account keeps: its open invoices that are not written off, and whether a line has auto-pay. */
export async function findWhatStays(queryable: Queryable, accountId: number, lineIds: readonly number[]) {
  const [open] = await queryable
    .select({ total: sum(invoices.total).mapWith(invoices.total) })
    .from(invoices)
    .where(
      and(
        eq(invoices.userId, accountId),
        eq(invoices.status, 'open'),
        // The bill of a month that moves along is void then: its new owner gets one.
        or(
          ne(invoices.kind, 'period'),
          notInArray(
            sql`coalesce((select ${userSubscriptions.lineId} from ${userSubscriptions} where ${userSubscriptions.id} = ${invoices.subscriptionId}), 0)`,
            [...lineIds],
          ),
        ),
      ),
    );
  const automatic = await queryable
    .select({ id: userSubscriptions.id })
    .from(userSubscriptions)
    .where(
      and(
        inArray(userSubscriptions.lineId, [...lineIds]),
        ne(userSubscriptions.status, 'cancelled'),
        userSubscriptions.autoPay,
      ),
    )
    .limit(1);
  return { openKobo: open?.total ?? toKobo(0), hasAutoPay: automatic.length > 0 };
}
