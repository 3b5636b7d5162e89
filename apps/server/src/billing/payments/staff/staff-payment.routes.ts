import {
  bookSentBack as bookEntry,
  recordChargeback as chargebackEntry,
  closeGatewayDifference as closeEntry,
  countStaffPayments,
  decideRefund as decideRefundEntry,
  decideReview as decideReviewEntry,
  getBooks,
  getStaffPayment,
  listStaffPayments as listEntry,
  listGatewayComparisons,
  requestRefund as refundEntry,
} from '@portal/contract/billing/staff-payments';
import type { Routes } from '../../../platform/http/route-from-contract.ts';
import { readLedgerProof } from '../../ledger/read-ledger-proof.ts';
import { closeGatewayDifference } from '../../reconciliation/close-discrepancy.ts';
import { readReconciliations } from '../../reconciliation/read-reconciliations.ts';
import { bookSentBack } from '../../refunds/record-external-refund.ts';
import type { RefundDependencies } from '../../refunds/refund-dependencies.ts';
import { decideRefund, requestRefund } from '../../refunds/refund-payment.ts';
import { recordChargeback } from '../disputes/record-chargeback.ts';
import { decideReview } from '../reviews/decide-review.ts';
import { countWaiting, listStaffPayments, readStaffPayment } from './read-staff-payments.ts';

/** The payments of everybody, and what only people decide about them. */
export function registerStaffPayment(routes: Routes, deps: RefundDependencies): void {
  routes.serve(listEntry, async ({ query }) => listStaffPayments(deps.database, query));
  routes.serve(listGatewayComparisons, async () => readReconciliations(deps.database, deps.clock()));
  routes.serve(closeEntry, async ({ viewer, params, body }) => {
    await closeGatewayDifference(deps, { ...body, id: params.id, staffId: viewer.user.id });
    return { success: true as const, message: 'The difference is closed.' };
  });
  routes.serve(bookEntry, async ({ viewer, params, body }) => {
    await bookSentBack(deps, { ...body, id: params.id, staffId: viewer.user.id });
    return { success: true as const, message: 'The part that went back is in the books.' };
  });
  routes.serve(getBooks, async () => readLedgerProof(deps.database));
  routes.serve(countStaffPayments, async () => countWaiting(deps.database));
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
    const waits = payment.refunds[0]?.status === 'awaiting-approval';
    const message = waits ? 'The refund waits for a second person.' : 'The refund is under way.';
    return { success: true as const, message, payment };
  });

  routes.serve(decideRefundEntry, async ({ viewer, params, body }) => {
    await decideRefund(deps, { ...body, reference: params.reference, staffId: viewer.user.id });
    const payment = await readStaffPayment(deps, params.reference);
    return {
      success: true as const,
      message: body.approve ? 'The refund is under way.' : 'The refund is declined.',
      payment,
    };
  });

  routes.serve(chargebackEntry, async ({ viewer, params, body }) => {
    await recordChargeback(deps, { ...body, reference: params.reference, staffId: viewer.user.id });
    const payment = await readStaffPayment(deps, params.reference);
    return { success: true as const, message: 'The chargeback is in the books.', payment };
  });
}
