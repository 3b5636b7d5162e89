import type { PaymentView } from '@portal/contract/billing/payments/payments';
import { nairaFromKobo } from '@portal/kernel/money';
import type { Database } from '../../platform/database/connection.ts';
import { paidWithOf } from './payment.policy.ts';
import { listOwnPayments, type Payment } from './payment.repository.ts';

const PAGE_SIZE = 20;

/** `creditUsed` is for staff. */
type ListedPayment = PaymentView & { readonly creditUsed: number };

function presentPayment(payment: Payment): ListedPayment {
  const { reference, gateway, currency, status, description, receiptNumber } = payment;
  return {
    reference,
    gateway,
    amount: nairaFromKobo(payment.amount),
    creditUsed: nairaFromKobo(payment.creditUsed),
    currency,
    status,
    description,
    createdAt: payment.createdAt.toISOString(),
    paidAt: payment.paidAt?.toISOString() ?? null,
    receiptNumber,
    automatic: payment.chargeAttempt !== null,
    refundedOutside: nairaFromKobo(payment.refundedOutside),
    ...(payment.received !== null && { received: nairaFromKobo(payment.received) }),
    channel: payment.channel,
    paidWith: paidWithOf(payment),
    ...((payment.paysDue || payment.payerName !== null) && { payerName: payment.payerName ?? '' }),
  };
}

/**
 * One customer's payments, newest first: 20 unless `limit` says otherwise, older than the reference
 * `before` when it is given. Another customer's `before` finds nothing.
 */
export async function listPayments(
  database: Database,
  page: { readonly userId: number; readonly limit?: number | undefined; readonly before?: string | undefined },
): Promise<ListedPayment[]> {
  const { userId, limit = PAGE_SIZE, before = null } = page;
  return (await listOwnPayments(database, { userId, limit, before })).map(presentPayment);
}
