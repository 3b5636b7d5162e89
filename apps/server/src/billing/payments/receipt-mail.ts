import { lagosDayInWords } from '@portal/kernel/calendar';
import type { Mail } from '@portal/kernel/mail';
import { nairaInWords, toKobo } from '@portal/kernel/money';
import { overpaymentLines } from '../credit/credit-overpayment.ts';
import { receivedOf } from '../refunds/refund.policy.ts';
import type { PaymentRow } from './payment.repository.ts';
import type { Period } from './payment-dependencies.ts';
import { boughtName, inNaira, type Receipted } from './payment-mail.ts';

// These mails are the receipt, which is shown to banks and employers: in English, as its document is (docs/decisions/021).

type Told = Receipted & { readonly period: Period };

const dayFormat = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeZone: 'Africa/Lagos' });

function factsOf(payment: PaymentRow) {
  const lines = payment.quote.lines.map(({ label, amountKobo }) => ({ label, value: inNaira(toKobo(amountKobo)) }));
  const surplus = overpaymentLines(payment).map(({ label, amountKobo }) => ({ label, value: inNaira(amountKobo) }));
  return [...lines, ...surplus, { label: 'Paid', value: inNaira(receivedOf(payment)) }];
}

/** Says that extra data are paid, line by line, and until when they can be used. */
export function bundleMail({ recipient, receiptNumber, payment, period }: Told): Mail {
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
        amount: nairaInWords(payment.amount),
        bundle: bought,
        until: lagosDayInWords(period.endsAt),
        receipt: receiptNumber,
      },
    },
  };
}

/** Says that a month is paid, line by line, and until when. */
export function receiptMail({ recipient, receiptNumber, payment, period }: Told): Mail {
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
        amount: nairaInWords(payment.amount),
        plan: payment.quote.planName,
        until: lagosDayInWords(period.endsAt),
        receipt: receiptNumber,
      },
    },
  };
}
