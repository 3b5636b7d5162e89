import type { AmountsDue } from '@portal/contract/billing/payments/virtual-accounts';
import { effectOf } from '../received-money/payment-effect.ts';

/** In naira: more than is due shows that nothing is lost; with nothing due, a usual month. */
const MORE_THAN_DUE = 5000;
const WITH_NOTHING_DUE = 25_000;

export type TransferExample = {
  /** What is sent, in naira. */
  readonly amount: number;
  readonly paid: readonly { readonly label: string; readonly amount: number }[];
  /** The credit afterwards. */
  readonly credit: number;
};

/** What a transfer to an account number would do now, by the figures of the account itself. */
export function transferExample(
  owed: AmountsDue,
  labelOf: (item: AmountsDue['due'][number]) => string,
): TransferExample {
  const amount = owed.total > 0 ? owed.total + MORE_THAN_DUE : WITH_NOTHING_DUE;
  const due = owed.due.map((item) => ({ label: labelOf(item), invoiceNumber: null, amount: item.amount }));
  const { paid, credited } = effectOf({ ...owed, due }, amount);
  return { amount, paid, credit: Math.round((owed.credit + credited) * 100) / 100 };
}
