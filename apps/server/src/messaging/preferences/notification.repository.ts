import type { NotificationChoices } from '@portal/contract/identity/profile';
import type { LanguageCode } from '@portal/contract/messaging/notices';
import { hasMailbox } from '@portal/kernel/messaging/mail';
import { and, asc, desc, eq, inArray, isNull, lte, ne, not, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { runNamed } from '../../platform/database/run-named.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { accountPeople } from '../../platform/database/schema/identity/account-people.ts';
import { hasConsent } from '../../platform/database/schema/messaging/consent.ts';
import { notificationChoices, outboxMessages } from '../../platform/database/schema/messaging/notification.ts';

/** Of a reason why a message was not accepted. */
export const LONGEST_REASON = 300;

export type OutboxMessage = typeof outboxMessages.$inferSelect;
export type NewMessage = Pick<OutboxMessage, 'messageKey' | 'channel' | 'recipient' | 'subject' | 'text'> &
  Partial<Pick<OutboxMessage, 'html' | 'promotional' | 'fallback' | 'userId' | 'thread'>> & {
    /** When it is out of date; absent for never. */
    readonly usefulSeconds?: number;
  };

/**
 * Stores messages, each once by its key; a repeat does nothing. Mails to accounts without a mailbox
 * are left out.
 */
export async function insertMessages(database: Queryable, messages: readonly NewMessage[]): Promise<void> {
  const sendable = messages.filter(({ channel, recipient }) => channel !== 'email' || hasMailbox(recipient));
  if (sendable.length === 0) return;
  const rows = sendable.map(({ usefulSeconds, ...message }) => ({
    ...message,
    expiresAt: usefulSeconds === undefined ? null : sql`now() + make_interval(secs => ${usefulSeconds})`,
  }));
  await database.insert(outboxMessages).values(rows).onConflictDoNothing();
}

/**
 * Whether a message may be delivered at this moment: a promotion only to who consents to its
 * channel, whatever was so when it was written.
 */
export const isConsentedTo = or(
  eq(outboxMessages.promotional, false),
  hasConsent(outboxMessages.userId, sql`'marketing-' || ${outboxMessages.channel}`),
);

/**
 * Claims up to `limit` mails for delivery and postpones their next attempt, so that no other
 * instance claims them. During the quiet hours promotions are left out, and always those without
 * consent.
 */
export async function claimDueMails(
  database: Queryable,
  { now, retryAt, limit, isQuiet }: { now: Date; retryAt: Date; limit: number; isQuiet: boolean },
): Promise<OutboxMessage[]> {
  const due = database
    .select({ id: outboxMessages.id })
    .from(outboxMessages)
    .where(
      and(
        eq(outboxMessages.channel, 'email'),
        isNull(outboxMessages.sentAt),
        isNull(outboxMessages.givenUpAt),
        lte(outboxMessages.nextAttemptAt, now),
        isQuiet ? eq(outboxMessages.promotional, false) : isConsentedTo,
      ),
    )
    .orderBy(asc(outboxMessages.nextAttemptAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  return (
    database
      .update(outboxMessages)
      .set({ attempts: sql`${outboxMessages.attempts} + 1`, nextAttemptAt: retryAt, failedAt: null })
      // As a list of the condition the selection could run for each row, and claim more than its limit.
      .where(sql`${outboxMessages.id} = any(array(${due}))`)
      .returning()
  );
}

/** Gives up the mails of promotions whose readers do not consent to them any more. */
export async function giveUpUnconsentedMails(database: Queryable, now: Date): Promise<void> {
  await database
    .update(outboxMessages)
    .set({ givenUpAt: now, ...FORGOTTEN })
    .where(
      and(
        eq(outboxMessages.channel, 'email'),
        isNull(outboxMessages.sentAt),
        isNull(outboxMessages.givenUpAt),
        not(sql`${isConsentedTo}`),
      ),
    );
}

/** Whether at least `most` messages of these channels are due and not sent. */
export async function isBacklogged(
  database: Queryable,
  {
    channels,
    now,
    isQuiet,
    most,
  }: { channels: readonly OutboxMessage['channel'][]; now: Date; isQuiet: boolean; most: number },
): Promise<boolean> {
  const due = await database
    .select({ id: outboxMessages.id })
    .from(outboxMessages)
    .where(
      and(
        isNull(outboxMessages.sentAt),
        isNull(outboxMessages.givenUpAt),
        lte(outboxMessages.nextAttemptAt, now),
        inArray(outboxMessages.channel, [...channels]),
        isQuiet ? eq(outboxMessages.promotional, false) : undefined,
      ),
    )
    .limit(most);
  return due.length === most;
}

/**
 * A message may contain a secret that opens an account: its content is deleted once it is
 * delivered.
 */
const FORGOTTEN = { text: '', html: null, fallback: null };

export async function markMessageSent(database: Queryable, id: number, sentAt: Date): Promise<void> {
  await database
    .update(outboxMessages)
    .set({ sentAt, ...FORGOTTEN })
    .where(eq(outboxMessages.id, id));
}

/** An attempt that failed: when, why, and when the next one is due. */
type Failure = { readonly id: number; readonly at: Date; readonly reason: string };

export async function putOffMessage(
  database: Queryable,
  { id, at, reason }: Failure,
  nextAttemptAt: Date,
): Promise<void> {
  await database
    .update(outboxMessages)
    .set({ nextAttemptAt, failedAt: at, lastError: reason.slice(0, LONGEST_REASON) })
    .where(eq(outboxMessages.id, id));
}

/**
 * It is not retried unless staff ask for it. Until `forgetGivenUp` its content stays, except that
 * of a message with an expiry: such a mail contains a secret.
 */
export async function giveUpMessage(database: Queryable, { id, at, reason }: Failure): Promise<void> {
  await database
    .update(outboxMessages)
    .set({
      givenUpAt: at,
      failedAt: at,
      lastError: reason.slice(0, LONGEST_REASON),
      text: sql`case when ${outboxMessages.expiresAt} is null then ${outboxMessages.text} else '' end`,
      html: sql`case when ${outboxMessages.expiresAt} is null then ${outboxMessages.html} end`,
      fallback: null,
    })
    .where(eq(outboxMessages.id, id));
}

/**
 * The newest mails and texts, to one recipient or, with null, to all. Pushes are delivered
 * everywhere and need no outbox page.
 */
export async function listMessages(
  database: Queryable,
  recipient: string | null,
  limit: number,
): Promise<OutboxMessage[]> {
  return database
    .select()
    .from(outboxMessages)
    .where(
      and(ne(outboxMessages.channel, 'push'), recipient === null ? undefined : eq(outboxMessages.recipient, recipient)),
    )
    .orderBy(desc(outboxMessages.id))
    .limit(limit);
}

/** Specification section 2, Notifications. */
const DEFAULT_CHOICES = { serviceUpdates: true, billReminders: true };

/** Whether promotions may be sent to somebody, by channel. */
export type Offers = { readonly email: boolean; readonly sms: boolean; readonly push: boolean };

/** The preferences, of which `promotionalOffers` says whether there is a channel for them. */
export type Choices = NotificationChoices & { readonly offers: Offers };

/** The notification preferences by customer; the defaults for those who have not chosen. */
export async function listChoices(
  database: Queryable,
  userIds: readonly number[],
): Promise<(userId: number) => Choices> {
  const { serviceUpdates, billReminders } = notificationChoices;
  const rows =
    userIds.length === 0
      ? []
      : await database
          .select({
            id: users.id,
            serviceUpdates,
            billReminders,
            email: hasConsent(users.id, 'marketing-email'),
            sms: hasConsent(users.id, 'marketing-sms'),
            push: hasConsent(users.id, 'marketing-push'),
          })
          .from(users)
          .leftJoin(notificationChoices, eq(notificationChoices.userId, users.id))
          .where(inArray(users.id, [...new Set(userIds)]));
  const chosen = new Map(rows.map((row) => [row.id, row]));
  return (id) => {
    const row = chosen.get(id);
    const offers = { email: row?.email ?? false, sms: row?.sms ?? false, push: row?.push ?? false };
    return {
      serviceUpdates: row?.serviceUpdates ?? DEFAULT_CHOICES.serviceUpdates,
      billReminders: row?.billReminders ?? DEFAULT_CHOICES.billReminders,
      promotionalOffers: offers.email || offers.sms || offers.push,
      offers,
    };
  };
}

/** A customer's notification preferences; the defaults until they have chosen. */
export async function findChoices(database: Queryable, userId: number): Promise<Choices> {
  return (await listChoices(database, [userId]))(userId);
}

/**
 * Makes other changes of a customer's choices wait for this transaction. `promotionalOffers` is as it
 * was.
 */
export async function lockChoices(tx: Transaction, userId: number, updatedAt: Date): Promise<void> {
  await saveColumns(tx, userId, { updatedAt });
}

/** Stores preferences; which offers are wanted is in the log of consents. */
export async function saveColumns(
  database: Queryable,
  userId: number,
  values: Partial<Omit<typeof notificationChoices.$inferInsert, 'userId'>>,
): Promise<void> {
  await database
    .insert(notificationChoices)
    .values({ userId, ...values })
    .onConflictDoUpdate({ target: notificationChoices.userId, set: values });
}

/** Stores the language of messages to a customer; their preferences stay. */
export async function saveLanguage(
  database: Queryable,
  userId: number,
  language: LanguageCode,
  updatedAt: Date,
): Promise<void> {
  await saveColumns(database, userId, { language, updatedAt });
}

const FIND_LANGUAGE = { name: 'find_language', text: 'select language from notification_choices where user_id = $1' };

/**
 * The language that a customer last chose; English for customers who never did, and for recipients
 * without an account.
 */
export async function findLanguage(database: Queryable, userId: number): Promise<LanguageCode> {
  const [chosen] = await runNamed<{ language: LanguageCode }>(database, FIND_LANGUAGE, [userId]);
  return chosen?.language ?? 'en';
}

/** The people of accounts, by account. */
export async function listPeopleOf(database: Queryable, accountIds: readonly number[]) {
  if (accountIds.length === 0) return new Map<number, (typeof accountPeople.$inferSelect)[]>();
  const rows = await database
    .select()
    .from(accountPeople)
    .where(inArray(accountPeople.accountId, [...new Set(accountIds)]))
    .orderBy(asc(accountPeople.createdAt), asc(accountPeople.userId));
  return Map.groupBy(rows, ({ accountId }) => accountId);
}

export type Contact = { readonly email: string; readonly phone: string | null; readonly language: LanguageCode };

/**
 * Addresses and language for messages, by customer; `phone` is null until its number is verified.
 */
export async function listContacts(
  database: Queryable,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, Contact>> {
  if (userIds.length === 0) return new Map();
  const { id, email, phone, phoneVerifiedAt } = users;
  const rows = await database
    .select({ id, email, phone, phoneVerifiedAt, language: notificationChoices.language })
    .from(users)
    .leftJoin(notificationChoices, eq(notificationChoices.userId, users.id))
    .where(inArray(users.id, [...new Set(userIds)]));
  return new Map(
    rows.map((row) => [
      row.id,
      { email: row.email, phone: row.phoneVerifiedAt && row.phone, language: row.language ?? 'en' },
    ]),
  );
}
