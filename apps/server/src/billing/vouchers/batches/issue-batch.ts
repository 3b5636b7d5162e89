import { negateKobo, toKobo } from '@portal/kernel/money';
import { recordAudit } from '../../../identity/index.ts';
import { isUniqueViolation, type Transaction } from '../../../platform/database/connection.ts';
import { runTransaction } from '../../../platform/database/run-transaction.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import { lockAgent } from '../../agents/agent.repository.ts';
import { requireWithinLimit } from '../../agents/require-within-limit.ts';
import type { BillingDependencies } from '../../billing-dependencies.ts';
import { postEntries } from '../../ledger/ledger.repository.ts';
import { newVoucherPins } from '../voucher.policy.ts';
import { deleteVouchers, insertVouchers } from '../voucher.repository.ts';
import { type BatchRow, countVouchers, findBatch, lockBatch, moveBatch } from './batch.repository.ts';

/** The PINs of a batch, in the order of their serial numbers, on their way to whoever hands them out. */
export type IssuedBatch = { readonly batch: BatchRow; readonly pins: readonly string[] };

type Issue = {
  readonly number: number;
  readonly staffId: number;
  /** New PINs in place of those that were made before. */
  readonly again: boolean;
  readonly form: 'pdf' | 'age';
  /** What becomes of the PINs: before anything is stored, so that a fault in it leaves the batch as it was. */
  readonly write: (issued: IssuedBatch) => Promise<Uint8Array>;
};

/** A PIN that exists already came up: everything is undone, and the PINs are made again. */
class PinTaken extends Error {}
const TRIES = 5;

/**
 * Books the sale: the agent owes the price, and the face value is what whoever holds the vouchers may spend. Throws
 * agent.stopped, agent.over-limit.
 */
export async function bookSale(tx: Transaction, batch: BatchRow, now: Date): Promise<void> {
  const agent = await lockAgent(tx, batch.agentId ?? 0);
  if (!agent) throw new Error(`voucher batch ${batch.number} has no agent`);
  if (agent.stoppedAt !== null) throw new ApiError('agent.stopped');
  const discountKobo = toKobo(batch.discount * batch.count);
  const faceKobo = toKobo(batch.amount * batch.count);
  const priceKobo = toKobo(faceKobo - discountKobo);
  await requireWithinLimit(tx, agent, priceKobo);
  await postEntries(tx, {
    transactionKey: `voucher-sale:${batch.number}`,
    userId: null,
    paymentId: null,
    entries: [
      { account: `agent:${agent.id}`, amountKobo: priceKobo },
      { account: 'agent-commissions', amountKobo: discountKobo },
      { account: 'vouchers', amountKobo: negateKobo(faceKobo) },
    ],
    now,
  });
}

/** Throws voucher.not-approved, voucher.issued-before, voucher.in-use. */
function requireIssuable({ status, kind }: BatchRow, again: boolean): void {
  if (kind === 'imported') throw new ApiError('voucher.not-approved');
  if (status === 'issued' && !again) throw new ApiError('voucher.issued-before');
  if (status !== 'issued' && status !== 'approved') throw new ApiError('voucher.not-approved');
}

async function store(
  deps: BillingDependencies,
  tx: Transaction,
  { number, staffId, again, form }: Issue,
  pins: readonly string[],
): Promise<void> {
  const now = deps.clock();
  const batch = await lockBatch(tx, number);
  if (!batch) throw new ApiError('voucher.no-batch');
  requireIssuable(batch, again);
  if (batch.status === 'issued') {
    const isUntouched = (await countVouchers(tx, number)).every(({ status }) => status === 'issued');
    if (!isUntouched || batch.expiresAt <= now) throw new ApiError('voucher.in-use');
    await deleteVouchers(tx, number);
  } else {
    await bookSale(tx, batch, now);
  }
  const rows = pins.map((pin, place) => ({ index: place + 1, pinHash: deps.hashVoucherCode(pin) }));
  await insertVouchers(tx, batch, rows);
  const issues = batch.issues + 1;
  await moveBatch(tx, number, ['approved', 'issued'], { status: 'issued', issues, issuedBy: staffId, issuedAt: now });
  await recordAudit(tx, {
    actorId: staffId,
    action: batch.status === 'issued' ? 'voucher-batch.issue-again' : 'voucher-batch.issue',
    subject: `voucher-batch:${number}`,
    before: { status: batch.status, issues: batch.issues },
    after: { form, count: batch.count, amountKobo: batch.amount, issues },
  });
}

/**
 * Makes the PINs of a batch and returns them written as `write` does: nothing stores them, so this is the one
 * time. The first time sells the batch to its agent. Where the file did not arrive, `again` voids those PINs
 * and makes new ones, as long as none was used or stopped. Audited. Throws voucher.no-batch,
 * voucher.not-approved, voucher.issued-before, voucher.in-use, agent.stopped, agent.over-limit.
 */
export async function issueBatch(deps: BillingDependencies, issue: Issue): Promise<Uint8Array> {
  const batch = await findBatch(deps.database, issue.number);
  if (!batch) throw new ApiError('voucher.no-batch');
  requireIssuable(batch, issue.again);
  for (let attempt = 1; ; attempt++) {
    const pins = newVoucherPins(batch.count, deps.randomBytes);
    const written = await issue.write({ batch, pins });
    try {
      await runTransaction(deps.database, async (tx) => {
        try {
          await store(deps, tx, issue, pins);
        } catch (error) {
          if (isUniqueViolation(error)) throw new PinTaken();
          throw error;
        }
      });
      return written;
    } catch (error) {
      if (!(error instanceof PinTaken) || attempt === TRIES) throw error;
    }
  }
}
