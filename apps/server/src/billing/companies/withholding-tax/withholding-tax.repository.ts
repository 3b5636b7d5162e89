import { type Kobo, toKobo } from '@portal/kernel/money';
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import { isUniqueViolation, type Queryable, type Transaction } from '../../../platform/database/connection.ts';
import { withholdingTaxes } from '../../../platform/database/schema/billing/company.ts';
import { billingDetails } from '../../../platform/database/schema/billing/invoice.ts';
import { payments } from '../../../platform/database/schema/billing/payment.ts';
import { users } from '../../../platform/database/schema/identity/account.ts';
import { accounts } from '../../../platform/database/schema/identity/account-people.ts';
import { personName } from '../../../platform/database/schema/identity/person-name.ts';

export async function insertWithheld(tx: Transaction, row: typeof withholdingTaxes.$inferInsert): Promise<void> {
  await tx.insert(withholdingTaxes).values(row);
}

const isAwaitedOf = (paymentId: string) =>
  and(
    eq(withholdingTaxes.paymentId, paymentId),
    isNull(withholdingTaxes.creditNoteNumber),
    isNull(withholdingTaxes.reversedAt),
  );

/** What a refund of the payment would take back; zero where no tax was withheld, or its document came. */
export async function sumAwaited(queryable: Queryable, paymentId: string): Promise<Kobo> {
  const [row] = await queryable
    .select({ amount: withholdingTaxes.amount })
    .from(withholdingTaxes)
    .where(isAwaitedOf(paymentId));
  return row?.amount ?? toKobo(0);
}

/** What is taken back with a refund: only while its document is awaited; null where there is nothing. */
export async function reverseAwaited(tx: Transaction, paymentId: string, reversedAt: Date): Promise<Kobo | null> {
  const [row] = await tx
    .update(withholdingTaxes)
    .set({ reversedAt })
    .where(isAwaitedOf(paymentId))
    .returning({ amount: withholdingTaxes.amount });
  return row?.amount ?? null;
}

/** Records the document of a tax that awaits it; `used`: another one has its number or picture. */
export async function recordDocument(
  tx: Transaction,
  id: string,
  document: {
    readonly creditNoteNumber: string;
    readonly creditNoteDate: string;
    readonly slipId: string | null;
    readonly documentedBy: number;
    readonly documentedAt: Date;
  },
): Promise<'recorded' | 'not-awaited' | 'used'> {
  try {
    return await tx.transaction(async (step) => {
      const moved = await step
        .update(withholdingTaxes)
        .set(document)
        .where(
          and(
            eq(withholdingTaxes.id, id),
            isNull(withholdingTaxes.creditNoteNumber),
            isNull(withholdingTaxes.reversedAt),
          ),
        )
        .returning({ id: withholdingTaxes.id });
      return moved.length === 1 ? 'recorded' : 'not-awaited';
    });
  } catch (error) {
    if (isUniqueViolation(error)) return 'used';
    throw error;
  }
}

function selectWithheld(queryable: Queryable) {
  return queryable
    .select({
      withheld: withholdingTaxes,
      reference: payments.reference,
      accountNumber: accounts.number,
      customer: sql<string>`coalesce(${billingDetails.companyName}, ${personName()})`,
    })
    .from(withholdingTaxes)
    .innerJoin(payments, eq(payments.id, withholdingTaxes.paymentId))
    .innerJoin(accounts, eq(accounts.id, withholdingTaxes.accountId))
    .innerJoin(users, eq(users.id, accounts.contactId))
    .leftJoin(billingDetails, eq(billingDetails.userId, accounts.id));
}

export type WithheldRow = Awaited<ReturnType<typeof listAwaited>>[number];

/** Taxes whose documents are awaited, the oldest first. */
export async function listAwaited(queryable: Queryable, limit: number) {
  return selectWithheld(queryable)
    .where(and(isNull(withholdingTaxes.creditNoteNumber), isNull(withholdingTaxes.reversedAt)))
    .orderBy(asc(withholdingTaxes.createdAt), asc(withholdingTaxes.id))
    .limit(limit);
}

/** All taxes that an account withheld, newest first. */
export async function listWithheldOf(queryable: Queryable, accountId: number, limit: number) {
  return selectWithheld(queryable)
    .where(eq(withholdingTaxes.accountId, accountId))
    .orderBy(desc(withholdingTaxes.createdAt), desc(withholdingTaxes.id))
    .limit(limit);
}

export async function findWithheld(queryable: Queryable, id: string): Promise<WithheldRow | null> {
  const [row] = await selectWithheld(queryable).where(eq(withholdingTaxes.id, id));
  return row ?? null;
}
