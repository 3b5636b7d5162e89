import type { Mail } from '@portal/kernel/messaging/mail';
import { defineMessage, type MessageDescriptor } from '@portal/kernel/messaging/message-descriptor';
import { formatNaira, type Kobo } from '@portal/kernel/money';
import type { RefundPayout } from '../ledger/money-account.ts';
import type { PaymentRow } from '../payments/payment.repository.ts';
import { inNaira } from '../payments/payment-mail.ts';
import type { ProductTexts } from '../payments/product.port.ts';
import type { RefundRow } from './refund.repository.ts';

type Told = { readonly payment: PaymentRow; readonly refund: RefundRow; readonly recipient: string };

/** How it was paid out; null where a gateway sends it. */
type PaidOut = { readonly paidOut: RefundPayout['method'] | null };

function refundedText(
  { payment, refund, paidOut }: Pick<Told, 'payment' | 'refund'> & PaidOut,
  bought: string,
): MessageDescriptor {
  const values = { amount: inNaira(refund.amount), bought };
  if (paidOut === 'cash')
    return defineMessage('Your payment of {amount} for {bought} was paid back to you in cash.', values);
  if (paidOut === 'agent')
    return defineMessage(
      'Your payment of {amount} for {bought} is given back to you by the agent who took it.',
      values,
    );
  if (paidOut === 'transfer')
    return defineMessage(
      'Your payment of {amount} for {bought} goes to your bank account; that may take some days.',
      values,
    );
  return payment.gateway === 'credit'
    ? defineMessage('Your payment of {amount} for {bought} is in your account credit again.', values)
    : defineMessage(
        'Your payment of {amount} for {bought} goes back the way it came; that may take some days.',
        values,
      );
}

/** Says that the money is on its way back, and what follows from that. */
export function refundedMail({
  payment,
  refund,
  recipient,
  product,
  serviceEnded,
  creditReturnedKobo,
  paidOut,
}: Told &
  PaidOut & {
    readonly product: ProductTexts;
    readonly serviceEnded: boolean;
    readonly creditReturnedKobo: Kobo;
  }): Mail {
  const bought = product.nameIn(payment.quote);
  return {
    category: 'account',
    userId: payment.userId,
    messageKey: `refund:${refund.reference}`,
    recipient,
    subject: defineMessage('Your payment {reference} is refunded', { reference: payment.reference }),
    parts: [
      refundedText({ payment, refund, paidOut }, bought),
      ...(creditReturnedKobo > 0 && payment.gateway !== 'credit'
        ? [
            defineMessage('The {amount} of account credit that paid for a part of it are yours again.', {
              amount: inNaira(creditReturnedKobo),
            }),
          ]
        : []),
      ...(serviceEnded ? [product.reversed] : []),
    ],
    notice: {
      kind: payment.gateway === 'credit' ? 'credit-returned' : 'payment-refunded',
      customerId: payment.userId,
      values: { amount: formatNaira(refund.amount), plan: bought },
    },
  };
}

/** Says that a part of a payment goes back. */
export function partRefundedMail(order: {
  readonly payment: PaymentRow;
  readonly product: ProductTexts;
  readonly partKobo: Kobo;
  readonly recipient: string;
  readonly messageKey: string;
}): Mail {
  const { payment, partKobo, recipient, messageKey } = order;
  const bought = order.product.nameIn(payment.quote);
  return {
    category: 'account',
    userId: payment.userId,
    messageKey,
    recipient,
    subject: defineMessage('A part of your payment {reference} is refunded', { reference: payment.reference }),
    parts: [
      defineMessage('Of your payment for {bought}, {amount} goes back the way it came; that may take some days.', {
        bought,
        amount: inNaira(partKobo),
      }),
      defineMessage('Nothing else changes: what you have bought stays yours.'),
    ],
    notice: {
      kind: 'payment-part-refunded',
      customerId: payment.userId,
      values: { amount: formatNaira(partKobo), plan: bought },
    },
  };
}

/** Says that a refund that was on its way did not arrive. */
export function refundFailedMail({ payment, refund, recipient }: Told): Mail {
  return {
    category: 'account',
    userId: payment.userId,
    messageKey: `refund-failed:${refund.reference}`,
    recipient,
    subject: defineMessage('The refund of {reference} did not go through', { reference: payment.reference }),
    parts: [
      defineMessage(
        'The payment gateway could not send {amount} back to you. No money is lost: our staff see it and will find another way.',
        { amount: inNaira(refund.amount) },
      ),
    ],
    notice: { kind: 'refund-failed', customerId: payment.userId, values: { amount: formatNaira(refund.amount) } },
  };
}

/** Says that staff have looked at a payment and that no money of it is ours. */
export function rejectedMail({ payment, recipient }: Pick<Told, 'payment' | 'recipient'>): Mail {
  return {
    category: 'account',
    userId: payment.userId,
    messageKey: `payment-rejected:${payment.reference}`,
    recipient,
    subject: defineMessage('We have checked your payment {reference}', { reference: payment.reference }),
    parts: [
      defineMessage(
        'We have looked at your payment {reference} together with what the gateway reports: no money of it has reached us, so nothing was paid with it.',
        { reference: payment.reference },
      ),
      defineMessage(
        'If your bank shows it as taken, answer this mail with the bank’s record and we clear it up with the gateway.',
      ),
    ],
    notice: { kind: 'payment-rejected', customerId: payment.userId, values: { reference: payment.reference } },
  };
}
