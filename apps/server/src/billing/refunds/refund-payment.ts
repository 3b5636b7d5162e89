import { recordAudit } from '../../identity/index.ts';
import type { Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { parseOutsideJson } from '../../platform/outside/http-client.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import type { RefundOrder, RefundState } from '../payments/gateways/gateway.port.ts';
import { isPaidOutByStaff, isToOwnNumber, kindOf } from '../payments/payment.policy.ts';
import { appendEvent, findPaymentById, type PaymentRow } from '../payments/payment.repository.ts';
import { publishPaymentUpdates } from '../payments/settlement/publish-payment-updates.ts';
import { isRefundable, isToPayOut, refundableOf } from './refund.policy.ts';
import {
  findLiveRefund,
  findRefundById,
  insertRefund,
  listNoticeBodies,
  lockPayment,
  moveRefund,
  type RefundRow,
} from './refund.repository.ts';
import { failRefund, heldCreditOf, holdCredit, nextRefundCheck, settleRefund, tellOfPayout } from './settle-refund.ts';

/**
 * Throws where a later month stands on this one, or data are used, unless the customer keeps it,
 * and where credit that the payment became is spent: that cannot go back.
 */
async function prepare(
  deps: BillingDependencies,
  tx: Transaction,
  payment: PaymentRow,
  refund: RefundRow,
): Promise<void> {
  const bought = await deps.products[kindOf(payment)].findBought(deps, tx, payment.id);
  if (bought?.blockedBy && !refund.keepService) throw new ApiError(bought.blockedBy);
  if (!(await holdCredit(tx, payment, heldCreditOf(payment, bought !== null), refund.reference, deps.clock())))
    throw new ApiError('refund.credit-spent');
  if (!isPaidOutByStaff(payment)) return;
  await tellOfPayout(deps, tx, payment, refund);
}

/** A gateway is asked at once; money from the counter waits for staff to pay it out. */
function beginning(payment: PaymentRow, now: Date) {
  return isPaidOutByStaff(payment)
    ? { status: 'pending' as const, nextCheckAt: null }
    : { status: 'requested' as const, nextCheckAt: nextRefundCheck(now, now) };
}

async function orderOf(deps: BillingDependencies, payment: PaymentRow, refund: RefundRow): Promise<RefundOrder> {
  const bodies = await listNoticeBodies(deps.database, payment.gateway, payment.reference);
  const webhooks = bodies.flatMap((body) => {
    try {
      return [parseOutsideJson(body)];
    } catch {
      return [];
    }
  });
  const { reference: paymentReference, gatewayReference } = payment;
  return { reference: refund.reference, paymentReference, gatewayReference, amountKobo: refund.amount, webhooks };
}

/** Asks without holding any lock. A defect in an adapter says nothing about the money. */
async function ask(
  deps: BillingDependencies,
  payment: PaymentRow,
  refund: RefundRow,
  again: boolean,
): Promise<RefundState> {
  if (payment.gateway === 'credit') return { kind: 'done', rawStatus: 'account credit', refundId: null };
  // Asked for at an instance of the previous release, which books the transfer with the request.
  if (isPaidOutByStaff(payment)) return { kind: 'done', rawStatus: 'bank transfer', refundId: null };
  const gateway = deps.gateways.find(({ id }) => id === payment.gateway);
  if (!gateway) return { kind: 'unknown', reason: 'this gateway is not configured' };
  try {
    const order = await orderOf(deps, payment, refund);
    if (!again) return await gateway.refund(order);
    const found = await gateway.findRefund({ ...order, refundId: refund.gatewayRefundId, askedAt: refund.createdAt });
    // All of it or nothing: a gateway that hears it twice has nothing left to send the second time.
    const state = found.kind === 'absent' ? await gateway.refund(order) : found;
    // A no to a repeat may be because the first asking went through: it says nothing about the
    // money.
    return state.kind === 'refused' ? { kind: 'unknown', reason: state.reason } : state;
  } catch (error) {
    deps.log.error({ err: error, refund: refund.reference }, 'a gateway adapter failed');
    return { kind: 'unknown', reason: 'adapter failed' };
  }
}

/** Asks the gateway and settles what it says. `again` for a refund that it may have heard of. */
export async function pursueRefund(
  deps: BillingDependencies,
  refund: RefundRow,
  again: boolean,
): Promise<{ readonly payment: PaymentRow; readonly state: RefundState }> {
  const payment = await findPaymentById(deps.database, refund.paymentId);
  if (!payment) throw new Error(`refund ${refund.reference} has no payment`);
  const state = await ask(deps, payment, refund, again);
  if (state.kind === 'unknown' || state.kind === 'refused' || state.kind === 'failed') {
    deps.log.warn({ refund: refund.reference, ...state }, 'a refund did not go through at once');
  }
  await settleRefund(deps, refund, state);
  await publishPaymentUpdates(deps, payment);
  return { payment, state };
}

async function send(deps: BillingDependencies, refund: RefundRow): Promise<void> {
  const { state, payment } = await pursueRefund(deps, refund, false);
  if (state.kind !== 'refused' || isToOwnNumber(payment)) return;
  const message = `The gateway does not refund this payment: ${state.reason}`;
  throw new ApiError('payment.gateway-refused', { message });
}

type Request = {
  readonly reference: string;
  readonly staffId: number;
  readonly reason: string;
  readonly keepService: boolean;
};

async function open(deps: BillingDependencies, tx: Transaction, request: Request): Promise<RefundRow> {
  const now = deps.clock();
  const payment = await lockPayment(tx, request.reference);
  if (!payment) throw new ApiError('payment.not-found');
  if (payment.status === 'refunded') throw new ApiError('refund.under-way');
  if (payment.status !== 'successful' || !isRefundable(deps, payment)) throw new ApiError('refund.not-possible');
  const amount = refundableOf(payment);
  const needsApproval = amount > deps.approvalAboveKobo();
  const refund = await insertRefund(tx, {
    paymentId: payment.id,
    amount,
    reason: request.reason,
    keepService: request.keepService,
    reference: deps.newReference(),
    requestedBy: request.staffId,
    createdAt: now,
    updatedAt: now,
    ...(needsApproval ? { status: 'awaiting-approval', nextCheckAt: null } : beginning(payment, now)),
  });
  if (!refund) throw new ApiError('refund.under-way');
  if (!needsApproval) await prepare(deps, tx, payment, refund);
  const details = { refund: refund.reference, amountKobo: amount, reason: request.reason, staffId: request.staffId };
  await appendEvent(tx, { paymentId: payment.id, kind: 'refund-requested', source: 'staff', details, now });
  await recordAudit(tx, {
    actorId: request.staffId,
    action: 'payment.refund',
    subject: `payment:${payment.reference}`,
    before: { status: payment.status },
    after: { ...details, keepService: request.keepService, awaitsApproval: needsApproval },
  });
  return refund;
}

/**
 * Sends a whole payment back through its gateway; what was taken at the counter, and a transfer to an account
 * number that its gateway does not send back, waits for staff to pay it out, of which its customer is told. The row is written, and credit that it became is held, before the gateway hears of it; an answer that says nothing is asked about again until it
 * does. Above the operator's sum a second person has to approve first. Audited. Throws
 * payment.not-found, refund.not-possible, refund.under-way, refund.credit-spent,
 * refund.later-month-paid, refund.bundle-used, payment.gateway-refused.
 */
export async function requestRefund(deps: BillingDependencies, request: Request): Promise<void> {
  const refund = await runTransaction(deps.database, (tx) => open(deps, tx, request));
  if (refund.status === 'requested') await send(deps, refund);
}

type Approval = {
  readonly reference: string;
  readonly staffId: number;
  readonly approve: boolean;
  readonly reason: string;
};

type Decision = {
  readonly kind: 'refund-approved' | 'refund-declined';
  readonly status: RefundRow['status'];
  readonly reason: string;
  readonly staffId: number;
};

async function audited(
  tx: Transaction,
  payment: PaymentRow,
  refund: RefundRow,
  { kind, status, reason, staffId }: Decision,
): Promise<void> {
  await recordAudit(tx, {
    actorId: staffId,
    action: `payment.${kind}`,
    subject: `payment:${payment.reference}`,
    before: { refund: refund.reference, status: refund.status },
    after: { status, reason },
  });
}

async function decide(deps: BillingDependencies, tx: Transaction, approval: Approval): Promise<RefundRow | null> {
  const now = deps.clock();
  const { staffId, approve, reason } = approval;
  const payment = await lockPayment(tx, approval.reference);
  if (!payment) throw new ApiError('payment.not-found');
  const refund = await findLiveRefund(tx, payment.id);
  if (refund && !approve && isToPayOut(payment, refund)) {
    await failRefund(deps, tx, refund, reason);
    await audited(tx, payment, refund, { kind: 'refund-declined', status: 'failed', reason, staffId });
    return null;
  }
  if (refund?.status !== 'awaiting-approval') throw new ApiError('refund.not-found');
  if (approve && refund.requestedBy === staffId) throw new ApiError('refund.second-person');
  if (approve && payment.status !== 'successful') throw new ApiError('refund.not-found');
  if (approve) await prepare(deps, tx, payment, refund);
  const next = approve ? beginning(payment, now) : { status: 'failed' as const, outcome: reason };
  await moveRefund(tx, refund.id, ['awaiting-approval'], {
    ...next,
    approvedBy: approve ? staffId : null,
    updatedAt: now,
  });
  const kind = approve ? 'refund-approved' : 'refund-declined';
  const details = { refund: refund.reference, reason, staffId };
  await appendEvent(tx, { paymentId: payment.id, kind, source: 'staff', details, now });
  await audited(tx, payment, refund, { kind, status: next.status, reason, staffId });
  return approve ? findRefundById(tx, refund.id) : null;
}

/**
 * Approves a refund that waits for a second person, and sends it, or declines it; who asked for it
 * may take it back but not approve it. One that is to be paid out can be withdrawn too. Audited. Throws
 * payment.not-found, refund.not-found, refund.second-person, refund.credit-spent, refund.later-month-paid, refund.bundle-used,
 * payment.gateway-refused.
 */
export async function decideRefund(deps: BillingDependencies, approval: Approval): Promise<void> {
  const refund = await runTransaction(deps.database, (tx) => decide(deps, tx, approval));
  if (refund?.status === 'requested') await send(deps, refund);
}
