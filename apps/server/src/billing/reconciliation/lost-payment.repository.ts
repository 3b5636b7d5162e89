import type { Kobo } from '@portal/kernel/money';
import { and, desc, eq, exists, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { paymentMethods, payments } from '../../platform/database/schema/billing/payment.ts';
import { userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import { servicePlans } from '../../platform/database/schema/catalogue/plan.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';
import type { NewPayment, PaymentRow } from '../payments/payment.repository.ts';

/** A customer whom a payment can be booked for, with their newest subscription. */
export type Payee = {
  readonly userId: number;
  readonly email: string;
  readonly subscriptionId: string;
  readonly planId: string;
  readonly planName: string;
  readonly monthlyFee: Kobo;
  /** Zero where the first month is not paid. */
  readonly paidPeriods: number;
};

function selectPayees(queryable: Queryable) {
  return queryable
    .selectDistinctOn([users.id], {
      userId: users.id,
      email: users.email,
      subscriptionId: userSubscriptions.id,
      planId: servicePlans.id,
      planName: servicePlans.name,
      monthlyFee: userSubscriptions.monthlyFee,
      paidPeriods: userSubscriptions.paidPeriods,
    })
    .from(users)
    .innerJoin(lines, eq(lines.accountId, users.id))
    .innerJoin(userSubscriptions, eq(userSubscriptions.lineId, lines.id))
    .innerJoin(servicePlans, eq(servicePlans.id, userSubscriptions.planId))
    .orderBy(users.id, desc(userSubscriptions.createdAt));
}

/** The customer with this number who has, or has paid with, this address in lower case. */
export async function findPayee(
  queryable: Queryable,
  payer: { readonly customerId: number; readonly email: string },
): Promise<Payee | null> {
  const paidWithIt = queryable
    .select({ id: payments.id })
    .from(payments)
    // Who has paid for somebody else is not that customer.
    .where(
      and(eq(payments.userId, users.id), eq(payments.paysDue, false), sql`lower(${payments.email}) = ${payer.email}`),
    );
  const [row] = await selectPayees(queryable).where(
    and(eq(users.id, payer.customerId), or(sql`lower(${users.email}) = ${payer.email}`, exists(paidWithIt))),
  );
  return row ?? null;
}

/** The only customer with a card of this gateway's that was saved with this address in lower case. */
export async function findCardOwner(
  queryable: Queryable,
  card: { readonly gateway: string; readonly email: string },
): Promise<Payee | null> {
  const saved = queryable
    .select({ id: paymentMethods.id })
    .from(paymentMethods)
    .where(
      and(
        eq(paymentMethods.userId, users.id),
        eq(paymentMethods.provider, card.gateway),
        sql`lower(${paymentMethods.email}) = ${card.email}`,
      ),
    );
  const rows = await selectPayees(queryable).where(exists(saved)).limit(2);
  return rows.length === 1 ? (rows[0] ?? null) : null;
}

/** The customer with this address. */
export async function findPayeeByEmail(queryable: Queryable, emailKey: string): Promise<Payee | null> {
  const [row] = await selectPayees(queryable).where(eq(users.emailKey, emailKey));
  return row ?? null;
}

/** Null when there is a payment with this reference. */
export async function insertLostPayment(queryable: Queryable, values: NewPayment): Promise<PaymentRow | null> {
  const [row] = await queryable
    .insert(payments)
    .values(values)
    .onConflictDoNothing({ target: payments.reference })
    .returning();
  return row ?? null;
}
