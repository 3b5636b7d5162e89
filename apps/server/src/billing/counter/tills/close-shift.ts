import { addKobo, type Kobo, negateKobo } from '@portal/kernel/money';
import { recordAudit } from '../../../identity/index.ts';
import type { Transaction } from '../../../platform/database/connection.ts';
import { isUuid } from '../../../platform/database/is-uuid.ts';
import { runTransaction } from '../../../platform/database/run-transaction.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../../billing-dependencies.ts';
import { postEntries, sumAccount } from '../../ledger/ledger.repository.ts';
import { closeShiftRow, findShift, lockOpenShift, type ShiftSums } from './till.repository.ts';

type Closing = {
  readonly staffId: number;
  readonly shiftId: string;
  readonly countedKobo: Kobo;
  readonly note: string | null;
};

const SAY_WHY = 'Say what you know about the difference.';

/** Whether a closed shift is this closing, sent again. */
async function isRepeat(tx: Transaction, closing: Closing): Promise<boolean> {
  const closed = isUuid(closing.shiftId) ? await findShift(tx, closing.shiftId) : null;
  return closed?.shift.staffId === closing.staffId && closed.shift.counted === closing.countedKobo;
}

async function close(deps: BillingDependencies, tx: Transaction, closing: Closing): Promise<void> {
  const { staffId, shiftId, countedKobo, note } = closing;
  const now = deps.clock();
  const open = await lockOpenShift(tx, staffId, 'update');
  if (open?.id !== shiftId) {
    if (await isRepeat(tx, closing)) return;
    throw new ApiError('till.not-open');
  }
  const expectedKobo = await sumAccount(tx, `till:${staffId}`);
  const differenceKobo = addKobo(countedKobo, negateKobo(expectedKobo));
  if (differenceKobo !== 0 && !note) throw new ApiError('till.note-needed', { errors: { note: SAY_WHY } });
  await closeShiftRow(tx, shiftId, { closedAt: now, expected: expectedKobo, counted: countedKobo, note });
  await postEntries(tx, {
    transactionKey: `till-closing:${shiftId}`,
    userId: null,
    paymentId: null,
    entries: [
      { account: `till:${staffId}`, amountKobo: differenceKobo },
      { account: 'till-differences', amountKobo: negateKobo(differenceKobo) },
    ],
    now,
  });
  await recordAudit(tx, {
    actorId: staffId,
    action: 'till.close',
    subject: `till:${staffId}`,
    before: { expectedKobo },
    after: { countedKobo, differenceKobo, note },
  });
}

/**
 * Closes and returns a shift with the cash that was counted: the till has that much from then on, and what was
 * missing or too much is booked. Nothing is taken into the till meanwhile. Audited. A repeat does
 * nothing. Throws till.not-open, till.note-needed.
 */
export async function closeShift(deps: BillingDependencies, closing: Closing): Promise<ShiftSums> {
  await runTransaction(deps.database, (tx) => close(deps, tx, closing));
  const closed = await findShift(deps.database, closing.shiftId);
  if (!closed) throw new ApiError('till.not-open');
  return closed;
}
