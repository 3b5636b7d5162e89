import type { Transaction } from '../../platform/database/connection.ts';
import { lockLine } from '../access/line.repository.ts';
import { queueSessionActions, speedOf } from '../access/sync-access.ts';

/** So that who is online has read of it before the line reconnects, which is within a minute. */
const NOTICE_MS = 20_000;

/**
 * Queues one Disconnect for the open session of a line, which gets its new address when it connects again.
 * A waiting one of another change of its address is superseded: there is never a second one. Nothing for a
 * line that is off or offline.
 */
export async function changeSessionAddress(tx: Transaction, lineId: number, now: Date): Promise<void> {
  const line = await lockLine(tx, lineId);
  if (line?.access !== 'open') return;
  const dueAt = new Date(now.getTime() + NOTICE_MS);
  await queueSessionActions(tx, line, { kind: 'disconnect', reason: 'address-changed', ...speedOf(line), dueAt }, now);
}
