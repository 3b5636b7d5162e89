import type { InvoiceSummary, InvoiceView } from '@portal/contract/billing/invoices';
import { nairaFromKobo, toKobo } from '@portal/kernel/money';
import { VAT_PERCENT } from '@portal/kernel/vat';
import type { findOwnCreditNote, findOwnInvoice } from './issued-invoice.repository.ts';

export type FoundInvoice = NonNullable<Awaited<ReturnType<typeof findOwnInvoice>>>;

export type FoundCreditNote = NonNullable<Awaited<ReturnType<typeof findOwnCreditNote>>>;

/** An invoice as an entry of a list. */
export function presentInvoice({ invoice, creditNotes }: FoundInvoice): InvoiceSummary {
  const { invoiceNumber, subscriptionId, kind, status, snapshot } = invoice;
  return {
    invoiceNumber,
    subscriptionId,
    kind,
    status,
    issuedAt: invoice.issuedAt.toISOString(),
    dueAt: invoice.dueAt.toISOString(),
    paidAt: invoice.paidAt?.toISOString() ?? null,
    planName: snapshot.planName,
    periodStart: snapshot.periodStart,
    periodEnd: snapshot.periodEnd,
    total: nairaFromKobo(invoice.total),
    vat: nairaFromKobo(invoice.vat),
    currency: 'NGN',
    creditNotes: creditNotes.map(({ creditNoteNumber, issuedAt, total }) => {
      return { creditNoteNumber, issuedAt: issuedAt.toISOString(), total: nairaFromKobo(total) };
    }),
  };
}

/** An invoice with all its details. */
export function presentInvoicePage(found: FoundInvoice): InvoiceView {
  const { invoice, payment, receiptNumber } = found;
  const { seller, buyer, speed, lines } = invoice.snapshot;
  return {
    ...presentInvoice(found),
    customerNumber: invoice.userId,
    speed,
    seller,
    buyer,
    receiptNumber,
    lines: lines.map(({ label, amountKobo }) => ({ label, amount: nairaFromKobo(toKobo(amountKobo)) })),
    vatPercent: VAT_PERCENT,
    electronicReference: invoice.electronicReference,
    paidBy: payment && { gateway: payment.gateway, channel: payment.channel, reference: payment.reference },
  };
}
