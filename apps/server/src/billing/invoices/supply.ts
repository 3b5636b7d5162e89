import type { Kobo } from '@portal/kernel/money';
import type { VatRate } from '@portal/kernel/vat';
import type { InvoiceRow } from './issued-invoice.repository.ts';

export type InvoiceParty = InvoiceRow['snapshot']['seller'];

/** Something supplied, or to be supplied, to a customer. The items add up to the total. */
export type Supply = {
  readonly userId: number;
  readonly subscriptionId: string;
  /** The month of service, or the current one in which something was bought. */
  readonly periodNumber: number;
  readonly kind: InvoiceRow['kind'];
  /** The charge that it is, where it is one. */
  readonly chargeId?: string | null;
  readonly planId: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly lines: readonly { readonly label: string; readonly amountKobo: number }[];
  readonly totalKobo: Kobo;
  /** That of the VAT among the lines, or zero for what bears none; by default that of the day of issue. */
  readonly vatRate?: VatRate | undefined;
  readonly dueAt: Date;
  /** The buyer's own number of the order. */
  readonly purchaseOrder?: string | null;
};
