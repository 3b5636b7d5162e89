import { formatLagosDay } from '@portal/kernel/calendar';
import type { Mail } from '@portal/kernel/messaging/mail';
import { formatNaira, toKobo } from '@portal/kernel/money';
import { overpaymentLines } from '../credit/credit-overpayment.ts';
import { receivedOf } from '../refunds/refund.policy.ts';
import type { PaymentRow } from './payment.repository.ts';
import { inNaira } from './payment-mail.ts';
import type { Period, Receipted } from './product.port.ts';

// These mails are the receipt, which is shown to banks and employers: in English, as its document
// is (docs/decisions/021).

/** A payment with its receipt and the time that it has bought. */
export type ReceiptedPeriod = Receipted & { readonly period: Period };

/** A day as receipts have it: "4 July 2026". */
export const dayFormat = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeZone: 'Africa/Lagos' });

/** The items and how they were paid. */
export function factsOf(payment: PaymentRow) {
  const lines = payment.quote.lines.map(({ label, amountKobo }) => ({ label, value: inNaira(toKobo(amountKobo)) }));
  const overpaid = overpaymentLines(payment).map(({ label, amountKobo }) => ({ label, value: inNaira(amountKobo) }));
  return [...lines, ...overpaid, { label: 'Paid', value: inNaira(receivedOf(payment)) }];
}

/** Confirms a paid month, item by item, and until when it is paid. */
export function receiptMail({ recipient, receiptNumber, payment, period }: ReceiptedPeriod): Mail {
  return {
    category: 'account',
    messageKey: `receipt:${receiptNumber}`,
    recipient,
    subject: `Receipt ${receiptNumber}: ${payment.quote.planName}`,
    parts: [
      `We have received your payment ${payment.reference}. Thank you.`,
      { facts: factsOf(payment) },
      `Your ${payment.quote.planName} is paid from ${dayFormat.format(period.startsAt)} to ${dayFormat.format(period.endsAt)}.`,
    ],
    notice: {
      kind: 'payment-received',
      customerId: payment.userId,
      values: {
        amount: formatNaira(payment.amount),
        plan: payment.quote.planName,
        until: formatLagosDay(period.endsAt),
        receipt: receiptNumber,
      },
    },
  };
}
