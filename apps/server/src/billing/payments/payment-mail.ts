import type { Mail } from '@portal/kernel/mail';
import { defineMessage } from '@portal/kernel/message-descriptor';
import { formatNaira, type Kobo, nairaFromKobo } from '@portal/kernel/money';
import type { PaymentRow } from './payment.repository.ts';

export type Receipted = { readonly recipient: string; readonly receiptNumber: string; readonly payment: PaymentRow };

const nairaFormat = new Intl.NumberFormat('en-NG', { style: 'currency', currency: 'NGN', minimumFractionDigits: 2 });

/** An amount as documents have it: "₦18,600.00". */
export function inNaira(amountKobo: Kobo): string {
  return nairaFormat.format(nairaFromKobo(amountKobo));
}

/** The product of a payment, in the customer's words. */
export function boughtName({ bundleId, quote }: PaymentRow): string {
  return bundleId === null ? quote.planName : (quote.lines[0]?.label ?? quote.planName);
}

const NOT_BOUGHT = {
  month: defineMessage(
    'The month it was meant for could not be paid with it any more (it had been paid already, or the credit that was to pay a part of it had been used), so the whole amount is now your account credit. It is used for your next payment by itself.',
  ),
  bundle: defineMessage(
    'The extra data it was meant for could not be added any more (your line was off, or its plan without a limit, or the credit that was to pay a part had been used), so the whole amount is now your account credit. It is used for your next payment by itself.',
  ),
};

/** Notifies the customer that the payment became credit, and why. */
export function creditedMail({ recipient, receiptNumber, payment }: Receipted): Mail {
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
      payment.bundleId === null ? NOT_BOUGHT.month : NOT_BOUGHT.bundle,
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
