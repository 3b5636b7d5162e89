import type { Clock } from '@portal/kernel/clock';
import type { Database } from '../../database/connection.ts';
import { claimDueMessages, markMessageSent, type OutboxMessage, putOffMessage } from './notification.repository.ts';

/** Hands a message to the outside; throws when it was not taken. */
export type SendMessage = (message: Pick<OutboxMessage, 'recipient' | 'subject' | 'text'>) => Promise<void>;

const BATCH = 20;
const LEASE_MS = 120_000;
const MAX_GAP_MS = 6 * 3_600_000;

/** 1, 2, 4 … minutes between attempts, at most 6 hours. */
function gapMs(attempts: number): number {
  return Math.min(60_000 * 2 ** (attempts - 1), MAX_GAP_MS);
}

/**
 * Delivers what is due in the outbox. A message that the mail server did not take stays and is tried again with growing gaps.
 * After a crash between the server's yes and our note of it the mail is sent again: better twice than never. After the signal no more are begun.
 */
export async function deliverMessages(
  deps: {
    readonly database: Database;
    readonly sendEmail: SendMessage;
    readonly clock: Clock;
    readonly onFailure: (error: unknown, messageId: number) => void;
  },
  signal?: AbortSignal,
): Promise<number> {
  let count = 0;
  while (count < BATCH && !signal?.aborted) {
    const now = deps.clock();
    // One at a time: the lease of those behind a slow one would end before their turn, and another instance would send them too.
    const [message] = await claimDueMessages(deps.database, now, new Date(now.getTime() + LEASE_MS), 1);
    if (!message) break;
    count++;
    try {
      await deps.sendEmail(message);
      await markMessageSent(deps.database, message.id, deps.clock());
    } catch (error) {
      deps.onFailure(error, message.id);
      await putOffMessage(deps.database, message.id, new Date(deps.clock().getTime() + gapMs(message.attempts)));
    }
  }
  return count;
}
