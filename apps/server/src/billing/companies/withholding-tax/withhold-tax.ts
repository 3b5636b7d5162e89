import { addKobo, type Kobo, negateKobo } from '@portal/kernel/money';
import type { Transaction } from '../../../platform/database/connection.ts';
import type { Publish } from '../../../platform/events/domain-events.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import { postEntries } from '../../ledger/ledger.repository.ts';
import type { PaymentRow } from '../../payments/payment.repository.ts';
import { settleInvoices } from '../settle-company-invoices.ts';
import { insertWithheld, reverseAwaited } from './withholding-tax.repository.ts';

/**
 * Settles a company's oldest open invoices with tax that it withheld from a payment, and books it as
 * owed by the tax authority. The caller has locked the company. Throws counter.withheld-too-much.
 */
export async function withholdTax(
  deps: { readonly publish: Publish },
  tx: Transaction,
  order: { readonly payment: PaymentRow; readonly amountKobo: Kobo; readonly staffId: number; readonly now: Date },
): Promise<void> {
  const { payment, amountKobo, staffId, now } = order;
  const { userId: accountId, id: paymentId, reference } = payment;
  const parts = await settleInvoices(deps, tx, { accountId, paymentId, kind: 'withheld', amountKobo, now });
  if (addKobo(...parts.map((part) => part.amountKobo)) !== amountKobo) throw new ApiError('counter.withheld-too-much');
  await insertWithheld(tx, { accountId, paymentId, amount: amountKobo, recordedBy: staffId, createdAt: now });
  await postEntries(tx, {
    transactionKey: `withheld:${reference}`,
    userId: accountId,
    paymentId,
    entries: [
      { account: 'withholding-tax-receivable', amountKobo },
      { account: 'receivable', amountKobo: negateKobo(amountKobo) },
    ],
    now,
  });
}

/**
 * Takes tax back that was withheld with a payment that is refunded whole, while its document is
 * awaited: a document that came stays. True where there was such tax.
 */
export async function reverseWithheldTax(
  tx: Transaction,
  { id: paymentId, userId, reference }: Pick<PaymentRow, 'id' | 'userId' | 'reference'>,
  now: Date,
): Promise<boolean> {
  const amountKobo = await reverseAwaited(tx, paymentId, now);
  if (amountKobo === null) return false;
  await postEntries(tx, {
    transactionKey: `withheld-reversal:${reference}`,
    userId,
    paymentId,
    entries: [
      { account: 'revenue', amountKobo },
      { account: 'withholding-tax-receivable', amountKobo: negateKobo(amountKobo) },
    ],
    now,
  });
  return true;
}
