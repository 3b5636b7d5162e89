import { decimalFromKobo, type Kobo, koboFromDecimal } from '@portal/kernel/money';
import { desc, eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../platform/database/connection.ts';
import { earlierPayments } from '../../../platform/database/schema/console/import.ts';
import type { ImportedPayment } from './read-payment.policy.ts';

/** Stores what was paid in the earlier system. */
export async function insertEarlierPayments(
  tx: Transaction,
  { id, source }: { readonly id: string; readonly source: string },
  payments: readonly (ImportedPayment & { readonly userId: number })[],
): Promise<void> {
  if (payments.length === 0) return;
  const rows = payments.map(({ amountKobo, ...payment }) => ({ ...payment, amount: decimalFromKobo(amountKobo) }));
  await tx.execute(
    sql`insert into earlier_payments
      (import_id, user_id, source, number, amount, paid_at, method, plan_name, paid_until, description)
      select ${id}, r."userId", ${source}, r.number, r.amount, r."paidAt", r.method, r."planName", r."paidUntil", r.description
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("userId" integer, number text, amount numeric,
        "paidAt" timestamptz, method text, "planName" text, "paidUntil" timestamptz, description text)`,
  );
}

/** What an import has stored. */
export async function sumEarlierPayments(tx: Transaction, importId: string): Promise<Kobo> {
  const { rows } = await tx.execute<{ amount: string }>(
    sql`select coalesce(sum(amount), 0) as amount from earlier_payments where import_id = ${importId}`,
  );
  return koboFromDecimal(rows[0]?.amount ?? '0');
}

/** Always possible: nothing is built on them. */
export async function removeEarlierPayments(tx: Transaction, run: { readonly id: string }): Promise<boolean> {
  await tx.execute(sql`delete from earlier_payments where import_id = ${run.id}`);
  return true;
}

/** Newest first. */
export async function findEarlierPayments(queryable: Queryable, userId: number, limit: number) {
  const { id, source, number, amount, paidAt, method, planName, paidUntil, description } = earlierPayments;
  return queryable
    .select({ id, source, number, amount, paidAt, method, planName, paidUntil, description })
    .from(earlierPayments)
    .where(eq(earlierPayments.userId, userId))
    .orderBy(desc(paidAt), desc(id))
    .limit(limit);
}
