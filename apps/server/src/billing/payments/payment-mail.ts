import { brand } from '@portal/brand';
import type { Mail } from '@portal/kernel/messaging/mail';
import { defineMessage, type MessageDescriptor } from '@portal/kernel/messaging/message-descriptor';
import { formatNaira, type Kobo, nairaFromKobo } from '@portal/kernel/money';
import type { PaymentRow } from './payment.repository.ts';
import type { ProductTexts, Receipted } from './product.port.ts';

const nairaFormat = new Intl.NumberFormat('en-NG', { style: 'currency', currency: 'NGN', minimumFractionDigits: 2 });

/** An amount as documents have it: "₦18,600.00". */
export function inNaira(amountKobo: Kobo): string {
  return nairaFormat.format(nairaFromKobo(amountKobo));
}

/** Money from the counter that covers no open bill whole. */
export const counterTexts: Pick<ProductTexts, 'unfulfilled'> = {
  unfulfilled: defineMessage(
    'It covers no open bill whole, so it is now your account credit. It is used for your next payment by itself.',
  ),
};

/** A sum that somebody has paid by a link. */
export const sumTexts: Pick<ProductTexts, 'unfulfilled'> = {
  unfulfilled: defineMessage(
    'It was paid with a link that we sent. It pays what you owe by itself; what is left is your account credit.',
  ),
};

/** A part of what is due, where a gateway does not take all of it at once. */
export const partTexts: Pick<ProductTexts, 'unfulfilled'> = {
  unfulfilled: defineMessage(
    'It is a part of what you owe, and is kept as your account credit. Once you pay the rest it is used by itself.',
  ),
};

/** A text to a customer without a mailbox, who has paid at the counter. */
export function counterReceiptText(reference: string, amountKobo: Kobo): MessageDescriptor {
  return defineMessage('{brand}: we have received {amount}. Your payment has the number {reference}. Thank you.', {
    brand: brand.name,
    amount: formatNaira(amountKobo),
    reference,
  });
}

/** Notifies the customer that the payment became credit, and why. */
export function creditedMail(
  { recipient, receiptNumber, payment }: Receipted,
  { unfulfilled }: Pick<ProductTexts, 'unfulfilled'>,
): Mail {
  const amount = inNaira(payment.amount);
  return {
    category: 'account',
    userId: payment.userId,
    messageKey: `receipt:${receiptNumber}`,
    recipient,
    subject: defineMessage('Receipt {number}: {amount} added to your account credit', {
      number: receiptNumber,
      amount,
    }),
    parts: [
      defineMessage('We have received your payment {reference} of {amount}.', { reference: payment.reference, amount }),
      unfulfilled,
      defineMessage('If you would rather have it back, answer this mail.'),
    ],
    notice: {
      kind: 'payment-credited',
      customerId: payment.userId,
      values: { amount: formatNaira(payment.amount), receipt: receiptNumber },
    },
  };
}

/** Notifies the customer that the payment does not match and is in review. */
export function reviewMail(payment: PaymentRow, recipient: string): Mail {
  const { reference } = payment;
  return {
    category: 'account',
    userId: payment.userId,
    messageKey: `payment-review:${reference}`,
    recipient,
    subject: defineMessage('Your payment {reference} is being checked', { reference }),
    parts: [
      defineMessage(
        'What the payment gateway reports about your payment {reference} does not match what was due ({amount}).',
        {
          reference,
          amount: inNaira(payment.amount),
        },
      ),
      defineMessage(
        'No money is lost: our staff are looking at it and will write to you. Please do not pay again before you have heard from us.',
      ),
    ],
    notice: { kind: 'payment-in-review', customerId: payment.userId, values: { reference } },
  };
}
