import { negateKobo } from '@portal/kernel/money';
import type { Transaction } from '../../platform/database/connection.ts';
import { OPENING_YEAR } from '../invoices/invoice.policy.ts';
import { lockChargeInvoice } from '../invoices/issued-invoice.repository.ts';
import { postEntries } from '../ledger/ledger.repository.ts';

/**
 * Takes a paid invoice of an earlier system out of what customers owe of it: its payment is revenue,
 * as that of any invoice. Nothing for the portal's own invoices.
 */
export async function clearOpeningInvoice(
  tx: Transaction,
  { chargeId, userId, now }: { readonly chargeId: string; readonly userId: number; readonly now: Date },
): Promise<void> {
  const invoice = await lockChargeInvoice(tx, chargeId);
  if (invoice?.year !== OPENING_YEAR) return;
  await postEntries(tx, {
    transactionKey: `opening-invoice-paid:${invoice.invoiceNumber}`,
    userId,
    paymentId: null,
    entries: [
      { account: 'opening-balances', amountKobo: invoice.total },
      { account: 'opening-invoices', amountKobo: negateKobo(invoice.total) },
    ],
    now,
  });
}
