import type { Mail } from '@portal/kernel/messaging/mail';
import type { Receipted } from '../payments/product.port.ts';
import { factsOf } from '../payments/receipt-mail.ts';

/** Confirms a paid charge, item by item: the receipt, in English. */
export function chargeReceipt({ recipient, receiptNumber, payment }: Receipted): Mail {
  return {
    category: 'account',
    messageKey: `receipt:${receiptNumber}`,
    recipient,
    subject: `Receipt ${receiptNumber}: ${payment.quote.planName}`,
    parts: [`We have received your payment ${payment.reference}. Thank you.`, { facts: factsOf(payment) }],
  };
}
