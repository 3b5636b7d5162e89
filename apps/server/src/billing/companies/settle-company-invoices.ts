import { addKobo, type Kobo, minKobo, negateKobo, toKobo } from '@portal/kernel/money';
import type { Transaction } from '../../platform/database/connection.ts';
import type { Publish } from '../../platform/events/domain-events.ts';
import { invoicePaid } from '../events.ts';
import { lockInvoiced } from '../invoices/company-billing.repository.ts';
import { reduceOutstanding } from '../invoices/outstanding.repository.ts';
import type { PaymentRow } from '../payments/payment.repository.ts';
import { CREDIT_LABEL } from '../pricing/quote.policy.ts';
import { undoWriteOff } from '../write-offs/book-write-off.ts';
import { lockInvoiceById } from '../write-offs/write-off.repository.ts';
import { allocate } from './company.policy.ts';
import { listOutstanding, type OutstandingInvoice } from './company.repository.ts';
import { insertSettlements, reducePayment } from './settlement.repository.ts';

/** The item of a quote or receipt that is an invoice. */
export const invoiceLabel = (invoiceNumber: string) => `Invoice ${invoiceNumber}`;

/** An invoice that comes before the others. */
const firstOf = (invoices: readonly OutstandingInvoice[], first: string | null): OutstandingInvoice[] => [
  ...invoices.filter(({ invoiceId }) => invoiceId === first),
  ...invoices.filter(({ invoiceId }) => invoiceId !== first),
];

/**
 * Settles a company's open invoices, the oldest first but after `first`, with a sum that belongs to a
 * payment, and returns how much of each. The caller has locked the company.
 */
export async function settleInvoices(
  deps: { readonly publish: Publish },
  tx: Transaction,
  order: {
    readonly accountId: number;
    readonly paymentId: string;
    readonly kind: 'payment' | 'withheld';
    readonly amountKobo: Kobo;
    readonly first?: string | null;
    readonly now: Date;
  },
): Promise<{ readonly invoice: OutstandingInvoice; readonly amountKobo: Kobo }[]> {
  const { accountId, paymentId, kind, first = null, now } = order;
  const parts = allocate(firstOf(await listOutstanding(tx, accountId), first), order.amountKobo);
  await insertSettlements(
    tx,
    parts.map(({ invoice: { invoiceId }, amountKobo: amount }) => {
      return { invoiceId, paymentId, kind, amount, settledAt: now };
    }),
  );
  for (const { invoice, amountKobo } of parts) {
    const isPaid = await reduceOutstanding(tx, { invoiceId: invoice.invoiceId, amountKobo, now });
    if (isPaid) await deps.publish(tx, invoicePaid, { invoiceNumber: invoice.invoiceNumber });
  }
  return parts;
}

/** What a payment has bought by now, with the sums that it has from then on. */
export type Settled = Pick<PaymentRow, 'amount' | 'creditUsed' | 'received' | 'quote'>;

/**
 * Pays a company's invoices with a payment, in the transaction that has made it successful. The one that
 * the payment was opened for is owed again where it was written off, and what is not paid of it stays so. What is
 * too much, because others were faster, is an overpayment: the row then has the sum that was owed.
 * Null, without effect, where nothing is owed.
 */
export async function payInvoices(
  deps: { readonly publish: Publish },
  tx: Transaction,
  payment: PaymentRow,
  now: Date,
): Promise<Settled | null> {
  const { userId: accountId, id: paymentId, quote } = payment;
  if (!(await lockInvoiced(tx, accountId))) return null;
  const named = payment.invoiceId === null ? null : await lockInvoiceById(tx, payment.invoiceId);
  if (named) await undoWriteOff(tx, { invoice: named, by: null, now });
  const wantedKobo = addKobo(payment.amount, payment.creditUsed);
  // Who names one invoice alone pays that one, also where an older one is open.
  const isAlone =
    named !== null && quote.lines.length === 1 && quote.lines[0]?.label === invoiceLabel(named.invoiceNumber);
  const first = isAlone ? payment.invoiceId : null;
  const order = { accountId, paymentId, kind: 'payment', amountKobo: wantedKobo, first, now } as const;
  const parts = await settleInvoices(deps, tx, order);
  const settledKobo = addKobo(...parts.map(({ amountKobo }) => amountKobo));
  if (settledKobo === 0) return null;
  const amount = minKobo(payment.amount, settledKobo);
  const creditUsed = toKobo(settledKobo - amount);
  const lines = parts.map(({ invoice, amountKobo }) => ({ label: invoiceLabel(invoice.invoiceNumber), amountKobo }));
  if (creditUsed > 0) lines.push({ label: CREDIT_LABEL, amountKobo: negateKobo(creditUsed) });
  if (settledKobo === wantedKobo) return { ...payment, quote: { ...quote, lines } };
  const reduced = { amount, creditUsed, quote: { ...quote, lines } };
  await reducePayment(tx, payment, reduced);
  return { ...reduced, received: payment.received ?? payment.amount };
}
