import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connection.ts';
import { outboxMessages } from '../../database/schema/notification.ts';

export type SmsMessage = Pick<
  typeof outboxMessages.$inferSelect,
  'id' | 'messageKey' | 'recipient' | 'text' | 'attempts'
>;

/** While somebody delivers a text nobody else takes it: longer than a provider may take to answer. */
const leaseEnd = sql`now() + interval '30 seconds'`;

const message = {
  id: outboxMessages.id,
  messageKey: outboxMessages.messageKey,
  recipient: outboxMessages.recipient,
  text: outboxMessages.text,
  attempts: outboxMessages.attempts,
};

const isWaiting = and(
  eq(outboxMessages.channel, 'sms'),
  isNull(outboxMessages.sentAt),
  isNull(outboxMessages.givenUpAt),
);

/** Stores a text that its writer delivers at once, and holds it back from everybody else meanwhile. */
export async function insertSms(
  database: Queryable,
  sms: {
    readonly messageKey: string;
    readonly recipient: string;
    readonly text: string;
    readonly usefulSeconds: number;
  },
): Promise<SmsMessage> {
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

/** Takes one text that is due, so that no other instance takes it too. */
export async function claimDueSms(database: Queryable): Promise<SmsMessage | null> {
  const due = database
    .select({ id: outboxMessages.id })
    .from(outboxMessages)
    .where(and(isWaiting, lte(outboxMessages.nextAttemptAt, sql`now()`)))
    .orderBy(asc(outboxMessages.nextAttemptAt))
    .limit(1)
    .for('update', { skipLocked: true });
  const [claimed] = await database
    .update(outboxMessages)
    .set({ attempts: sql`${outboxMessages.attempts} + 1`, nextAttemptAt: leaseEnd })
    .where(sql`${outboxMessages.id} in (${due})`)
    .returning(message);
  return claimed ?? null;
}

export async function putOffSms(database: Queryable, id: number, seconds: number): Promise<void> {
  await database
    .update(outboxMessages)
    .set({ nextAttemptAt: sql`now() + make_interval(secs => ${seconds})` })
    .where(eq(outboxMessages.id, id));
}

/** From now on the text is of no use; one that is already on its way is not stopped. */
export async function expireSms(database: Queryable, messageKey: string): Promise<void> {
  await database
    .update(outboxMessages)
    .set({ expiresAt: sql`now()` })
    .where(and(isWaiting, eq(outboxMessages.messageKey, messageKey)));
}

/** Gives up what is of no use any more, and forgets what it said. */
export async function giveUpExpiredSms(database: Queryable): Promise<void> {
  await database
    .update(outboxMessages)
    .set({ givenUpAt: sql`now()`, text: '' })
    .where(and(isWaiting, lte(outboxMessages.expiresAt, sql`now()`)));
}
