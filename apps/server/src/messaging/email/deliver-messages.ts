import type { Clock } from '@portal/kernel/clock';
import type { Database } from '../../platform/database/connection.ts';
import { MailRefusedForGood } from '../../platform/outside/mail-refused.ts';
import type { MailAttachment, SendEmail } from '../../platform/outside/mail-sender.ts';
import {
  claimDueMails,
  giveUpMessage,
  giveUpUnconsentedMails,
  markMessageSent,
  type OutboxMessage,
  putOffMessage,
} from '../preferences/notification.repository.ts';
import type { IsQuiet } from '../preferences/quiet-hours.policy.ts';

/** The files of a mail, as they are when it is sent, by the number of what is attached. */
export type PrintAttachments = (attached: string) => Promise<readonly MailAttachment[]>;

type DeliveryDeps = {
  readonly database: Database;
  readonly sendEmail: SendEmail;
  readonly clock: Clock;
  readonly isQuiet: IsQuiet;
  /** The address at which somebody ends mails with offers; mails with offers name it to mail programs. */
  readonly unsubscribeAt?: (userId: number) => string;
  /** Left out where no mail has one. */
  readonly printAttachments?: PrintAttachments;
  /** `givenUp`: it will not be retried. */
  readonly onFailure: (error: unknown, messageId: number, givenUp: boolean) => void;
};

const BATCH = 500;
const LEASE_MS = 120_000;
const MAX_GAP_MS = 6 * 3_600_000;
const PATIENCE_MS = 3 * 24 * 3_600_000;

/** 1, 2, 4 … minutes between attempts, at most 6 hours. */
function gapMs(attempts: number): number {
  return Math.min(60_000 * 2 ** (attempts - 1), MAX_GAP_MS);
}

async function attachmentsOf({ printAttachments }: DeliveryDeps, { invoiceNumber: attached }: OutboxMessage) {
  return attached === null || !printAttachments ? [] : printAttachments(attached);
}

/** Of a mail with offers: where its reader ends them with one click. */
function unsubscribeOf({ unsubscribeAt }: DeliveryDeps, { promotional, userId }: OutboxMessage): string | null {
  return promotional && userId !== null && unsubscribeAt ? unsubscribeAt(userId) : null;
}

async function recordFailure(deps: DeliveryDeps, message: OutboxMessage, error: unknown): Promise<void> {
  const now = deps.clock();
  const givenUp = error instanceof MailRefusedForGood || now.getTime() - message.createdAt.getTime() >= PATIENCE_MS;
  deps.onFailure(error, message.id, givenUp);
  const failure = { id: message.id, at: now, reason: error instanceof Error ? error.message : String(error) };
  if (givenUp) await giveUpMessage(deps.database, failure);
  else await putOffMessage(deps.database, failure, new Date(now.getTime() + gapMs(message.attempts)));
}

/**
 * Sends the due mails of the outbox. A mail that the server did not accept is retried at growing
 * intervals, until the server refuses it for good or three days have passed. After a crash between
 * the server's acceptance and our record of it the mail is sent again: better twice than never.
 * Starts no further mail after the signal.
 */
export async function deliverMessages(deps: DeliveryDeps, signal?: AbortSignal): Promise<number> {
  await giveUpUnconsentedMails(deps.database, deps.clock());
  let count = 0;
  while (count < BATCH && !signal?.aborted) {
    const now = deps.clock();
    // One at a time: the lease of those behind a slow one would expire before their turn, and
    // another instance would send them too.
    const retryAt = new Date(now.getTime() + LEASE_MS);
    const isQuiet = deps.isQuiet(now);
    const [message] = await claimDueMails(deps.database, { now, retryAt, limit: 1, isQuiet });
    if (!message) break;
    count++;
    try {
      const unsubscribeAt = unsubscribeOf(deps, message);
      await deps.sendEmail({ ...message, attachments: await attachmentsOf(deps, message), unsubscribeAt });
      await markMessageSent(deps.database, message.id, deps.clock());
    } catch (error) {
      await recordFailure(deps, message, error);
    }
  }
  return count;
}
