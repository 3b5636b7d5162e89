import { and, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { outboxMessages } from '../../platform/database/schema/messaging/notification.ts';
import type { SmsReceipt } from '../../platform/outside/sms-sender.ts';

/**
 * Records that a provider has taken a text and forgets what it said. Where the provider will report on it, the mail that stands in for it is kept until then, or until the text is of
 * no more use.
 */
export async function markTextTaken(
  database: Queryable,
  id: number,
  receipt: SmsReceipt | null,
  sentAt: Date,
): Promise<void> {
  const reported = receipt && { provider: receipt.provider, providerMessageId: receipt.messageId.slice(0, 100) };
  await database
    .update(outboxMessages)
    .set({ sentAt, text: '', html: null, ...(reported ?? { fallback: null }) })
    .where(eq(outboxMessages.id, id));
}

/** Forgets mails that stood in for texts of which nothing was heard. */
export async function forgetFallbacks(database: Queryable): Promise<void> {
  await database
    .update(outboxMessages)
    .set({ fallback: null })
    .where(
      and(
        isNotNull(outboxMessages.fallback),
        isNotNull(outboxMessages.sentAt),
        lte(outboxMessages.expiresAt, sql`now()`),
      ),
    );
}

/**
 * Takes a provider's report about a text into the outbox, once: of one that has not arrived the mail goes out that stands in for it, if there is one, in the same statement. A report about
 * a text that nobody knows changes nothing.
 */
export async function saveReport(database: Queryable, receipt: SmsReceipt, isDelivered: boolean): Promise<void> {
  const which = and(
    eq(outboxMessages.provider, receipt.provider),
    eq(outboxMessages.providerMessageId, receipt.messageId),
    isNull(outboxMessages.delivery),
  );
  await database.execute(sql`
    with text as (
      select id, message_key, promotional, fallback from ${outboxMessages} where ${which} for update
    ), mailed as (
      insert into ${outboxMessages} (message_key, channel, recipient, subject, text, html, promotional)
      select message_key || ':mail', 'email', fallback->>'recipient', fallback->>'subject', fallback->>'text',
        fallback->>'html', promotional
      from text where fallback is not null and not ${isDelivered}::boolean
      on conflict (message_key) do nothing
    )
    update ${outboxMessages}
    set delivery = ${isDelivered ? 'delivered' : 'undelivered'}, reported_at = now(), fallback = null
    where id in (select id from text)`);
}
