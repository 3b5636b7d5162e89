import { addKobo, minKobo, negateKobo, toKobo } from '@portal/kernel/money';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { companyInvoice } from '../companies/company-invoice.product.ts';
import { lockChargeInvoice } from '../invoices/issued-invoice.repository.ts';
import { findCredit } from '../ledger/ledger.repository.ts';
import type { Product } from '../payments/product.port.ts';
import { CREDIT_LABEL, type QuoteLine } from '../pricing/quote.policy.ts';
import { lockSubscription } from '../subscriptions/subscription.repository.ts';
import { undoWriteOff } from '../write-offs/book-write-off.ts';
import { findPaidCharge, lockOwnCharge, markChargePaid, markChargeRefunded } from './charge.repository.ts';
import { chargeTexts } from './charge-mail.ts';
import { clearOpeningInvoice } from './clear-opening-invoice.ts';
import { chargeReceipt } from './receipt-mail.ts';

/** A one-off charge: it costs what its invoice says, whatever its product costs by now. */
export const oneOffCharge: Product = {
  /** Also the invoices of a company by the number of one. Throws charge.not-found, charge.paid. */
  quote: async (deps, tx, wish) => {
    const { userId, chargeId = null } = wish;
    const charge = chargeId === null ? null : await lockOwnCharge(tx, userId, chargeId);
    if (!charge) return companyInvoice.quote(deps, tx, wish);
    const { subscriptionId } = charge;
    const subscription = subscriptionId === null ? null : await lockSubscription(tx, subscriptionId);
    const invoice = await lockChargeInvoice(tx, charge.id);
    if (!invoice) throw new ApiError('charge.not-found');
    if (invoice.status !== 'open') throw new ApiError('charge.paid');
    const creditUsedKobo = minKobo(await findCredit(tx, userId), invoice.total);
    const lines: QuoteLine[] = invoice.snapshot.lines.map(({ label, amountKobo }) => {
      return { label, amountKobo: toKobo(amountKobo) };
    });
    const name = lines[0]?.label ?? invoice.invoiceNumber;
    if (creditUsedKobo > 0) lines.push({ label: CREDIT_LABEL, amountKobo: negateKobo(creditUsedKobo) });
    return {
      quote: {
        lines,
        creditUsedKobo,
        totalKobo: addKobo(invoice.total, negateKobo(creditUsedKobo)),
        plan: { id: subscription?.planId ?? null, name, priceKobo: subscription?.monthlyFee ?? toKobo(0) },
      },
      subscriptionId,
      periodNumber: Math.max(1, subscription?.paidPeriods ?? 0),
      upgradeFromPlanId: null,
      bundleId: null,
      chargeId: charge.id,
      description: name,
    };
  },
  fulfil: async (_deps, tx, payment, now) => {
    if (payment.chargeId === null) throw new Error(`payment ${payment.reference} is for no charge`);
    const invoice = await lockChargeInvoice(tx, payment.chargeId);
    // The invoice of a company's month has replaced its own: that is paid instead.
    if (invoice?.status !== 'open' || !(await markChargePaid(tx, payment.chargeId, payment.id))) return null;
    // Written off or not, it is paid now.
    await undoWriteOff(tx, { invoice, by: null, now });
    await clearOpeningInvoice(tx, invoice, now);
    return { startsAt: now, endsAt: now, isBack: false };
  },
  reverse: (_deps, tx, { paymentId, now }) => markChargeRefunded(tx, paymentId, now),
  findBought: async (_deps, queryable, paymentId) => {
    const charge = await findPaidCharge(queryable, paymentId);
    return charge && { kind: 'charge', startsAt: charge.createdAt, endsAt: charge.createdAt, blockedBy: null };
  },
  staysAfterReversal: async () => false,
  texts: chargeTexts,
  receiptMail: chargeReceipt,
  fulfilledEvent: 'charge-paid',
  isRefundable: true,
  extendsPaidTime: false,
};
