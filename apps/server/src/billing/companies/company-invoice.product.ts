import { defineMessage } from '@portal/kernel/messaging/message-descriptor';
import { addKobo, type Kobo, minKobo, negateKobo, toKobo } from '@portal/kernel/money';
import type { Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { chargeReceipt } from '../charges/receipt-mail.ts';
import { lockInvoiced, wakeCompany } from '../invoices/company-billing.repository.ts';
import { findOwnInvoice } from '../invoices/issued-invoice.repository.ts';
import { findCredit } from '../ledger/ledger.repository.ts';
import type { Priced, Product } from '../payments/product.port.ts';
import { CREDIT_LABEL, type QuoteLine } from '../pricing/quote.policy.ts';
import { findFirstSubscription, listOutstanding } from './company.repository.ts';
import { invoiceLabel, payInvoices } from './settle-company-invoices.ts';
import { hasSettled } from './settlement.repository.ts';

/**
 * Prices a company's open invoices up to the named one, or all of them, less `creditKobo`. Throws
 * charge.not-found where the named one is no invoice of its lines, charge.paid where it is paid.
 */
export async function priceInvoices(
  tx: Transaction,
  order: { readonly accountId: number; readonly invoiceNumber: string | null; readonly creditKobo: Kobo },
): Promise<Priced> {
  const open = await listOutstanding(tx, order.accountId, order.invoiceNumber);
  const last = order.invoiceNumber === null ? open.length - 1 : open.findIndex(isNamed(order.invoiceNumber));
  const wanted = open.slice(0, last + 1);
  const newest = wanted.at(-1);
  const subscription = await findFirstSubscription(tx, order.accountId);
  if (order.invoiceNumber !== null && !newest) throw new ApiError(await refusalOf(tx, order.invoiceNumber, order));
  const lines: QuoteLine[] = wanted.map(({ invoiceNumber, outstanding }) => {
    return { label: invoiceLabel(invoiceNumber), amountKobo: outstanding };
  });
  const owedKobo = addKobo(...wanted.map(({ outstanding }) => outstanding));
  const creditUsedKobo = minKobo(order.creditKobo, owedKobo);
  if (creditUsedKobo > 0) lines.push({ label: CREDIT_LABEL, amountKobo: negateKobo(creditUsedKobo) });
  const others = wanted.length - 1;
  const name = lines[0]?.label ?? 'Account credit';
  return {
    quote: {
      lines,
      creditUsedKobo,
      totalKobo: addKobo(owedKobo, negateKobo(creditUsedKobo)),
      plan: { id: subscription?.planId ?? null, name, priceKobo: owedKobo },
    },
    subscriptionId: subscription?.id ?? null,
    periodNumber: 1,
    upgradeFromPlanId: null,
    bundleId: null,
    chargeId: null,
    invoiceId: newest?.invoiceId ?? null,
    description: wanted.length > 1 ? `${name} and ${others} more` : name,
  };
}

/** The same for a part of its sum, without credit. */
export function payingOnly(priced: Priced, totalKobo: Kobo): Priced {
  const { quote } = priced;
  const lines = [{ label: quote.plan.name, amountKobo: totalKobo }];
  return { ...priced, quote: { ...quote, lines, totalKobo, creditUsedKobo: toKobo(0) } };
}

/** Prices the named invoice alone; null where it is not open, or the sum is not exactly what is owed of it. */
export async function pricingOnly(
  tx: Transaction,
  order: { readonly accountId: number; readonly invoiceNumber: string | null; readonly amountKobo: Kobo },
): Promise<Priced | null> {
  const { accountId, invoiceNumber, amountKobo } = order;
  if (invoiceNumber === null) return null;
  const open = await listOutstanding(tx, accountId);
  const named = open.find(isNamed(invoiceNumber));
  if (named?.outstanding !== amountKobo) return null;
  const priced = await priceInvoices(tx, { accountId, invoiceNumber, creditKobo: toKobo(0) });
  const name = invoiceLabel(invoiceNumber);
  const plan = { ...priced.quote.plan, name, priceKobo: amountKobo };
  return { ...payingOnly({ ...priced, quote: { ...priced.quote, plan } }, amountKobo), description: name };
}

async function refusalOf(tx: Transaction, invoiceNumber: string, { accountId }: { readonly accountId: number }) {
  const found = await findOwnInvoice(tx, accountId, invoiceNumber);
  return found?.invoice.kind === 'monthly' ? ('charge.paid' as const) : ('charge.not-found' as const);
}

const isNamed =
  (wanted: string) =>
  ({ invoiceNumber }: { readonly invoiceNumber: string }) =>
    invoiceNumber === wanted;

/** The invoices of all lines of a company: what is paid settles the oldest first. */
export const companyInvoice: Product = {
  /** Throws charge.not-found, charge.paid. */
  quote: async (_deps, tx, { userId: accountId, chargeId: invoiceNumber = null }) => {
    if (!(await lockInvoiced(tx, accountId))) throw new ApiError('charge.not-found');
    const creditKobo = await findCredit(tx, accountId);
    return priceInvoices(tx, { accountId, invoiceNumber, creditKobo });
  },
  fulfil: async (deps, tx, payment, now) => {
    const settled = await payInvoices(deps, tx, payment, now);
    // Lines that were off come back with the job, at once.
    if (settled) await wakeCompany(tx, payment.userId, now);
    return settled && { startsAt: now, endsAt: now, isBack: false, settled };
  },
  // Its credit notes say what became of it: no time of a line belongs to a payment.
  reverse: async () => false,
  findBought: async (_deps, queryable, paymentId) => {
    const settled = await hasSettled(queryable, paymentId);
    return settled && { kind: 'invoice', startsAt: settled.settledAt, endsAt: settled.settledAt, blockedBy: null };
  },
  staysAfterReversal: async () => false,
  texts: {
    nameIn: ({ lines }) => lines[0]?.label ?? '',
    unfulfilled: defineMessage(
      'The invoices that it was meant for had been paid by then, so the whole amount is now your account credit. It is used for your next invoice by itself.',
    ),
    reversed: defineMessage('Credit notes correct the invoices that it paid.'),
  },
  receiptMail: chargeReceipt,
  fulfilledEvent: 'invoices-paid',
  isRefundable: true,
  extendsPaidTime: false,
};
