import { and, asc, eq, gt, isNull, lte, not, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { outboxMessages } from '../../platform/database/schema/messaging/notification.ts';
import { isConsentedTo, LONGEST_REASON } from '../preferences/notification.repository.ts';

/** Short messages with a limited lifetime: texts and pushes. */
export type ShortMessage = Pick<
  typeof outboxMessages.$inferSelect,
  'id' | 'messageKey' | 'recipient' | 'text' | 'attempts'
>;

export type ShortChannel = 'sms' | 'push';

/** The lease while a message is sent: longer than a provider's timeout. */
const leaseEnd = sql`now() + interval '30 seconds'`;

const message = {
  id: outboxMessages.id,
  messageKey: outboxMessages.messageKey,
  recipient: outboxMessages.recipient,
  text: outboxMessages.text,
  attempts: outboxMessages.attempts,
};

const isWaiting = (channel: ShortChannel) =>
  and(eq(outboxMessages.channel, channel), isNull(outboxMessages.sentAt), isNull(outboxMessages.givenUpAt));

/** Stores a text that its writer sends at once, claimed so that the job leaves it meanwhile. */
export async function insertSms(
  database: Queryable,
  sms: {
    readonly messageKey: string;
    readonly recipient: string;
    readonly text: string;
    readonly usefulSeconds: number;
  },
): Promise<ShortMessage> {
  const { usefulSeconds, ...columns } = sms;
  const [inserted] = await database
    .insert(outboxMessages)
    .values({
      ...columns,
      channel: 'sms',
      attempts: 1,
      nextAttemptAt: leaseEnd,
      expiresAt: sql`now() + make_interval(secs => ${usefulSeconds})`,
    })
    .returning(message);
  if (!inserted) throw new Error('a text was not stored');
  return inserted;
}

/** Claims one due message. During the quiet hours promotions are left out, and always those without consent. */
export async function claimDueShort(
  database: Queryable,
  channel: ShortChannel,
  isQuiet: boolean,
): Promise<ShortMessage | null> {
  const due = database
    .select({ id: outboxMessages.id })
    .from(outboxMessages)
    .where(
      and(
        isWaiting(channel),
        lte(outboxMessages.nextAttemptAt, sql`now()`),
        isQuiet ? eq(outboxMessages.promotional, false) : isConsentedTo,
      ),
    )
    .orderBy(asc(outboxMessages.nextAttemptAt))
    .limit(1)
    .for('update', { skipLocked: true });
  const [claimed] = await database
    .update(outboxMessages)
    .set({ attempts: sql`${outboxMessages.attempts} + 1`, nextAttemptAt: leaseEnd, failedAt: null })
    // As a list of the condition the selection could run for each row, and claim more than its limit.
    .where(sql`${outboxMessages.id} = any(array(${due}))`)
    .returning(message);
  return claimed ?? null;
}

/** `reason`: why it was not accepted. */
export async function putOffShort(
  database: Queryable,
  { id, reason, seconds }: { readonly id: number; readonly reason: string; readonly seconds: number },
): Promise<void> {
  await database
    .update(outboxMessages)
    .set({
      nextAttemptAt: sql`now() + make_interval(secs => ${seconds})`,
      failedAt: sql`now()`,
      lastError: reason.slice(0, LONGEST_REASON),
    })
    .where(eq(outboxMessages.id, id));
}

/** Marks the text as out of date; one that is already being sent is not stopped. */
export async function expireSms(database: Queryable, messageKey: string): Promise<void> {
  await database
    .update(outboxMessages)
    .set({ expiresAt: sql`now()` })
    .where(and(isWaiting('sms'), eq(outboxMessages.messageKey, messageKey)));
}

/** Gives up messages that are out of date. Those that were tried are failures, others are not. */
export function giveUpExpired(database: Queryable, channel: ShortChannel): Promise<void> {
  return giveUp(database, sql`${isWaiting(channel)} and ${lte(outboxMessages.expiresAt, sql`now()`)}`, null);
}

/**
 * Gives up promotions whose readers do not consent to their channel any more. Their fallback mails
 * are sent to who consents to mail.
 */
export function giveUpUnconsented(database: Queryable, channel: ShortChannel): Promise<void> {
  return giveUp(database, sql`${isWaiting(channel)} and ${not(sql`${isConsentedTo}`)}`, null);
}

/** Gives up a message that will never be accepted, and why; null where nobody needs to know. */
export function giveUpShort(database: Queryable, id: number, reason: string | null): Promise<void> {
  return giveUp(database, sql`${eq(outboxMessages.id, id)}`, reason?.slice(0, LONGEST_REASON) ?? null);
}

/** Deletes the content of the messages and queues their fallback mails, in one statement. */
async function giveUp(database: Queryable, which: SQL, reason: string | null): Promise<void> {
  await database.execute(sql`
    with gone as (
      select id, message_key, user_id, promotional, fallback from ${outboxMessages} where ${which} for update skip locked
    ), mailed as (
      insert into ${outboxMessages} (message_key, channel, recipient, subject, text, html, user_id, promotional)
      select message_key || ':mail', 'email', fallback->>'recipient', fallback->>'subject', fallback->>'text',
        fallback->>'html', user_id, promotional
      from gone where fallback is not null
      on conflict do nothing
    )
    update ${outboxMessages} set given_up_at = now(), text = '', html = null, fallback = null,
      failed_at = case when coalesce(${reason}::text, last_error) is not null then now() end,
      last_error = coalesce(${reason}::text, last_error)
    where id in (select id from gone)`);
}

/** How many texts whose keys begin alike were written to a number since a moment. */
export async function countTexts(
  queryable: Queryable,
  wanted: { readonly recipient: string; readonly prefix: string; readonly since: Date },
): Promise<number> {
  return queryable.$count(
    outboxMessages,
    and(
      eq(outboxMessages.recipient, wanted.recipient),
      eq(outboxMessages.channel, 'sms'),
      sql`starts_with(${outboxMessages.messageKey}, ${wanted.prefix})`,
      gt(outboxMessages.createdAt, wanted.since),
    ),
  );
}
