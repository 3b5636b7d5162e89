import type { Bought, PaymentStatus, verifyPayment } from '@portal/contract/billing/payments/payments';
import { nairaFromKobo } from '@portal/kernel/money';
import type { z } from 'zod/mini';
import type { Gateway } from '../gateways/gateway.port.ts';
import { becameCredit, kindOf } from '../payment.policy.ts';
import type { Payment } from '../payment.repository.ts';

type Verification = z.infer<(typeof verifyPayment)['answer']>;

/**
 * The status and message of the verify call for each state of a payment. A refunded or disputed
 * payment is no success any more.
 */
function verificationStatus(status: PaymentStatus): Verification['status'] {
  switch (status) {
    case 'successful':
      return 'success';
    case 'initialized':
    case 'pending':
      return 'pending';
    case 'failed':
    case 'refunded':
      return 'failed';
    case 'abandoned':
      return 'abandoned';
    case 'review':
    case 'disputed':
      return 'review';
  }
}

function sentence(payment: Payment, gatewayName: string): string {
  switch (payment.status) {
    case 'successful':
      return `Payment received. ${payment.description}. Receipt ${payment.receiptNumber ?? payment.reference}.`;
    case 'initialized':
    case 'pending':
      return `We are still checking this payment with ${gatewayName}. If you have paid, there is no need to pay again: it will show here by itself.`;
    case 'failed':
      return `${gatewayName} reports that this payment did not go through. You can try again.`;
    case 'abandoned':
      return 'This payment was not completed. You can start a new one.';
    case 'review':
      return 'What the gateway reports does not match what was due. Our staff are looking at it; please do not pay again.';
    case 'refunded':
      return 'This payment was refunded.';
    case 'disputed':
      return 'This payment is under dispute.';
  }
}

/** The answer of the verify call: the payment by our ledger. `amount` in naira. */
export function presentVerification(payment: Payment, gateways: readonly Gateway[]): Verification {
  const gatewayName = gateways.find(({ id }) => id === payment.gateway)?.name ?? payment.gateway;
  const { reference, receiptNumber } = payment;
  const bought: Bought = becameCredit(payment) ? 'credit' : kindOf(payment);
  return {
    status: verificationStatus(payment.status),
    message: sentence(payment, gatewayName),
    data: { amount: nairaFromKobo(payment.amount), reference, receiptNumber, bought },
  };
}
