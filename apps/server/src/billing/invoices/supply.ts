import type { VatRate } from '@portal/kernel/billing/vat';
import type { Kobo } from '@portal/kernel/money';
import type { InvoiceRow } from './issued-invoice.repository.ts';
import type { LineVat } from './vat-breakdown.policy.ts';

export type InvoiceParty = InvoiceRow['snapshot']['seller'];

/** An item, with how it is taxed where that is not what the rate of its supply says. */
export type SupplyLine = { readonly label: string; readonly amountKobo: number; readonly vat?: LineVat };

/** Something supplied, or to be supplied, to a customer. The items add up to the total. */
export type Supply = {
  readonly userId: number;
  /** Null, as the plan, where the account has no plan. */
  readonly subscriptionId: string | null;
  /** The month of service, or the current one in which something was bought. */
  readonly periodNumber: number;
  readonly kind: InvoiceRow['kind'];
  /** The charge that it is, where it is one. */
  readonly chargeId?: string | null;
  readonly planId: string | null;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly lines: readonly SupplyLine[];
  readonly totalKobo: Kobo;
  /** That of the VAT among the lines, or zero for what bears none; by default that of the day of issue. */
  readonly vatRate?: VatRate | undefined;
  readonly dueAt: Date;
  /** The buyer's own number of the order. */
  readonly purchaseOrder?: string | null;
};

/** A month of service. */
export type MonthSupply = Supply & { readonly subscriptionId: string };
