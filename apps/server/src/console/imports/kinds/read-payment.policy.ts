import type { Kobo } from '@portal/kernel/money';
import { type Cells, RowFault, readAmount, readMoment, readText, requireText } from '../cell.policy.ts';

export type ImportedPayment = {
  readonly customer: string;
  readonly number: string;
  readonly amountKobo: Kobo;
  readonly paidAt: Date;
  readonly method: string | null;
  readonly planName: string | null;
  readonly paidUntil: Date | null;
  readonly description: string | null;
};

/** Throws RowFault. */
export function readPayment(cells: Cells) {
  const number = requireText(cells.id, 'The payment number', 100);
  const amountKobo = readAmount(cells.amount);
  if (amountKobo < 0) throw new RowFault('The amount is below zero: leave out what was paid back');
  const paidAt = readMoment(cells.paidAt, 'The date of the payment', 'start');
  if (paidAt === null) throw new RowFault('The date of the payment is empty');
  const values: ImportedPayment = {
    customer: requireText(cells.customer, 'The customer', 100),
    number,
    amountKobo,
    paidAt,
    method: readText(cells.method, 'The method', 100),
    planName: readText(cells.plan, 'The plan', 100),
    paidUntil: readMoment(cells.paidUntil, 'Paid until', 'end'),
    description: readText(cells.description, 'The description', 300),
  };
  return { externalId: number, values };
}
