import { typedVoucherCode } from '@portal/kernel/billing/voucher-pin';
import type { Kobo } from '@portal/kernel/money';
import { type Cells, RowFault, readAmount, readMoment, readText, requireText } from '../cell.policy.ts';

export type ImportedVoucher = {
  /** What is stored of its code. */
  readonly pinHash: string;
  readonly amountKobo: Kobo;
  readonly expiresAt: Date | null;
};

/** How PHPNuxBill and people say that a voucher can still be used. */
const UNUSED = new Set(['0', 'no', 'unused', 'not used', 'new', 'active', 'available']);

/** The code becomes its fingerprint here, under which the row is known as well. Throws RowFault. */
export function readVoucher(cells: Cells, hashVoucherCode: (code: string) => string) {
  const code = typedVoucherCode(requireText(cells.code, 'The code', 60));
  if (code.length < 4 || code.length > 40)
    throw new RowFault('The code has fewer than 4 letters and digits, or more than 40');
  const status = readText(cells.status, 'The state', 40);
  if (status !== null && !UNUSED.has(status.toLowerCase())) throw new RowFault('It was used: leave it out');
  const amountKobo = readAmount(cells.amount);
  if (amountKobo <= 0) throw new RowFault('The value has to be above zero');
  const pinHash = hashVoucherCode(code);
  const values: ImportedVoucher = {
    pinHash,
    amountKobo,
    expiresAt: readMoment(cells.expires, 'The last day', 'end'),
  };
  return { externalId: pinHash, values };
}
