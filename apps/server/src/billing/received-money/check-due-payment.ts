import type { PaymentStatus } from '@portal/contract/billing/payments/payments';
import type { QuickPaymentState } from '@portal/contract/channels/quick-pay';
import type { Kobo } from '@portal/kernel/money';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { endingOf } from '../payments/payer-receipt.ts';
import { findPaymentByReference } from '../payments/payment.repository.ts';
import { createVerifyPayment } from '../payments/settlement/verify-payment.ts';
import { receivedOf } from '../refunds/refund.policy.ts';
import { findAccountNumber } from './due.repository.ts';

/** What whoever has made a payment for an account may know of it. */
export type DuePaymentOutcome = {
  readonly state: QuickPaymentState;
  readonly reference: string;
  readonly amountKobo: Kobo;
  readonly gatewayName: string;
  readonly accountEnding: string;
  readonly paidAt: Date | null;
};

/** A payment that was given back did not fail: its payer sees that it had arrived. */
function stateOf(status: PaymentStatus): QuickPaymentState {
  switch (status) {
    case 'successful':
    case 'refunded':
    case 'disputed':
      return 'successful';
    case 'initialized':
    case 'pending':
      return 'pending';
    case 'failed':
    case 'abandoned':
      return 'failed';
    case 'review':
      return 'review';
  }
}

/**
 * Asks the gateway about a payment that `openDuePayment` has opened, and settles what it says; as seldom as the
 * customer's own Verify. Null for the reference of any other payment.
 */
export function createCheckDuePayment(deps: BillingDependencies) {
  const verify = createVerifyPayment(deps);
  return async (reference: string): Promise<DuePaymentOutcome | null> => {
    const found = await findPaymentByReference(deps.database, reference);
    if (!found?.paysDue) return null;
    const payment = await verify(found);
    return {
      state: stateOf(payment.status),
      reference,
      amountKobo: receivedOf(payment),
      gatewayName: deps.gateways.find(({ id }) => id === payment.gateway)?.name ?? payment.gateway,
      accountEnding: endingOf(await findAccountNumber(deps.database, payment.userId)),
      paidAt: payment.paidAt,
    };
  };
}
