import type { ReceiptView } from '@portal/contract/billing/payments/payments';
import { nairaFromKobo, toKobo } from '@portal/kernel/money';
import type { Database } from '../../../platform/database/connection.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import { paidWithOf } from '../../payments/payment.policy.ts';
import { findReceiptRow } from '../invoice.repository.ts';
import type { InvoiceParty } from '../supply.ts';

type FoundReceipt = NonNullable<Awaited<ReturnType<typeof findReceiptRow>>>;

function presentReceipt({ receipt, payment }: FoundReceipt, initialSeller: InvoiceParty): ReceiptView {
  const { snapshot } = receipt;
  return {
    seller: snapshot.seller ?? initialSeller,
    receiptNumber: receipt.receiptNumber,
    reference: payment.reference,
    gateway: payment.gateway,
    channel: payment.channel,
    paidWith: paidWithOf(payment),
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
 * One customer's receipt as it was at the time of payment, anybody's for `userId` null. Throws
 * receipt.not-found for an unknown number, or another customer's.
 */
export async function requireReceipt(
  { database, initialSeller }: { readonly database: Database; readonly initialSeller: InvoiceParty },
  userId: number | null,
  receiptNumber: string,
): Promise<ReceiptView> {
  const found = await findReceiptRow(database, userId, receiptNumber);
  if (!found) throw new ApiError('receipt.not-found');
  return presentReceipt(found, initialSeller);
}
