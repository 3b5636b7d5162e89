import type { Transaction } from '../../platform/database/connection.ts';
import { moveLines } from '../renewals/renewal.repository.ts';
import type { RenewalDependencies } from '../renewals/renewal-dependencies.ts';
import { lockLinesWithPlans } from './outage-extension.repository.ts';
import { shiftPaidTime } from './pauses/pause.repository.ts';

/** Paid time that a line has lost, in milliseconds. */
type Loss = { readonly subscriptionId: string; readonly lostMs: number };

/**
 * Adds lost time to lines, in the caller's transaction: the paid time of each ends so much later, and so begin the months after it. What is open becomes void; the next invoice comes
 * in time for the new day. A line that was suspended because nobody paid comes back for as long, from now on. Lines that have ended, were never paid for, or are off because their money went back, are left out of the answer.
 */
export async function extendForOutage(
  deps: Pick<RenewalDependencies, 'voidInvoices'>,
  tx: Transaction,
  losses: readonly Loss[],
  now: Date,
): Promise<{ readonly subscriptionId: string; readonly planName: string; readonly paidUntil: Date }[]> {
  const lostOf = new Map(losses.map(({ subscriptionId, lostMs }) => [subscriptionId, lostMs]));
  const found = await lockLinesWithPlans(tx, [...lostOf.keys()]);
  const given = [];
  for (const { line, planName } of found) {
    const isOff = line.status === 'suspended' && line.pausedUntil === null;
    const gapMs = isOff ? Math.max(0, now.getTime() - line.nextRenewal.getTime()) : 0;
    const byMs = gapMs + (lostOf.get(line.id) ?? 0);
    await shiftPaidTime(tx, line, byMs, now);
    if (isOff) await moveLines(tx, [line.id], { status: 'active' }, now);
    given.push({ subscriptionId: line.id, planName, paidUntil: new Date(line.nextRenewal.getTime() + byMs) });
  }
  const ids = given.map(({ subscriptionId }) => subscriptionId);
  if (ids.length > 0) await deps.voidInvoices(tx, ids, 'postponed', now);
  return given;
}
