import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { outboxMessages } from '../../platform/database/schema/messaging/notification.ts';
import { LONGEST_REASON } from '../preferences/notification.repository.ts';

/**
 * Records that a mail which a server had accepted did not arrive, once: it is then among the failed
 * messages. Its content was deleted when it was sent, so nobody can retry it. False for an unknown mail.
 */
export async function recordBounce(
  queryable: Queryable,
  { messageKey, reason, at }: { readonly messageKey: string; readonly reason: string; readonly at: Date },
): Promise<boolean> {
  const bounced = await queryable
    .update(outboxMessages)
    .set({
      delivery: 'undelivered',
      reportedAt: at,
      failedAt: at,
      givenUpAt: at,
      lastError: reason.slice(0, LONGEST_REASON),
    })
    .where(
      and(
        eq(outboxMessages.messageKey, messageKey),
        eq(outboxMessages.channel, 'email'),
        // Of a mail in a conversation alone: other mails to staff may have the same key.
        isNotNull(outboxMessages.thread),
        isNotNull(outboxMessages.sentAt),
        isNull(outboxMessages.delivery),
      ),
    )
    .returning({ id: outboxMessages.id });
  return bounced.length > 0;
}
