import { and, asc, eq, isNull, notInArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { invoices } from '../../platform/database/schema/billing/invoice.ts';
import { userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';

/** The open invoice of a subscription's upcoming month; null where none is open. */
export async function findOpenMonthInvoice(queryable: Queryable, subscriptionId: string) {
  const [row] = await queryable
    .select({ invoiceNumber: invoices.invoiceNumber, dueAt: invoices.dueAt })
    .from(invoices)
    .where(and(eq(invoices.subscriptionId, subscriptionId), eq(invoices.kind, 'period'), eq(invoices.status, 'open')))
    .orderBy(asc(invoices.dueAt))
    .limit(1);
  return row ?? null;
}

/** The lines of an account, the oldest first. */
export async function listLineIds(queryable: Queryable, accountId: number): Promise<number[]> {
  const rows = await queryable
    .select({ id: lines.id })
    .from(lines)
    .where(eq(lines.accountId, accountId))
    .orderBy(asc(lines.id));
  return rows.map(({ id }) => id);
}

/** The line of an account, besides some, whose next month is paid first; null where none goes on. */
export async function findNextPayment(queryable: Queryable, accountId: number, besides: readonly number[]) {
  const [row] = await queryable
    .select({
      lineId: userSubscriptions.lineId,
      planId: sql<string>`coalesce(${userSubscriptions.scheduledPlanId}, ${userSubscriptions.planId})`,
      nextRenewal: userSubscriptions.nextRenewal,
    })
    .from(lines)
    .innerJoin(userSubscriptions, eq(userSubscriptions.lineId, lines.id))
    .where(
      and(
        eq(lines.accountId, accountId),
        eq(userSubscriptions.status, 'active'),
        isNull(userSubscriptions.cancelRequestedAt),
        besides.length === 0 ? undefined : notInArray(lines.id, [...besides]),
      ),
    )
    .orderBy(asc(userSubscriptions.nextRenewal))
    .limit(1);
  return row ?? null;
}
