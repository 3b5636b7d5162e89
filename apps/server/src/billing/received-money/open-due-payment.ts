import { type Kobo, toKobo } from '@portal/kernel/money';
import type { Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { payingOnly, priceInvoices } from '../companies/company-invoice.product.ts';
import { priceCredit } from '../credit/price-credit.ts';
import { lockCompany } from '../invoices/company-billing.repository.ts';
import { requireLine } from '../lines/require-line.ts';
import { type OpenedPayment, openPayment } from '../payments/initialize-payment.ts';
import type { Priced } from '../payments/product.port.ts';

export type DuePayment = {
  readonly accountId: number;
  readonly gatewayId: string;
  readonly amountKobo: Kobo;
  /** The payer's own address, which gets the receipt. */
  readonly email: string;
  /** Who pays, as far as they say. */
  readonly payerName: string | null;
};

/** Of a company, a part of its open invoices; of anybody else, credit that pays what is due. */
async function price(tx: Transaction, { accountId, amountKobo }: DuePayment): Promise<Priced> {
  const { lineId } = await requireLine(tx, { accountId });
  if (!(await lockCompany(tx, accountId))) return priceCredit(tx, { lineId, amountKobo });
  const invoices = await priceInvoices(tx, { accountId, invoiceNumber: null, creditKobo: toKobo(0) });
  const isOwed = invoices.quote.totalKobo > 0;
  return isOwed ? payingOnly(invoices, amountKobo) : priceCredit(tx, { lineId, amountKobo });
}

/**
 * Opens a payment of any sum for what an account owes, by somebody who is told nothing of it: as openPayment
 * does, and what is paid settles what is due, oldest first. Throws line.not-found, and what openPayment throws.
 */
export async function openDuePayment(deps: BillingDependencies, order: DuePayment): Promise<OpenedPayment> {
  const { accountId, gatewayId, email, payerName } = order;
  const priced = await runTransaction(deps.database, (tx) => price(tx, order));
  return openPayment(deps, {
    priced,
    gatewayId,
    email,
    payer: { id: accountId, name: payerName ?? 'Customer' },
    linkId: null,
    forOther: { payerName },
    autoPayConsent: null,
  });
}
