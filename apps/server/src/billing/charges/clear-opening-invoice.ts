import { negateKobo } from '@portal/kernel/money';
import type { Transaction } from '../../platform/database/connection.ts';
import { OPENING_YEAR } from '../invoices/invoice.policy.ts';
import type { InvoiceRow } from '../invoices/issued-invoice.repository.ts';
import { postEntries } from '../ledger/ledger.repository.ts';

/**
 * Takes a paid invoice of an earlier system out of what customers owe of it: its payment is revenue,
 * as that of any invoice. Nothing for the portal's own invoices.
 */
export async function clearOpeningInvoice(
  tx: Transaction,
  { year, invoiceNumber, userId, total }: InvoiceRow,
  now: Date,
): Promise<void> {
  if (year !== OPENING_YEAR) return;
  await postEntries(tx, {
    transactionKey: `opening-invoice-paid:${invoiceNumber}`,
    userId,
    paymentId: null,
    entries: [
      { account: 'opening-balances', amountKobo: total },
      { account: 'opening-invoices', amountKobo: negateKobo(total) },
    ],
    now,
  });
}
