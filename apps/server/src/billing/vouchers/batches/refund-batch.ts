import { koboFromDecimal, negateKobo, toKobo } from '@portal/kernel/money';
import { recordAudit } from '../../../identity/index.ts';
import type { Transaction } from '../../../platform/database/connection.ts';
import { runTransaction } from '../../../platform/database/run-transaction.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../../billing-dependencies.ts';
import { postEntries } from '../../ledger/ledger.repository.ts';
import { lockBatch, moveBatch, returnUnused } from './batch.repository.ts';

type Refund = { readonly number: number; readonly reason: string; readonly staffId: number };

async function refund(deps: BillingDependencies, tx: Transaction, order: Refund): Promise<void> {
  const { number, reason, staffId } = order;
  const now = deps.clock();
  const batch = await lockBatch(tx, number);
  if (!batch) throw new ApiError('voucher.no-batch');
  // Nobody owes for vouchers of an earlier system: they are stopped, or expire.
  if (batch.agentId === null) throw new ApiError('voucher.nothing-unused');
  const refunded = { status: 'refunded', refundedBy: staffId, refundedAt: now } as const;
  if (!(await moveBatch(tx, number, ['issued', 'stopped'], refunded))) throw new ApiError('voucher.nothing-unused');
  const { count, amount } = await returnUnused(tx, number, now);
  if (count === 0) throw new ApiError('voucher.nothing-unused');
  const faceKobo = koboFromDecimal(amount);
  const discountKobo = toKobo(batch.discount * count);
  await postEntries(tx, {
    transactionKey: `voucher-return:${number}`,
    userId: null,
    paymentId: null,
    entries: [
      { account: 'vouchers', amountKobo: faceKobo },
      { account: 'agent-commissions', amountKobo: negateKobo(discountKobo) },
      { account: `agent:${batch.agentId}`, amountKobo: toKobo(discountKobo - faceKobo) },
    ],
    now,
  });
  await recordAudit(tx, {
    actorId: staffId,
    action: 'voucher-batch.refund',
    subject: `voucher-batch:${number}`,
    before: { status: batch.status },
    after: { returned: count, faceKobo, discountKobo, reason },
  });
}

/**
 * Takes back what is neither used nor expired of a batch, once: it is void, and the agent owes that much
 * less, as the sale had it. Audited. Throws voucher.no-batch, voucher.nothing-unused.
 */
export async function refundBatch(deps: BillingDependencies, order: Refund): Promise<void> {
  await runTransaction(deps.database, (tx) => refund(deps, tx, order));
}
