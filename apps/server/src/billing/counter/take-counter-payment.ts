import type { CounterMethod } from '@portal/contract/billing/staff-counter';
import { outsideReferenceKey } from '@portal/kernel/billing/outside-reference';
import type { Kobo } from '@portal/kernel/money';
import { recordAudit } from '../../identity/index.ts';
import type { Transaction } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { lineInAudit } from '../lines/require-line.ts';
import type { PaymentRow } from '../payments/payment.repository.ts';
import { publishPaymentUpdates } from '../payments/settlement/publish-payment-updates.ts';
import { findPaymentForStaff, type StaffPaymentRow } from '../payments/staff/staff-payment.repository.ts';
import { receiveMoney } from '../received-money/receive-money.ts';
import { textReceipt } from '../received-money/text-receipt.ts';
import { receivedOf } from '../refunds/refund.policy.ts';
import { findCounterAccount } from './counter-customer.repository.ts';
import { findCounterPayment, insertCounterPayment } from './counter-payment.repository.ts';
import { findSlip } from './slips/slip.repository.ts';
import { lockOpenShift } from './tills/till.repository.ts';

export type CounterOrder = {
  readonly userId: number;
  readonly lineId: number;
  readonly staffId: number;
  readonly amountKobo: Kobo;
  readonly method: CounterMethod;
  /** As on the slip; null for cash without one. */
  readonly outsideReference: string | null;
  readonly planId: string | null;
  readonly slipId: string | null;
  readonly clientRequestId: string;
  /** Tax that a company withheld. */
  readonly withheldKobo: Kobo;
};

/** Another payment has the request, the reference or the slip: everything is undone. */
class TakenBefore extends Error {}

const referenceKey = (reference: string | null) => outsideReferenceKey(reference ?? '') || null;

async function take(deps: BillingDependencies, tx: Transaction, order: CounterOrder, now: Date): Promise<PaymentRow> {
  const { userId, lineId, staffId, amountKobo, method, slipId, withheldKobo } = order;
  const shift = await lockOpenShift(tx, staffId, 'share');
  if (!shift) throw new ApiError('till.not-open');
  const account = await findCounterAccount(tx, userId);
  if (!account) throw new ApiError('customer.not-found');
  if (slipId !== null && !(isUuid(slipId) && (await findSlip(tx, slipId)))) throw new ApiError('file.not-found');
  const outsideReference = order.outsideReference;
  const payment = await receiveMoney(
    deps,
    tx,
    {
      userId,
      lineIds: [lineId],
      planId: order.planId,
      amountKobo,
      gateway: method,
      tillId: method === 'cash' ? staffId : null,
      email: account.email,
      gatewayReference: outsideReference,
      channel: null,
      payerName: null,
      withheld: withheldKobo > 0 ? { amountKobo: withheldKobo, staffId } : null,
      invoiceNumber: null,
      source: 'staff',
      evidence: { status: method, outsideReference, staffId },
    },
    now,
  );
  const isFirst = await insertCounterPayment(tx, {
    paymentId: payment.id,
    clientRequestId: order.clientRequestId,
    staffId,
    shiftId: shift.id,
    outsideReference: referenceKey(outsideReference),
    slipId,
  });
  if (!isFirst) throw new TakenBefore();
  await textReceipt(deps, tx, account, { reference: payment.reference, amountKobo });
  await recordAudit(tx, {
    actorId: staffId,
    action: 'counter.payment',
    subject: `payment:${payment.reference}`,
    before: null,
    after: {
      customer: userId,
      ...lineInAudit({ accountId: userId, lineId }),
      method,
      amountKobo,
      ...(withheldKobo > 0 && { withheldKobo }),
      outsideReference,
      shift: shift.id,
    },
  });
  return payment;
}

type Taken = NonNullable<Awaited<ReturnType<typeof findCounterPayment>>>;

/** A payment as staff see it, with what the counter stored about it and its receipt. */
type Recorded = Omit<Taken, 'payment'> & { readonly payment: StaffPaymentRow };

/** Throws counter.request-reused where the form had recorded something else. */
function assertSame({ payment, taken, withheld }: Taken, order: CounterOrder): void {
  const isSame =
    payment.userId === order.userId &&
    payment.gateway === order.method &&
    receivedOf(payment) === order.amountKobo &&
    (withheld ?? 0) === order.withheldKobo &&
    taken.staffId === order.staffId &&
    taken.outsideReference === referenceKey(order.outsideReference);
  if (!isSame) throw new ApiError('counter.request-reused');
}

/**
 * Takes money at the counter, in one transaction with everything that follows from a payment. It
 * pays what is due, oldest first, as far as it covers that whole with the customer's credit; what is
 * too much, too little, or of a customer without a plan becomes credit. A company's pays its invoices,
 * also in part, together with tax that it withheld. A repeat of the form gets the same payment. Audited.
 * Throws customer.not-found, plan.not-found, file.not-found, till.not-open, counter.reference-used,
 * counter.request-reused, counter.withheld-too-much.
 */
export async function takeCounterPayment(deps: BillingDependencies, order: CounterOrder): Promise<Recorded> {
  const repeated = async (): Promise<Recorded | null> => {
    const taken = await findCounterPayment(deps.database, order.clientRequestId);
    if (!taken) return null;
    assertSame(taken, order);
    const payment = await findPaymentForStaff(deps.database, taken.payment.reference);
    return payment && { ...taken, payment };
  };
  const before = await repeated();
  if (before) return before;
  try {
    const payment = await runTransaction(deps.database, (tx) => take(deps, tx, order, deps.clock()));
    deps.metrics?.countPayment(payment, 'successful', deps.clock());
    await publishPaymentUpdates(deps, payment);
  } catch (error) {
    if (!(error instanceof TakenBefore)) throw error;
  }
  const taken = await repeated();
  if (!taken) throw new ApiError('counter.reference-used', { errors: { outsideReference: USED } });
  return taken;
}

const USED = 'This number was used before.';
