import { formatLagosDay } from '@portal/kernel/calendar';
import type { Mail } from '@portal/kernel/mail';
import { formatNaira } from '@portal/kernel/money';
import { boughtName } from '../payments/payment-mail.ts';
import { dayFormat, factsOf, type ReceiptedPeriod } from '../payments/receipt-mail.ts';

/** Confirms a paid data bundle, item by item, and until when it can be used. */
export function bundleMail({ recipient, receiptNumber, payment, period }: ReceiptedPeriod): Mail {
  const bought = boughtName(payment);
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
