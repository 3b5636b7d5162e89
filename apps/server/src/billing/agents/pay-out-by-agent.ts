import { lagosDate } from '@portal/kernel/calendar';
import { negateKobo } from '@portal/kernel/money';
import { recordAudit } from '../../identity/index.ts';
import type { Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { postEntries } from '../ledger/ledger.repository.ts';
import { findPaymentById } from '../payments/payment.repository.ts';
import { publishPaymentUpdates } from '../payments/settlement/publish-payment-updates.ts';
import { findPayout, insertPayout, lockToPayOut } from '../refunds/payouts/payout.repository.ts';
import { completeRefund } from '../refunds/settle-refund.ts';
import { findSale, lockAgent } from './agent.repository.ts';

type Order = {
  /** Of the refund. */
  readonly reference: string;
  readonly staffId: number;
  readonly clientRequestId: string;
};

async function pay(deps: BillingDependencies, tx: Transaction, order: Order): Promise<string> {
  const { reference, staffId, clientRequestId } = order;
  const now = deps.clock();
  const refund = await lockToPayOut(tx, reference);
  if (!refund) throw new ApiError('payout.not-found');
  const sale = await findSale(tx, refund.paymentId);
  // Later the agent has settled, and keeps what they earned: the counter pays it out.
  const isSameDay = sale && lagosDate(sale.createdAt) === lagosDate(refund.createdAt);
  if (!sale || !isSameDay) throw new ApiError('payout.not-by-agent');
  await lockAgent(tx, sale.agentId);
  const payout = { method: 'agent', staffId } as const;
  const values = {
    refundId: refund.id,
    clientRequestId,
    ...payout,
    shiftId: null,
    bankReference: null,
    createdAt: now,
  };
  if (!(await insertPayout(tx, values))) throw new ApiError('counter.request-reused');
  await completeRefund(deps, tx, refund, { outcome: 'agent', refundId: null, payout });
  const payment = await findPaymentById(tx, refund.paymentId);
  await postEntries(tx, {
    transactionKey: `agent-commission-back:${payment?.reference}`,
    userId: null,
    paymentId: null,
    entries: [
      { account: `agent:${sale.agentId}`, amountKobo: sale.commission },
      { account: 'agent-commissions', amountKobo: negateKobo(sale.commission) },
    ],
    now,
  });
  await recordAudit(tx, {
    actorId: staffId,
    action: 'payment.pay-out',
    subject: `refund:${reference}`,
    before: null,
    after: { refund: reference, amountKobo: refund.amount, method: 'agent', agent: sale.agentId },
  });
  return refund.paymentId;
}

/** Whether the form has done this before. Throws counter.request-reused where it paid another out. */
async function isRepeat({ database }: BillingDependencies, order: Order): Promise<boolean> {
  const before = await findPayout(database, order.clientRequestId);
  if (!before) return false;
  if (before.reference === order.reference && before.payout.staffId === order.staffId) return true;
  throw new ApiError('counter.request-reused');
}

/**
 * Takes back a mistaken sale: the agent who took the money gives it back, owes that much less and has no
 * commission of it. Only where the refund was asked for on the day of the sale. Audited. A repeat of the form
 * does nothing. Throws payout.not-found, payout.not-by-agent, counter.request-reused.
 */
export async function payOutByAgent(deps: BillingDependencies, order: Order): Promise<void> {
  if (await isRepeat(deps, order)) return;
  try {
    const paymentId = await runTransaction(deps.database, (tx) => pay(deps, tx, order));
    const payment = await findPaymentById(deps.database, paymentId);
    if (payment) await publishPaymentUpdates(deps, payment);
  } catch (error) {
    if (error instanceof ApiError && (await isRepeat(deps, order))) return;
    throw error;
  }
}
