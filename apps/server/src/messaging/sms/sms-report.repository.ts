import { and, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { outboxMessages } from '../../platform/database/schema/messaging/notification.ts';
import type { SmsReceipt } from '../../platform/outside/sms-sender.ts';

/**
 * Records that a provider has accepted a text and deletes its content. Where the provider will
 * report on it, the fallback mail stays until then, or until the text is out of date.
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

/** Deletes fallback mails of texts without a report. */
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
 * Records a provider's report about a text, once: for an undelivered one the fallback mail is
 * queued, if there is one, in the same statement. A report about an unknown text changes nothing.
 */
export async function saveReport(database: Queryable, receipt: SmsReceipt, isDelivered: boolean): Promise<void> {
  const which = and(
    eq(outboxMessages.provider, receipt.provider),
    eq(outboxMessages.providerMessageId, receipt.messageId),
    isNull(outboxMessages.delivery),
  );
  await database.execute(sql`
    with text as (
      select id, message_key, user_id, promotional, fallback from ${outboxMessages} where ${which} for update
    ), mailed as (
      insert into ${outboxMessages} (message_key, channel, recipient, subject, text, html, user_id, promotional)
      select message_key || ':mail', 'email', fallback->>'recipient', fallback->>'subject', fallback->>'text',
        fallback->>'html', user_id, promotional
      from text where fallback is not null and not ${isDelivered}::boolean
      on conflict do nothing
    )
    update ${outboxMessages}
    set delivery = ${isDelivered ? 'delivered' : 'undelivered'}, reported_at = now(), fallback = null
    where id in (select id from text)`);
}
