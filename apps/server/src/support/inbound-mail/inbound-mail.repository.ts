import type { InboundMailState } from '@portal/contract/support/inbound-mails';
import { and, desc, eq, gt, isNull, lt, ne, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '../../platform/database/connection.ts';
import { inboundMailboxes, inboundMails } from '../../platform/database/schema/support/inbound-mail.ts';
import { supportTickets } from '../../platform/database/schema/support/ticket.ts';

export type InboundMailRow = typeof inboundMails.$inferSelect;

export type NewInboundMail = Pick<
  InboundMailRow,
  | 'mailbox'
  | 'uidValidity'
  | 'uid'
  | 'messageId'
  | 'sender'
  | 'subject'
  | 'sizeBytes'
  | 'state'
  | 'reason'
  | 'receivedAt'
  | 'createdAt'
> & { readonly fingerprint: string | null };

/** What names a mail in its mailbox. */
export type Place = Pick<InboundMailRow, 'mailbox' | 'uidValidity' | 'uid'>;

/** Any number that nothing else uses for its advisory locks. */
const READING_LOCK = 7_203_141;

/**
 * Runs `work` while no other instance does; false when one does. The lock ends with the connection, so that
 * it outlives no killed instance.
 */
export async function whileAloneAtMailbox(database: Database, work: () => Promise<void>): Promise<boolean> {
  const client = await database.$client.connect();
  let fault: Error | undefined;
  try {
    const { rows } = await client.query<{ mine: boolean }>(`select pg_try_advisory_lock(${READING_LOCK}) as mine`);
    if (!rows[0]?.mine) return false;
    try {
      await work();
    } finally {
      await client.query(`select pg_advisory_unlock(${READING_LOCK})`).catch((error: Error) => {
        fault = error;
      });
    }
    return true;
  } finally {
    client.release(fault);
  }
}

export async function findMailAt(database: Queryable, place: Place): Promise<InboundMailRow | null> {
  const { mailbox, uidValidity, uid } = inboundMails;
  const [row] = await database
    .select()
    .from(inboundMails)
    .where(and(eq(mailbox, place.mailbox), eq(uidValidity, place.uidValidity), eq(uid, place.uid)));
  return row ?? null;
}

/** The id of the new row; null when the mail is stored already, or another copy of it. */
export async function insertInboundMail(tx: Transaction, mail: NewInboundMail): Promise<number | null> {
  const [row] = await tx.insert(inboundMails).values(mail).onConflictDoNothing().returning({ id: inboundMails.id });
  return row?.id ?? null;
}

/** Null when it does not wait to be read again, or is another copy of one that was taken. */
export async function takeRetriedMail(tx: Transaction, id: number, mail: NewInboundMail): Promise<number | null> {
  const { fingerprint, state, reason, messageId, sender, subject } = mail;
  const isTaken =
    fingerprint !== null && (await tx.$count(inboundMails, eq(inboundMails.fingerprint, fingerprint))) > 0;
  if (isTaken) return null;
  const [row] = await tx
    .update(inboundMails)
    .set({ fingerprint, state, reason, messageId, sender, subject })
    .where(and(eq(inboundMails.id, id), eq(inboundMails.state, 'retrying')))
    .returning({ id: inboundMails.id });
  return row?.id ?? null;
}

/** Moves a mail that waits to be read again to what became of it. */
export async function endRetry(
  database: Queryable,
  id: number,
  change: Pick<InboundMailRow, 'state' | 'reason'>,
): Promise<void> {
  await database
    .update(inboundMails)
    .set(change)
    .where(and(eq(inboundMails.id, id), eq(inboundMails.state, 'retrying')));
}

/** The entry that a mail became. */
export async function setEntry(
  tx: Transaction,
  id: number,
  entry: { readonly ticketId: string; readonly replyId: number | null },
): Promise<void> {
  await tx.update(inboundMails).set(entry).where(eq(inboundMails.id, id));
}

/** Where a mail that could not be read lies now. */
export async function setMovedTo(
  database: Queryable,
  place: Place,
  moved: { readonly uidValidity: number; readonly uid: number } | null,
): Promise<void> {
  const { mailbox, uidValidity, uid } = inboundMails;
  await database
    .update(inboundMails)
    .set({ movedUidValidity: moved?.uidValidity ?? null, movedUid: moved?.uid ?? null })
    .where(and(eq(mailbox, place.mailbox), eq(uidValidity, place.uidValidity), eq(uid, place.uid)));
}

/** How many entries a sender has made since two moments. */
export async function countEntriesOf(
  tx: Transaction,
  sender: string,
  { lately, today }: { readonly lately: Date; readonly today: Date },
): Promise<{ readonly lately: number; readonly today: number }> {
  const [row] = await tx
    .select({
      today: sql<number>`count(*)::int`,
      lately: sql<number>`(count(*) filter (where ${inboundMails.createdAt} > ${lately.toISOString()}::timestamptz))::int`,
    })
    .from(inboundMails)
    .where(and(eq(inboundMails.sender, sender), eq(inboundMails.state, 'taken'), gt(inboundMails.createdAt, today)));
  return row ?? { lately: 0, today: 0 };
}

/** The latest ticket of the same owner that a sender opened by mail since a moment and that is not closed. */
export async function findLatestTicketOf(
  tx: Transaction,
  sender: string,
  { userId, since }: { readonly userId: number | null; readonly since: Date },
): Promise<string | null> {
  const [row] = await tx
    .select({ id: supportTickets.id })
    .from(inboundMails)
    .innerJoin(supportTickets, eq(supportTickets.id, inboundMails.ticketId))
    .where(
      and(
        eq(inboundMails.sender, sender),
        eq(inboundMails.state, 'taken'),
        gt(inboundMails.createdAt, since),
        isNull(inboundMails.replyId),
        ne(supportTickets.status, 'closed'),
        userId === null ? isNull(supportTickets.userId) : eq(supportTickets.userId, userId),
      ),
    )
    .orderBy(desc(inboundMails.id))
    .limit(1);
  return row?.id ?? null;
}

const selectMails = (database: Queryable) =>
  database
    .select({ mail: inboundMails, ticketNumber: supportTickets.number })
    .from(inboundMails)
    .leftJoin(supportTickets, eq(supportTickets.id, inboundMails.ticketId));

/** Newest first. */
export async function listMailsInState(
  database: Queryable,
  page: { readonly state: InboundMailState; readonly before: number | null; readonly limit: number },
) {
  return selectMails(database)
    .where(and(eq(inboundMails.state, page.state), page.before === null ? undefined : lt(inboundMails.id, page.before)))
    .orderBy(desc(inboundMails.id))
    .limit(page.limit);
}

export async function findMail(database: Queryable, id: number) {
  const [row] = await selectMails(database).where(eq(inboundMails.id, id));
  return row ?? null;
}

/** False when it was not unreadable. */
export async function markForRetry(database: Queryable, id: number): Promise<boolean> {
  const marked = await database
    .update(inboundMails)
    .set({ state: 'retrying' })
    .where(and(eq(inboundMails.id, id), eq(inboundMails.state, 'unreadable')))
    .returning({ id: inboundMails.id });
  return marked.length === 1;
}

export async function listMailsToRetry(database: Queryable, mailbox: string): Promise<InboundMailRow[]> {
  return database
    .select()
    .from(inboundMails)
    .where(and(eq(inboundMails.state, 'retrying'), eq(inboundMails.mailbox, mailbox)))
    .orderBy(inboundMails.id);
}

export async function countUnreadable(database: Queryable): Promise<number> {
  return database.$count(inboundMails, eq(inboundMails.state, 'unreadable'));
}

export async function findMailboxHealth(database: Queryable, mailbox: string) {
  const [row] = await database.select().from(inboundMailboxes).where(eq(inboundMailboxes.mailbox, mailbox));
  return row ?? null;
}

export async function saveMailboxHealth(
  database: Queryable,
  mailbox: string,
  health: Partial<Omit<typeof inboundMailboxes.$inferInsert, 'mailbox'>>,
): Promise<void> {
  await database
    .insert(inboundMailboxes)
    .values({ mailbox, ...health })
    .onConflictDoUpdate({ target: inboundMailboxes.mailbox, set: health });
}
