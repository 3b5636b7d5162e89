import { type Kobo, negateKobo } from '@portal/kernel/money';
import type { Transaction } from '../../platform/database/connection.ts';
import { postEntries } from '../ledger/ledger.repository.ts';
import { moveWriteOff, type WriteOffRow } from './write-off.repository.ts';

/**
 * A loss against what was owed. The ledger knows what was paid, so what is owed for a one-off charge
 * is not in it: it comes into `receivables` and `revenue` with its write-off. An invoice that stood in
 * `receivables` before would leave that part out.
 */
async function post(
  tx: Transaction,
  { id, userId }: WriteOffRow,
  { suffix, lost, now }: { readonly suffix: '' | '-reversal'; readonly lost: Kobo; readonly now: Date },
): Promise<void> {
  const back = negateKobo(lost);
  const posting = { userId, paymentId: null, now };
  await postEntries(tx, {
    ...posting,
    transactionKey: `receivable${suffix}:${id}`,
    entries: [
      { account: 'receivables', amountKobo: lost },
      { account: 'revenue', amountKobo: back },
    ],
  });
  await postEntries(tx, {
    ...posting,
    transactionKey: `write-off${suffix}:${id}`,
    entries: [
      { account: 'bad-debts', amountKobo: lost },
      { account: 'receivables', amountKobo: back },
    ],
  });
}

/** Books the loss, once: the ledger has a write-off's key but once. */
export function bookWriteOff(tx: Transaction, writeOff: WriteOffRow, now: Date): Promise<void> {
  return post(tx, writeOff, { suffix: '', lost: writeOff.amount, now });
}

/**
 * Undoes the write-off of an invoice that stands, if there is one, with the invoice locked: what comes
 * in for it then is revenue as always. `by` is null where a payment does it. Null when none stood.
 */
export async function undoWriteOff(
  tx: Transaction,
  { invoiceId, by, now }: { readonly invoiceId: string; readonly by: number | null; readonly now: Date },
): Promise<WriteOffRow | null> {
  const change = { status: 'reversed', reversedBy: by, reversedAt: now } as const;
  const undone = await moveWriteOff(tx, { invoiceId, from: 'booked' }, change);
  if (undone) await post(tx, undone, { suffix: '-reversal', lost: negateKobo(undone.amount), now });
  // Nothing is left to approve of an invoice that is being paid.
  else await moveWriteOff(tx, { invoiceId, from: 'awaiting-approval' }, { status: 'declined', decidedAt: now });
  return undone;
}
