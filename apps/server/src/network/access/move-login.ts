import type { Transaction } from '../../platform/database/connection.ts';
import { lockLine } from './line.repository.ts';
import { moveArea, moveOutageCredits, moveUsername } from './moved-line.repository.ts';
import { queueSessionActions, speedOf } from './sync-access.ts';

/**
 * Gives a line that has changed its owner what it has at the network: login, area, and the credits for
 * outages in its paid time. Its open sessions are disconnected, so that what it uses from now on is
 * counted for the new owner; what was counted before stays with the earlier one. Part of the
 * transaction that moves it.
 */
export async function moveLogin(
  tx: Transaction,
  order: {
    readonly fromLineId: number;
    readonly toLineId: number;
    readonly fromSubscriptionId: string;
    readonly toSubscriptionId: string;
    readonly paidFrom: Date | null;
    readonly now: Date;
  },
): Promise<void> {
  const { fromLineId, toLineId, now } = order;
  await moveArea(tx, { fromLineId, toLineId });
  await moveOutageCredits(tx, order);
  const line = await lockLine(tx, fromLineId);
  if (!line) return;
  await queueSessionActions(
    tx,
    line,
    { kind: 'disconnect', reason: 'asked-by-staff', ...speedOf(line) },
    now,
    toLineId,
  );
  await moveUsername(tx, { fromLineId, toLineId, username: line.username });
}
