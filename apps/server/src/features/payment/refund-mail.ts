import type { Mail } from '@portal/kernel/mail';
import { type Kobo, nairaFromKobo, nairaInWords } from '@portal/kernel/money';
import type { PaymentRow } from './payment.repository.ts';
import { boughtName } from './payment-mail.ts';
import type { RefundRow } from './refund.repository.ts';

type Told = { readonly payment: PaymentRow; readonly refund: RefundRow; readonly recipient: string };

const nairaFormat = new Intl.NumberFormat('en-NG', { style: 'currency', currency: 'NGN', minimumFractionDigits: 2 });

function inNaira(amountKobo: Kobo): string {
  return nairaFormat.format(nairaFromKobo(amountKobo));
}

const NO_MORE_DATA = 'The extra data that it bought are not part of your month any more.';

/** Says that the money is on its way back, and what follows from that. */
export function refundedMail({
  payment,
  refund,
  recipient,
  serviceEnded,
  creditReturnedKobo,
}: Told & { readonly serviceEnded: boolean; readonly creditReturnedKobo: Kobo }): Mail {
  const toCard =
    payment.gateway === 'credit'
      ? 'is in your account credit again'
      : 'goes back the way it came; that may take some days';
  return {
    category: 'account',
    messageKey: `refund:${refund.reference}`,
    recipient,
    subject: `Your payment ${payment.reference} is refunded`,
    parts: [
      `Your payment of ${inNaira(refund.amount)} for ${boughtName(payment)} ${toCard}.`,
      ...(creditReturnedKobo > 0 && payment.gateway !== 'credit'
        ? [`The ${inNaira(creditReturnedKobo)} of account credit that paid for a part of it are yours again.`]
        : []),
      ...(serviceEnded ? [payment.bundleId === null ? 'The month that it paid for has ended.' : NO_MORE_DATA] : []),
    ],
    notice: {
      kind: payment.gateway === 'credit' ? 'credit-returned' : 'payment-refunded',
      customerId: payment.userId,
      values: { amount: nairaInWords(refund.amount), plan: boughtName(payment) },
    },
  };
}

/** Says that a part of a payment goes back. */
export function partRefundedMail(order: {
  readonly payment: PaymentRow;
  readonly partKobo: Kobo;
  readonly recipient: string;
  readonly messageKey: string;
}): Mail {
  const { payment, partKobo, recipient, messageKey } = order;
  return {
    ...{ category: 'account', messageKey, recipient },
    subject: `A part of your payment ${payment.reference} is refunded`,
    parts: [
      `Of your payment for ${boughtName(payment)}, ${inNaira(partKobo)} goes back the way it came; that may take some days.`,
      'Nothing else changes: what you have bought stays yours.',
    ],
    notice: {
      kind: 'payment-part-refunded',
      customerId: payment.userId,
      values: { amount: nairaInWords(partKobo), plan: boughtName(payment) },
    },
  };
}

/** Says that a refund that was on its way did not arrive. */
export function refundFailedMail({ payment, refund, recipient }: Told): Mail {
  return {
    category: 'account',
    messageKey: `refund-failed:${refund.reference}`,
    recipient,
    subject: `The refund of ${payment.reference} did not go through`,
    parts: [
      `The payment gateway could not send ${inNaira(refund.amount)} back to you. No money is lost: our staff see it and will find another way.`,
    ],
    notice: { kind: 'refund-failed', customerId: payment.userId, values: { amount: nairaInWords(refund.amount) } },
  };
}

/** Says that staff have looked at a payment and that no money of it is ours. */
export function rejectedMail({ payment, recipient }: Pick<Told, 'payment' | 'recipient'>): Mail {
  return {
    category: 'account',
    messageKey: `payment-rejected:${payment.reference}`,
    recipient,
    subject: `We have checked your payment ${payment.reference}`,
    parts: [
      `We have looked at your payment ${payment.reference} together with what the gateway reports: no money of it has reached us, so nothing was paid with it.`,
      'If your bank shows it as taken, answer this mail with the bank’s record and we clear it up with the gateway.',
    ],
    notice: { kind: 'payment-rejected', customerId: payment.userId, values: { reference: payment.reference } },
  };
}
