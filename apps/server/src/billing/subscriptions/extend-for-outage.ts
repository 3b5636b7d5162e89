import type { Transaction } from '../../platform/database/connection.ts';
import { voidInvoices } from '../invoices/void-invoices.ts';
import { moveLines } from '../renewals/renewal.repository.ts';
import { lockLinesWithPlans } from './outage-extension.repository.ts';
import { shiftPaidTime } from './pauses/pause.repository.ts';

/** Paid time that a line has lost, in milliseconds. */
type Loss = { readonly subscriptionId: string; readonly lostMs: number };

/**
 * Adds lost time to subscriptions, in the caller's transaction: the paid time of each ends so much
 * later, and so begin the months after it. Open invoices become void; the next one comes in time
 * for the new day. A subscription that was suspended because nobody paid is active again for as
 * long, from now on. Subscriptions that have ended, were never paid for, or are suspended because
 * their money went back, are left out of the answer.
 */
export async function extendForOutage(
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
  if (ids.length > 0) await voidInvoices(tx, ids, 'postponed', now);
  return given;
}
