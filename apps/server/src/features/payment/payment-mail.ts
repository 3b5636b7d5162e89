import { lagosDayInWords } from '@portal/kernel/calendar';
import type { Mail } from '@portal/kernel/mail';
import { type Kobo, nairaFromKobo, nairaInWords, toKobo } from '@portal/kernel/money';
import { surplusLines } from './credit-surplus.ts';
import type { PaymentRow } from './payment.repository.ts';
import type { Period } from './payment-parts.port.ts';
import { receivedOf } from './refund.policy.ts';

type Told = { readonly recipient: string; readonly receiptNumber: string; readonly payment: PaymentRow };

const nairaFormat = new Intl.NumberFormat('en-NG', { style: 'currency', currency: 'NGN', minimumFractionDigits: 2 });
const dayFormat = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeZone: 'Africa/Lagos' });

function inNaira(amountKobo: Kobo): string {
  return nairaFormat.format(nairaFromKobo(amountKobo));
}

/** What a payment is for, as its customer says it. */
export function boughtName({ bundleId, quote }: PaymentRow): string {
  return bundleId === null ? quote.planName : (quote.lines[0]?.label ?? quote.planName);
}

function factsOf(payment: PaymentRow) {
  const lines = payment.quote.lines.map(({ label, amountKobo }) => ({ label, value: inNaira(toKobo(amountKobo)) }));
  const surplus = surplusLines(payment).map(({ label, amountKobo }) => ({ label, value: inNaira(amountKobo) }));
  return [...lines, ...surplus, { label: 'Paid', value: inNaira(receivedOf(payment)) }];
}

/** Says that extra data are paid, line by line, and until when they can be used. */
export function bundleMail({ recipient, receiptNumber, payment, period }: Told & { readonly period: Period }): Mail {
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
export function receiptMail({ recipient, receiptNumber, payment, period }: Told & { readonly period: Period }): Mail {
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

const NOT_BOUGHT = {
  month:
    'The month it was meant for could not be paid with it any more (it had been paid already, or the credit that was to pay a part of it had been used)',
  bundle:
    'The extra data it was meant for could not be added any more (your line was off, or its plan without a limit, or the credit that was to pay a part had been used)',
} as const;

/** Says that the money has become credit, and why: nobody should learn it by chance. */
export function creditedMail({ recipient, receiptNumber, payment }: Told): Mail {
  return {
    category: 'account',
    messageKey: `receipt:${receiptNumber}`,
    recipient,
    subject: `Receipt ${receiptNumber}: ${inNaira(payment.amount)} added to your account credit`,
    parts: [
      `We have received your payment ${payment.reference} of ${inNaira(payment.amount)}.`,
      `${payment.bundleId === null ? NOT_BOUGHT.month : NOT_BOUGHT.bundle}, so the whole amount is now your account credit. It is used for your next payment by itself.`,
      'If you would rather have it back, answer this mail.',
    ],
    notice: {
      kind: 'payment-credited',
      customerId: payment.userId,
      values: { amount: nairaInWords(payment.amount), receipt: receiptNumber },
    },
  };
}

/** Says that something about the payment does not fit and that people are looking at it. */
export function reviewMail(payment: PaymentRow, recipient: string): Mail {
  return {
    category: 'account',
    messageKey: `payment-review:${payment.reference}`,
    recipient,
    subject: `Your payment ${payment.reference} is being checked`,
    parts: [
      `What the payment gateway reports about your payment ${payment.reference} does not match what was due (${inNaira(payment.amount)}).`,
      'No money is lost: our staff are looking at it and will write to you. Please do not pay again before you have heard from us.',
    ],
    notice: { kind: 'payment-checked', customerId: payment.userId, values: { reference: payment.reference } },
  };
}
