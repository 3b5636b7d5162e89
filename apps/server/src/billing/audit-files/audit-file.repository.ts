import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { withholdingTaxes } from '../../platform/database/schema/billing/company.ts';
import { counterPayments, depositSlips } from '../../platform/database/schema/billing/counter.ts';
import { payments } from '../../platform/database/schema/billing/payment.ts';

type Range = { readonly from: Date; readonly until: Date };

/** An attachment with what it proves. */
export type Attachment = {
  readonly id: string;
  readonly name: string;
  readonly mediaType: string;
  readonly proves: string;
};

/** The slips of deposits that came in within a time, and the documents of tax that was withheld from them. */
export async function listAttachments(queryable: Queryable, { from, until }: Range): Promise<Attachment[]> {
  const slip = { id: depositSlips.id, name: depositSlips.name, mediaType: depositSlips.mediaType };
  const deposits = await queryable
    .select({ ...slip, proves: sql<string>`'deposit ' || ${payments.reference}` })
    .from(counterPayments)
    .innerJoin(depositSlips, eq(depositSlips.id, counterPayments.slipId))
    .innerJoin(payments, eq(payments.id, counterPayments.paymentId))
    .where(and(gte(payments.paidAt, from), lt(payments.paidAt, until)))
    .orderBy(payments.paidAt, depositSlips.id);
  const certificates = await queryable
    .select({ ...slip, proves: sql<string>`'withheld tax ' || ${withholdingTaxes.creditNoteNumber}` })
    .from(withholdingTaxes)
    .innerJoin(depositSlips, eq(depositSlips.id, withholdingTaxes.slipId))
    .where(and(gte(withholdingTaxes.createdAt, from), lt(withholdingTaxes.createdAt, until)))
    .orderBy(withholdingTaxes.createdAt, depositSlips.id);
  return [...deposits, ...certificates];
}
