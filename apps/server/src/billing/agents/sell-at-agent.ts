import { type Kobo, negateKobo, shareOf, toKobo } from '@portal/kernel/money';
import { recordAudit } from '../../identity/index.ts';
import type { Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { postEntries } from '../ledger/ledger.repository.ts';
import type { PaymentRow } from '../payments/payment.repository.ts';
import { publishPaymentUpdates } from '../payments/settlement/publish-payment-updates.ts';
import { listLineIds } from '../received-money/due.repository.ts';
import { receiveMoney } from '../received-money/receive-money.ts';
import { textReceipt } from '../received-money/text-receipt.ts';
import { receivedOf } from '../refunds/refund.policy.ts';
import { type AgentRow, findSaleByRequest, insertSale, lockAgentOf, type SaleRow } from './agent.repository.ts';
import { type AgentCustomer, findAgentCustomer } from './find-agent-customer.ts';
import { requireWithinLimit } from './require-within-limit.ts';

type SaleOrder = {
  readonly staffId: number;
  /** The number of an account, or a verified mobile number. */
  readonly customer: string;
  readonly amountKobo: Kobo;
  readonly clientRequestId: string;
};

/** Another sale has the request: everything is undone. */
class SoldBefore extends Error {}

/** The agent for whom somebody sells, held until the transaction ends. Throws agent.none, agent.stopped. */
async function lockSeller(tx: Transaction, staffId: number): Promise<AgentRow> {
  const agent = await lockAgentOf(tx, staffId);
  if (!agent) throw new ApiError('agent.none');
  if (agent.stoppedAt !== null) throw new ApiError('agent.stopped');
  return agent;
}

/** The agent keeps the commission of a sale: they owe that much less. */
export async function keepCommission(
  tx: Transaction,
  agent: AgentRow,
  payment: PaymentRow,
  commissionKobo: Kobo,
  now: Date,
): Promise<void> {
  await postEntries(tx, {
    transactionKey: `agent-commission:${payment.reference}`,
    userId: null,
    paymentId: null,
    entries: [
      { account: 'agent-commissions', amountKobo: commissionKobo },
      { account: `agent:${agent.id}`, amountKobo: negateKobo(commissionKobo) },
    ],
    now,
  });
}

async function sell(
  deps: BillingDependencies,
  tx: Transaction,
  order: SaleOrder,
  customer: AgentCustomer,
): Promise<PaymentRow> {
  const { staffId, amountKobo, clientRequestId } = order;
  const now = deps.clock();
  const agent = await lockSeller(tx, staffId);
  // What the same form has sold a moment ago may have used up the limit.
  if (await findSaleByRequest(tx, clientRequestId)) throw new SoldBefore();
  const commissionKobo = shareOf(amountKobo, agent.commissionBasisPoints, 10_000);
  await requireWithinLimit(tx, agent, toKobo(amountKobo - commissionKobo));
  const [first, ...others] = await listLineIds(tx, customer.id);
  if (first === undefined) throw new ApiError('agent.no-customer');
  const payment = await receiveMoney(
    deps,
    tx,
    {
      userId: customer.id,
      lineIds: [first, ...others],
      planId: null,
      amountKobo,
      gateway: 'agent',
      tillId: null,
      agentId: agent.id,
      email: customer.email,
      gatewayReference: null,
      // What the receipt says it was paid with.
      channel: agent.name.slice(0, 50),
      payerName: null,
      withheld: null,
      invoiceNumber: null,
      source: 'staff',
      evidence: { status: 'agent', agentId: agent.id, staffId },
    },
    now,
  );
  const sale = {
    paymentId: payment.id,
    clientRequestId,
    agentId: agent.id,
    commission: commissionKobo,
    createdAt: now,
  };
  if (!(await insertSale(tx, sale))) throw new SoldBefore();
  await keepCommission(tx, agent, payment, commissionKobo, now);
  await textReceipt(deps, tx, customer, { reference: payment.reference, amountKobo });
  await recordAudit(tx, {
    actorId: staffId,
    action: 'agent.sale',
    subject: `payment:${payment.reference}`,
    before: null,
    after: { customer: customer.id, agent: agent.name, amountKobo, commissionKobo },
  });
  return payment;
}

/**
 * Takes cash for a customer at an agent, in one transaction with everything that follows from a payment: the
 * agent owes it from then on, less the commission. A repeat of the form gets the same payment. Audited. Throws
 * agent.none, agent.stopped, agent.no-customer, agent.over-limit (with what is left), counter.request-reused.
 */
export async function sellAtAgent(deps: BillingDependencies, order: SaleOrder): Promise<SaleRow> {
  const customer = await findAgentCustomer(deps.database, order.customer);
  const repeated = async (): Promise<SaleRow | null> => {
    const row = await findSaleByRequest(deps.database, order.clientRequestId);
    if (!row) return null;
    const isSame = row.payment.userId === customer.id && receivedOf(row.payment) === order.amountKobo;
    if (!isSame) throw new ApiError('counter.request-reused');
    return row;
  };
  const before = await repeated();
  if (before) return before;
  try {
    const payment = await runTransaction(deps.database, (tx) => sell(deps, tx, order, customer));
    deps.metrics?.countPayment(payment, 'successful', deps.clock());
    await publishPaymentUpdates(deps, payment);
  } catch (error) {
    if (!(error instanceof SoldBefore)) throw error;
  }
  const sold = await repeated();
  if (!sold) throw new Error('a sale of an agent is gone');
  return sold;
}
