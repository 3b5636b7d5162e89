import type { ReceiptView } from '@portal/contract/billing/payments';
import { nairaFromKobo, toKobo } from '@portal/kernel/money';
import type { Database } from '../../../platform/database/connection.ts';
import { findOwnReceipt } from '../invoice.repository.ts';

type OwnReceipt = NonNullable<Awaited<ReturnType<typeof findOwnReceipt>>>;

function presentReceipt({ receipt, payment }: OwnReceipt): ReceiptView {
  const { snapshot } = receipt;
  return {
    receiptNumber: receipt.receiptNumber,
    reference: payment.reference,
    gateway: payment.gateway,
    issuedAt: receipt.issuedAt.toISOString(),
    paidAt: (payment.paidAt ?? receipt.issuedAt).toISOString(),
    customer: { name: snapshot.customerName, email: snapshot.customerEmail },
    planName: snapshot.planName,
    periodStart: snapshot.periodStart,
    periodEnd: snapshot.periodEnd,
    lines: snapshot.lines.map(({ label, amountKobo }) => ({ label, amount: nairaFromKobo(toKobo(amountKobo)) })),
    total: nairaFromKobo(receipt.total),
    vatIncluded: nairaFromKobo(receipt.vatIncluded),
    currency: payment.currency,
  };
}

/**
 * One customer's receipt as it was at the time of payment; null for an unknown number, or another
 * customer's.
 */
export async function findReceipt(
  database: Database,
  userId: number,
  receiptNumber: string,
): Promise<ReceiptView | null> {
  const found = await findOwnReceipt(database, userId, receiptNumber);
  return found && presentReceipt(found);
}
