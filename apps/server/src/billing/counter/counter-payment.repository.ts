import { eq } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { withholdingTaxes } from '../../platform/database/schema/billing/company.ts';
import { counterPayments } from '../../platform/database/schema/billing/counter.ts';
import { receipts } from '../../platform/database/schema/billing/invoice.ts';
import { payments } from '../../platform/database/schema/billing/payment.ts';
import { users } from '../../platform/database/schema/identity/account.ts';

/** The payment that a form has recorded, with its receipt; null when it has recorded none. */
export async function findCounterPayment(queryable: Queryable, clientRequestId: string) {
  const [row] = await queryable
    .select({ payment: payments, taken: counterPayments, receipt: receipts, withheld: withholdingTaxes.amount })
    .from(counterPayments)
    .innerJoin(payments, eq(payments.id, counterPayments.paymentId))
    .innerJoin(receipts, eq(receipts.paymentId, counterPayments.paymentId))
    .leftJoin(withholdingTaxes, eq(withholdingTaxes.paymentId, counterPayments.paymentId))
    .where(eq(counterPayments.clientRequestId, clientRequestId));
  return row ?? null;
}

/** Who took a payment at the counter, with its slip and the tax withheld; null for any other. */
export async function findTaken(queryable: Queryable, paymentId: string) {
  const { id, email, firstName, lastName } = users;
  const [row] = await queryable
    .select({
      staff: { id, email, firstName, lastName },
      slipId: counterPayments.slipId,
      withheld: withholdingTaxes.amount,
    })
    .from(counterPayments)
    .innerJoin(users, eq(users.id, counterPayments.staffId))
    .leftJoin(withholdingTaxes, eq(withholdingTaxes.paymentId, counterPayments.paymentId))
    .where(eq(counterPayments.paymentId, paymentId));
  return row ?? null;
}

/** False when another payment has the request, the outside reference or the slip. */
export async function insertCounterPayment(
  tx: Transaction,
  values: typeof counterPayments.$inferInsert,
): Promise<boolean> {
  const written = await tx
    .insert(counterPayments)
    .values(values)
    .onConflictDoNothing()
    .returning({ paymentId: counterPayments.paymentId });
  return written.length === 1;
}
