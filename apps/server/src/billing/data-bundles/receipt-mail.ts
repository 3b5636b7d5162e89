import { formatLagosDay } from '@portal/kernel/calendar';
import type { Mail } from '@portal/kernel/messaging/mail';
import { formatNaira } from '@portal/kernel/money';
import type { PaymentRow } from '../payments/payment.repository.ts';
import { dayFormat, factsOf, type ReceiptedPeriod } from '../payments/receipt-mail.ts';

/** The bundle's name and size, by the quote of a payment for it. */
export function bundleNameIn({ lines, planName }: PaymentRow['quote']): string {
  return lines[0]?.label ?? planName;
}

/** Confirms a paid data bundle, item by item, and until when it can be used. */
export function bundleMail({ recipient, receiptNumber, payment, period }: ReceiptedPeriod): Mail {
  const bought = bundleNameIn(payment.quote);
  return {
    category: 'account',
    messageKey: `receipt:${receiptNumber}`,
    recipient,
    subject: `Receipt ${receiptNumber}: ${bought}`,
    parts: [
      `We have received your payment ${payment.reference}. Thank you.`,
      { facts: factsOf(payment) },
      `The extra data are part of this month already. What is left of them ends with ${dayFormat.format(period.endsAt)}.`,
    ],
    notice: {
      kind: 'bundle-added',
      customerId: payment.userId,
      values: {
        amount: formatNaira(payment.amount),
        bundle: bought,
        until: formatLagosDay(period.endsAt),
        receipt: receiptNumber,
      },
    },
  };
}
