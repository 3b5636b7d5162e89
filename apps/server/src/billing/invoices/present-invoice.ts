import type { InvoiceSummary, InvoiceView } from '@portal/contract/billing/invoices';
import { vatPercent } from '@portal/kernel/billing/vat';
import { nairaFromKobo, toKobo } from '@portal/kernel/money';
import type { listSettlementsOf } from '../companies/settlement.repository.ts';
import type { findOwnCreditNote, findOwnInvoice } from './issued-invoice.repository.ts';

export type FoundInvoice = NonNullable<Awaited<ReturnType<typeof findOwnInvoice>>>;

type Settlement = Awaited<ReturnType<typeof listSettlementsOf>>[number];

export type FoundCreditNote = NonNullable<Awaited<ReturnType<typeof findOwnCreditNote>>>;

const OF_BUYER = ['name', 'taxId', 'address', 'email', 'phone'] as const;

/** Of an answer that is missing the customer needs to know no more than that it is awaited. */
function presentRegistration(found: FoundInvoice['registration']): InvoiceSummary['registration'] {
  if (!found) return null;
  const isRegistered = found.status === 'registered';
  const lacks = OF_BUYER.find((field) => found.status === 'refused' && found.fault?.field === `buyer.${field}`);
  return {
    status: found.status === 'unknown' ? 'waiting' : found.status,
    irn: isRegistered ? found.irn : null,
    registeredAt: found.registeredAt?.toISOString() ?? null,
    ...(lacks && { lacks }),
  };
}

/** An invoice as an entry of a list. */
export function presentInvoice({
  invoice,
  creditNotes,
  outstanding,
  writtenOff,
  registration,
}: FoundInvoice): InvoiceSummary {
  const { invoiceNumber, subscriptionId, kind, status, snapshot } = invoice;
  return {
    invoiceNumber,
    ...(subscriptionId !== null && { subscriptionId }),
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
    ...(outstanding !== null && { outstanding: nairaFromKobo(outstanding) }),
    ...(writtenOff !== null && { writtenOff: nairaFromKobo(writtenOff) }),
    currency: 'NGN',
    registration: presentRegistration(registration),
    creditNotes: creditNotes.map(({ creditNoteNumber, issuedAt, total }) => {
      return { creditNoteNumber, issuedAt: issuedAt.toISOString(), total: nairaFromKobo(total) };
    }),
  };
}

/** The VAT by rate, where more than its one rate is to be said. */
function presentVatBreakdown(
  parts: FoundInvoice['invoice']['snapshot']['vat'] = [],
): Pick<InvoiceView, 'vatBreakdown'> {
  if (parts.length < 2) return {};
  return {
    vatBreakdown: parts.map(({ category, rate, taxableKobo, vatKobo }) => ({
      category,
      percent: vatPercent(rate),
      taxable: nairaFromKobo(toKobo(taxableKobo)),
      vat: nairaFromKobo(toKobo(vatKobo)),
    })),
  };
}

/** An invoice with all its details; `settlements` are those of an invoice of all lines. */
export function presentInvoicePage(found: FoundInvoice, settlements: readonly Settlement[] | null): InvoiceView {
  const { invoice, payment, receiptNumber } = found;
  const { seller, buyer, speed, lines, purchaseOrder } = invoice.snapshot;
  return {
    ...presentInvoice(found),
    customerNumber: invoice.userId,
    speed,
    seller,
    buyer,
    receiptNumber,
    lines: lines.map(({ label, amountKobo }) => ({ label, amount: nairaFromKobo(toKobo(amountKobo)) })),
    vatPercent: vatPercent(invoice.vatRate),
    ...presentVatBreakdown(invoice.snapshot.vat),
    electronicReference: invoice.electronicReference,
    ...(purchaseOrder !== undefined && { purchaseOrder }),
    ...(settlements && {
      settlements: settlements.map(({ kind, reference, settledAt, amount }) => {
        return { kind, reference, at: settledAt.toISOString(), amount: nairaFromKobo(amount) };
      }),
    }),
    paidBy: payment && { gateway: payment.gateway, channel: payment.channel, reference: payment.reference },
  };
}
