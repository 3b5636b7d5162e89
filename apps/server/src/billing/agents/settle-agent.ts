import { outsideReferenceKey } from '@portal/kernel/billing/outside-reference';
import { type Kobo, negateKobo } from '@portal/kernel/money';
import { recordAudit } from '../../identity/index.ts';
import type { Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { lockOpenShift } from '../counter/tills/till.repository.ts';
import { postEntries } from '../ledger/ledger.repository.ts';
import { findSettlementByRequest, insertSettlement, lockAgent } from './agent.repository.ts';

type Settlement = {
  readonly agentId: number;
  readonly staffId: number;
  readonly amountKobo: Kobo;
  readonly method: 'cash' | 'transfer';
  /** Of a transfer, as the bank has it. */
  readonly bankReference: string | null;
  readonly clientRequestId: string;
};

const USED = 'This number was used before.';
const NUMBER_NEEDED = 'Enter the bank’s number of the transfer';

/** Whether the same form came before. Throws counter.request-reused where it recorded something else. */
async function isRepeat(tx: Transaction, order: Settlement): Promise<boolean> {
  const before = await findSettlementByRequest(tx, order.clientRequestId);
  if (!before) return false;
  if (before.agentId === order.agentId && before.amount === order.amountKobo) return true;
  throw new ApiError('counter.request-reused');
}

async function settle(deps: BillingDependencies, tx: Transaction, order: Settlement): Promise<void> {
  const { agentId, staffId, amountKobo, method, bankReference, clientRequestId } = order;
  const now = deps.clock();
  const agent = await lockAgent(tx, agentId);
  if (!agent) throw new ApiError('agent.not-found');
  if (await isRepeat(tx, order)) return;
  const shift = method === 'cash' ? await lockOpenShift(tx, staffId, 'share') : null;
  if (method === 'cash' && !shift) throw new ApiError('till.not-open');
  const id = await insertSettlement(tx, {
    clientRequestId,
    agentId,
    amount: amountKobo,
    method,
    staffId,
    shiftId: shift?.id ?? null,
    bankReference,
    createdAt: now,
  });
  if (id === null) throw new ApiError('counter.reference-used', { errors: { bankReference: USED } });
  await postEntries(tx, {
    transactionKey: `agent-settlement:${id}`,
    userId: null,
    paymentId: null,
    entries: [
      { account: method === 'cash' ? `till:${staffId}` : 'bank', amountKobo },
      { account: `agent:${agentId}`, amountKobo: negateKobo(amountKobo) },
    ],
    now,
  });
  await recordAudit(tx, {
    actorId: staffId,
    action: 'agent.settle',
    subject: `agent:${agentId}`,
    before: null,
    after: { agent: agent.name, amountKobo, method, bankReference },
  });
}

/**
 * Books money that an agent hands over: cash into the open till of who takes it, or a transfer to the bank,
 * whose number can be used once. More than is owed is owed to the agent. A repeat of the form does nothing.
 * Audited. Throws agent.not-found, till.not-open, counter.reference-used, counter.request-reused.
 */
export async function settleAgent(deps: BillingDependencies, wanted: Settlement): Promise<void> {
  const bankReference = wanted.method === 'cash' ? null : outsideReferenceKey(wanted.bankReference ?? '') || null;
  if (wanted.method === 'transfer' && bankReference === null) {
    throw new ApiError('request.invalid', { message: NUMBER_NEEDED, errors: { bankReference: NUMBER_NEEDED } });
  }
  await runTransaction(deps.database, (tx) => settle(deps, tx, { ...wanted, bankReference }));
}
