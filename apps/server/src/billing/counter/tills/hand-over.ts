import { outsideReferenceKey } from '@portal/kernel/billing/outside-reference';
import { type Kobo, negateKobo } from '@portal/kernel/money';
import { recordAudit } from '../../../identity/index.ts';
import type { Transaction } from '../../../platform/database/connection.ts';
import { runTransaction } from '../../../platform/database/run-transaction.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../../billing-dependencies.ts';
import { postEntries, sumAccount } from '../../ledger/ledger.repository.ts';
import { findHandOver, insertHandOver, lockOpenShift } from './till.repository.ts';

type HandOver = {
  readonly staffId: number;
  readonly amountKobo: Kobo;
  readonly bankReference: string;
  readonly clientRequestId: string;
};

const USED = 'This number was used before.';

async function move(deps: BillingDependencies, tx: Transaction, order: HandOver): Promise<void> {
  const { staffId, amountKobo, bankReference, clientRequestId } = order;
  const now = deps.clock();
  const shift = await lockOpenShift(tx, staffId, 'update');
  const before = await findHandOver(tx, clientRequestId);
  if (before) {
    if (before.staffId === staffId && before.handOver.amount === amountKobo) return;
    throw new ApiError('counter.request-reused');
  }
  if (!shift) throw new ApiError('till.not-open');
  if ((await sumAccount(tx, `till:${staffId}`)) < amountKobo) throw new ApiError('till.too-little');
  const values = { clientRequestId, shiftId: shift.id, amount: amountKobo, bankReference, createdAt: now };
  const id = await insertHandOver(tx, values);
  if (id === null) throw new ApiError('counter.reference-used', { errors: { bankReference: USED } });
  await postEntries(tx, {
    transactionKey: `till-hand-over:${id}`,
    userId: null,
    paymentId: null,
    entries: [
      { account: 'bank', amountKobo },
      { account: `till:${staffId}`, amountKobo: negateKobo(amountKobo) },
    ],
    now,
  });
  await recordAudit(tx, {
    actorId: staffId,
    action: 'till.hand-over',
    subject: `till:${staffId}`,
    before: null,
    after: { amountKobo, bankReference },
  });
}

/**
 * Books cash that goes from a till to the bank, never more than is in it. Audited. A repeat does
 * nothing. Throws till.not-open, till.too-little, counter.reference-used, counter.request-reused.
 */
export async function handOver(deps: BillingDependencies, order: HandOver): Promise<void> {
  const bankReference = outsideReferenceKey(order.bankReference);
  await runTransaction(deps.database, (tx) => move(deps, tx, { ...order, bankReference }));
}
