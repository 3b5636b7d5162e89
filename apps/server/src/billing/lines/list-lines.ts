import type { LineView } from '@portal/contract/billing/lines';
import { nairaFromKobo } from '@portal/kernel/money';
import type { Queryable } from '../../platform/database/connection.ts';
import { selectLines } from './line.repository.ts';

/** The lines of an account, the oldest first. */
export async function listLines(queryable: Queryable, accountId: number): Promise<LineView[]> {
  const rows = await selectLines(queryable, accountId);
  return rows.map(({ label, startDate, nextRenewal, monthlyFee, ...line }, index) => ({
    ...line,
    label: label ?? `Line ${index + 1}`,
    nextBillingDate: startDate === null || nextRenewal === null ? null : nextRenewal.toISOString(),
    monthlyFee: monthlyFee === null ? null : nairaFromKobo(monthlyFee),
  }));
}
