import { lagosDay } from '@portal/kernel/calendar';
import type { Kobo } from '@portal/kernel/money';
import type { Transaction } from '../../../platform/database/connection.ts';
import { documentNumber } from '../invoice.policy.ts';
import { insertReceipt, type ReceiptRow, takeNumbers } from '../invoice.repository.ts';

/**
 * Numbers and stores the receipt of a payment, in the payment's transaction, and returns its
 * number: without gaps within each Lagos year. A payment has one receipt; a second violates the
 * unique key. Takes the series' lock, under which all receipts queue: call it last.
 */
export async function issueReceipt(
  tx: Transaction,
  order: {
    readonly paymentId: string;
    readonly userId: number;
    readonly totalKobo: Kobo;
    /** Inside the part that pays for something: only that includes VAT. */
    readonly vatKobo: Kobo;
    readonly snapshot: ReceiptRow['snapshot'];
    readonly now: Date;
  },
): Promise<string> {
  const { year } = lagosDay(order.now);
  const sequence = await takeNumbers(tx, { series: 'RCT', year, count: 1 });
  const number = documentNumber('RCT', year, sequence);
  await insertReceipt(tx, {
    receiptNumber: number,
    year,
    sequence,
    paymentId: order.paymentId,
    userId: order.userId,
    total: order.totalKobo,
    vatIncluded: order.vatKobo,
    snapshot: order.snapshot,
    issuedAt: order.now,
  });
  return number;
}
