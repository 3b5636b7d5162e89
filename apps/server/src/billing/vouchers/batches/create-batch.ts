import { lagosDate, lagosMidnight } from '@portal/kernel/calendar';
import { type Kobo, shareOf, toKobo } from '@portal/kernel/money';
import { recordAudit } from '../../../identity/index.ts';
import type { Transaction } from '../../../platform/database/connection.ts';
import { runTransaction } from '../../../platform/database/run-transaction.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import { lockAgent, lockOwnStock } from '../../agents/agent.repository.ts';
import { requireWithinLimit } from '../../agents/require-within-limit.ts';
import type { BillingDependencies } from '../../billing-dependencies.ts';
import { type BatchRow, findBatchByRequest, insertBatch } from './batch.repository.ts';

export type BatchOrder = {
  readonly count: number;
  readonly amountKobo: Kobo;
  /** Null: the provider's own stock. */
  readonly agentId: number | null;
  /** Null: the agent's commission. */
  readonly discountBasisPoints: number | null;
  /** The last day in Lagos; null for a year. */
  readonly until: string | null;
  readonly clientRequestId: string | null;
  readonly staffId: number;
};

const YEAR_DAYS = 365;
const MOST_YEARS = 5;

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** The midnight with which the last day ends. Throws voucher.until-not-possible. */
function expiryOf(until: string | null, now: Date): Date {
  const today = lagosDate(now);
  const last = until ?? dayAfter(today, YEAR_DAYS);
  if (last <= today || last > dayAfter(today, MOST_YEARS * YEAR_DAYS + 1)) {
    const { message } = new ApiError('voucher.until-not-possible');
    throw new ApiError('voucher.until-not-possible', { errors: { until: message } });
  }
  return lagosMidnight(dayAfter(last, 1));
}

/** What the same form has made before, for this agent. Throws counter.request-reused where it was something else. */
async function findRepeated(tx: Transaction, order: BatchOrder, agentId: number): Promise<BatchRow | null> {
  const before = order.clientRequestId === null ? null : await findBatchByRequest(tx, order.clientRequestId);
  if (!before) return null;
  const isSame =
    before.createdBy === order.staffId &&
    before.agentId === agentId &&
    before.amount === order.amountKobo &&
    before.count === order.count;
  if (!isSame) throw new ApiError('counter.request-reused');
  return before;
}

async function create(deps: BillingDependencies, tx: Transaction, order: BatchOrder): Promise<BatchRow> {
  const { count, amountKobo, staffId } = order;
  const now = deps.clock();
  const expiresAt = expiryOf(order.until, now);
  const agent = order.agentId === null ? await lockOwnStock(tx, staffId, now) : await lockAgent(tx, order.agentId);
  if (!agent) throw new ApiError('agent.not-found');
  // The batch of the same form may have used up the limit.
  const before = await findRepeated(tx, order, agent.id);
  if (before) return before;
  if (agent.stoppedAt !== null) throw new ApiError('agent.stopped');
  const isOwn = agent.kind === 'own-stock';
  const basisPoints = isOwn ? 0 : (order.discountBasisPoints ?? agent.commissionBasisPoints);
  const discount = shareOf(amountKobo, basisPoints, 10_000);
  await requireWithinLimit(tx, agent, toKobo((amountKobo - discount) * count));
  const totalKobo = toKobo(amountKobo * count);
  const waits = totalKobo > deps.approvalAboveKobo();
  const batch = await insertBatch(tx, {
    kind: 'made',
    amount: amountKobo,
    count,
    expiresAt,
    agentId: agent.id,
    discount,
    status: waits ? 'awaiting-approval' : 'approved',
    clientRequestId: order.clientRequestId,
    createdBy: staffId,
    createdAt: now,
  });
  // The same form, for another agent at the same moment.
  if (!batch) throw new ApiError('counter.request-reused');
  await recordAudit(tx, {
    actorId: staffId,
    action: waits ? 'voucher-batch.request' : 'voucher-batch.create',
    subject: `voucher-batch:${batch.number}`,
    before: null,
    after: {
      count,
      amountKobo,
      discountKobo: discount,
      agent: agent.name,
      until: lagosDate(new Date(expiresAt.getTime() - 1)),
    },
  });
  return batch;
}

/**
 * Makes a batch of vouchers, without PINs: those are made when they are handed out. Above the operator's sum
 * of face value it waits for a second person. A repeat of the form makes no other. Audited. Throws
 * agent.not-found, agent.stopped, agent.over-limit, voucher.until-not-possible, counter.request-reused.
 */
export async function createBatch(deps: BillingDependencies, order: BatchOrder): Promise<BatchRow> {
  return runTransaction(deps.database, (tx) => create(deps, tx, order));
}
