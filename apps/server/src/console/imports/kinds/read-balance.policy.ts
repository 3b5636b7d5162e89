import type { Kobo } from '@portal/kernel/money';
import { type Cells, RowFault, readAmount, readText, requireText } from '../cell.policy.ts';

export type ImportedBalance = { readonly customer: string; readonly amountKobo: Kobo };

/** Throws RowFault. */
export function readBalance(cells: Cells) {
  const customer = requireText(cells.customer, 'The customer', 100);
  const amountKobo = readAmount(cells.amount);
  if (amountKobo < 0) throw new RowFault('The balance is a debt: the portal is paid in advance and books none');
  const externalId = readText(cells.id, 'The balance id', 100) ?? customer;
  return { externalId, values: { customer, amountKobo } };
}
