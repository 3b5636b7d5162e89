import { getReceipt, type ReceiptView } from '@portal/contract/payment';
import { nairaFromKobo, toKobo } from '@portal/kernel/money';
import type { Database } from '../../database/connection.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Routes } from '../../http/route-from-contract.ts';
import { findOwnReceipt } from './invoice.repository.ts';

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

/** The caller's receipts, as they were at the moment of payment. */
export function registerInvoice(routes: Routes, deps: { readonly database: Database }): void {
  routes.serve(getReceipt, async ({ viewer, params }) => {
    const found = await findOwnReceipt(deps.database, viewer.user.id, params.receiptNumber);
    if (!found) throw new Refusal('receipt.not-found');
    return presentReceipt(found);
  });
}
