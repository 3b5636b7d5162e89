import { type Kobo, negateKobo } from '@portal/kernel/money';
import type { Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { wakeCompany } from '../invoices/company-billing.repository.ts';
import { OPENING_YEAR } from '../invoices/invoice.policy.ts';
import type { InvoiceRow } from '../invoices/issued-invoice.repository.ts';
import { clearOutstanding, restoreOutstanding } from '../invoices/outstanding.repository.ts';
import { postEntries } from '../ledger/ledger.repository.ts';
import { moveWriteOff, type WriteOffRow } from './write-off.repository.ts';

type Posting = { readonly suffix: '' | '-reversal'; readonly lost: Kobo; readonly now: Date };

/** An invoice of an earlier system is owed under an account of its own. One of a charge is not in the ledger. */
function owedUnder({ year, invoiceNumber }: InvoiceRow, { id }: WriteOffRow, suffix: Posting['suffix']) {
  return year === OPENING_YEAR
    ? ({ account: 'opening-invoices', transactionKey: `opening-invoice-lost${suffix}:${invoiceNumber}:${id}` } as const)
    : ({ account: 'revenue', transactionKey: `receivable${suffix}:${id}` } as const);
}

/**
 * A loss against what was owed. The ledger knows what was paid, so what is owed for a one-off charge
 * comes into `receivable` with its write-off, from `revenue`, or from where it stood already. That of a
 * company's month stands there since it was issued.
 */
async function post(
  tx: Transaction,
  invoice: InvoiceRow,
  writeOff: WriteOffRow,
  { suffix, lost, now }: Posting,
): Promise<void> {
  const { id, userId } = writeOff;
  const back = negateKobo(lost);
  const posting = { userId, paymentId: null, now };
  if (invoice.kind !== 'monthly') {
    const { account, transactionKey } = owedUnder(invoice, writeOff, suffix);
    await postEntries(tx, {
      ...posting,
      transactionKey,
      entries: [
        { account: 'receivable', amountKobo: lost },
        { account, amountKobo: back },
      ],
    });
  }
  await postEntries(tx, {
    ...posting,
    transactionKey: `write-off${suffix}:${id}`,
    entries: [
      { account: 'bad-debts', amountKobo: lost },
      { account: 'receivable', amountKobo: back },
    ],
  });
}

/**
 * Books the loss, once: the ledger has a write-off's key but once. The caller holds its invoice, and
 * its company before. Throws write-off.not-possible where a company owes another amount by now.
 */
export async function bookWriteOff(
  tx: Transaction,
  invoice: InvoiceRow,
  writeOff: WriteOffRow,
  now: Date,
): Promise<void> {
  if (invoice.kind === 'monthly') {
    if (!(await clearOutstanding(tx, invoice.id, writeOff.amount))) throw new ApiError('write-off.not-possible');
    await wakeCompany(tx, writeOff.userId, now);
  }
  await post(tx, invoice, writeOff, { suffix: '', lost: writeOff.amount, now });
}

/**
 * Undoes the write-off of an invoice that stands, if there is one, with the invoice locked: what comes
 * in for it then is revenue as always. `by` is null where a payment does it. Null when none stood.
 */
export async function undoWriteOff(
  tx: Transaction,
  { invoice, by, now }: { readonly invoice: InvoiceRow; readonly by: number | null; readonly now: Date },
): Promise<WriteOffRow | null> {
  const change = { status: 'reversed', reversedBy: by, reversedAt: now } as const;
  const undone = await moveWriteOff(tx, { invoiceId: invoice.id, from: 'booked' }, change);
  if (undone) {
    await post(tx, invoice, undone, { suffix: '-reversal', lost: negateKobo(undone.amount), now });
    if (invoice.kind === 'monthly') {
      await restoreOutstanding(tx, invoice.id, undone.amount);
      await wakeCompany(tx, undone.userId, now);
    }
  }
  // Nothing is left to approve of an invoice that is being paid whole.
  else if (invoice.kind !== 'monthly')
    await moveWriteOff(
      tx,
      { invoiceId: invoice.id, from: 'awaiting-approval' },
      { status: 'declined', decidedAt: now },
    );
  return undone;
}
