import {
  recordChargeback as chargebackEntry,
  countStaffPayments,
  decideRefund as decideRefundEntry,
  decideReview as decideReviewEntry,
  getStaffPayment,
  listStaffPayments as listEntry,
  type PaymentPage,
  requestRefund as refundEntry,
} from '@portal/contract/billing/payments/staff-payments';
import type { Reports } from '../../../platform/database/replica/create-reports.ts';
import type { Routes } from '../../../platform/http/contract/route-from-contract.ts';
import type { BillingDependencies } from '../../billing-dependencies.ts';
import { decideRefund, requestRefund } from '../../refunds/refund-payment.ts';
import { recordChargeback } from '../disputes/record-chargeback.ts';
import { decideReview } from '../reviews/decide-review.ts';
import { countWaiting, listStaffPayments, readStaffPayment } from './read-staff-payments.ts';

function standingOf({ refunds: [refund] }: PaymentPage): string {
  if (refund?.status === 'awaiting-approval') return 'The refund waits for a second person.';
  return refund?.status === 'to-pay-out' ? 'The refund is to be paid out.' : 'The refund is under way.';
}

/** The payments of all customers, and decisions about them. */
export function registerStaffPayment(routes: Routes, deps: BillingDependencies & { readonly reports: Reports }): void {
  const { reports } = deps;
  routes.serve(listEntry, async ({ query, reply }) =>
    reports.read(reply, (database) => listStaffPayments(database, query)),
  );
  routes.serve(countStaffPayments, async ({ reply }) => reports.read(reply, countWaiting));
  routes.serve(getStaffPayment, async ({ params }) => readStaffPayment(deps, params.reference));

  routes.serve(decideReviewEntry, async ({ viewer, params, body }) => {
    await decideReview(deps, { ...body, reference: params.reference, staffId: viewer.user.id });
    const payment = await readStaffPayment(deps, params.reference);
    const waits = body.decision === 'credit' && payment.booking?.proposedBy?.id === viewer.user.id;
    const message = waits ? 'Booking it waits for a second person.' : `The payment is ${payment.status} now.`;
    return { success: true as const, message, payment };
  });

  routes.serve(refundEntry, async ({ viewer, params, body }) => {
    await requestRefund(deps, { ...body, reference: params.reference, staffId: viewer.user.id });
    const payment = await readStaffPayment(deps, params.reference);
    return { success: true as const, message: standingOf(payment), payment };
  });

  routes.serve(decideRefundEntry, async ({ viewer, params, body }) => {
    await decideRefund(deps, { ...body, reference: params.reference, staffId: viewer.user.id });
    const payment = await readStaffPayment(deps, params.reference);
    return {
      success: true as const,
      message: body.approve ? standingOf(payment) : 'The refund is declined.',
      payment,
    };
  });

  routes.serve(chargebackEntry, async ({ viewer, params, body }) => {
    await recordChargeback(deps, { ...body, reference: params.reference, staffId: viewer.user.id });
    const payment = await readStaffPayment(deps, params.reference);
    return { success: true as const, message: 'The chargeback is booked.', payment };
  });
}
