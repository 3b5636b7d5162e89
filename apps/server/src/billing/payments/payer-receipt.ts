import { brand } from '@portal/brand';
import type { Mail } from '@portal/kernel/messaging/mail';
import { receivedOf } from '../refunds/refund.policy.ts';
import type { PaymentRow } from './payment.repository.ts';
import { inNaira } from './payment-mail.ts';
import { dayFormat } from './receipt-mail.ts';

/** The last digits of an account number, by which its owner knows it and nobody else does. */
export function endingOf(accountNumber: string): string {
  return accountNumber.slice(-3);
}

/**
 * The receipt of somebody who has paid for a customer: it names neither the customer nor what they have. In
 * English, as every receipt (docs/decisions/021).
 */
export function payerReceipt(payment: PaymentRow, accountNumber: string): Mail {
  const { reference, email: recipient, paidAt, updatedAt } = payment;
  const amount = inNaira(receivedOf(payment));
  return {
    category: 'account',
    messageKey: `payer-receipt:${reference}`,
    recipient,
    subject: `Receipt: ${amount} paid to ${brand.name}`,
    parts: [
      `We have received your payment ${reference}. Thank you.`,
      {
        facts: [
          { label: 'Paid', value: amount },
          { label: 'Reference', value: reference },
          { label: 'Day', value: dayFormat.format(paidAt ?? updatedAt) },
          { label: 'Account', value: `ends in ${endingOf(accountNumber)}` },
        ],
      },
      'The account holder is told of it. If you have not paid this, answer this mail.',
    ],
  };
}

/** What a customer would be written about their payment, for whoever has made it: the customer is not asked about it. */
export function toPayer(payment: PaymentRow, mail: Mail): Mail {
  if (!payment.paysDue) return mail;
  const { userId: _customer, notice: _notice, ...own } = mail;
  return { ...own, category: 'account', recipient: payment.email };
}
