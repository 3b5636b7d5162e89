import { addKobo, formatNaira, type Kobo, negateKobo } from '@portal/kernel/money';
import type { Transaction } from '../../platform/database/connection.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { addCredit, postEntries } from '../ledger/ledger.repository.ts';
import { moneyAccountOf } from '../ledger/money-account.ts';
import type { PaymentRow } from '../payments/payment.repository.ts';
import { receivedOf } from '../refunds/refund.policy.ts';

/**
 * What came in beyond what was due; zero for nearly everybody, below it where staff booked less.
 */
export function overpaymentOf(payment: Pick<PaymentRow, 'amount' | 'received'>): Kobo {
  return addKobo(receivedOf(payment), negateKobo(payment.amount));
}

/** What a receipt says of it, below what was due. */
export function overpaymentLines(payment: Pick<PaymentRow, 'amount' | 'received'>) {
  const amountKobo = overpaymentOf(payment);
  return amountKobo > 0 ? [{ label: 'Paid too much, now account credit', amountKobo }] : [];
}

/**
 * Makes an overpayment the payer's credit, and tells them, in the transaction that fulfils the
 * payment (product decisions, Money). Of a payer's fee the gateway keeps what it is: that is no
 * overpayment and never gets here.
 */
export async function creditOverpayment(
  deps: Pick<BillingDependencies, 'notify'>,
  tx: Transaction,
  payment: PaymentRow,
  now: Date,
): Promise<void> {
  const amountKobo = overpaymentOf(payment);
  if (amountKobo <= 0) return;
  const { reference, userId, id: paymentId } = payment;
  await addCredit(tx, userId, amountKobo);
  await postEntries(tx, {
    transactionKey: `overpayment:${reference}`,
    userId,
    paymentId,
    now,
    entries: [
      { account: moneyAccountOf(payment), amountKobo },
      { account: 'credit', amountKobo: negateKobo(amountKobo) },
    ],
  });
  // The people of the account are told of the whole payment then.
  if (payment.paysDue) return;
  await deps.notify(tx, {
    key: `overpayment:${reference}`,
    kind: 'payment-overpaid',
    customerId: userId,
    values: { amount: formatNaira(amountKobo) },
  });
}
