import { and, asc, eq, getTableColumns, gt, inArray, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { ticketReplies } from '../../platform/database/schema/support/ticket.ts';

/** A reply with the first name of its author. */
export type ReplyRow = typeof ticketReplies.$inferSelect & { readonly authorName: string | null };

type NewReply = Pick<
  ReplyRow,
  'ticketId' | 'authorId' | 'fromStaff' | 'isNote' | 'body' | 'clientReplyId' | 'createdAt'
> &
  Partial<Pick<ReplyRow, 'mail' | 'mergedFrom'>>;

function selectReplies(database: Queryable) {
  return database
    .select({ ...getTableColumns(ticketReplies), authorName: users.firstName })
    .from(ticketReplies)
    .leftJoin(users, eq(users.id, ticketReplies.authorId));
}

/** The limit of replies and notes together, so that a ticket can always be read as a whole. */
const MOST = 1000;

/**
 * The thread in the order of its times, which is that of the ids but for what came from a merged ticket;
 * notes only for staff.
 */
export async function listReplies(
  database: Queryable,
  ticketId: string,
  wanted: { readonly notes: boolean },
): Promise<ReplyRow[]> {
  return selectReplies(database)
    .where(and(eq(ticketReplies.ticketId, ticketId), wanted.notes ? undefined : eq(ticketReplies.isNote, false)))
    .orderBy(asc(ticketReplies.createdAt), asc(ticketReplies.id))
    .limit(MOST);
}

/** What others than `readerId` have added after the entry `after`, in that order; all for 0. */
export async function listNewerReplies(
  tx: Transaction,
  { ticketId, after, readerId }: { readonly ticketId: string; readonly after: number; readonly readerId: number },
): Promise<ReplyRow[]> {
  return selectReplies(tx)
    .where(
      and(
        eq(ticketReplies.ticketId, ticketId),
        gt(ticketReplies.id, after),
        sql`${ticketReplies.authorId} is distinct from ${readerId}`,
      ),
    )
    .orderBy(asc(ticketReplies.id))
    .limit(MOST);
}

/** Whether the limit of replies and notes is reached. Correct only under the lock on the ticket. */
export async function isFull(tx: Transaction, ticketId: string): Promise<boolean> {
  return (await tx.$count(ticketReplies, eq(ticketReplies.ticketId, ticketId))) >= MOST;
}

/** Whether a ticket has room for all replies of another, and its text. Correct only under both locks. */
export async function hasRoomFor(tx: Transaction, ticketId: string, otherId: string): Promise<boolean> {
  return (await tx.$count(ticketReplies, inArray(ticketReplies.ticketId, [ticketId, otherId]))) < MOST;
}

/** What this author has sent before under this id. */
export async function findSentReply(
  tx: Transaction,
  sent: Pick<NewReply, 'ticketId' | 'clientReplyId'> & { readonly authorId: number },
): Promise<ReplyRow | null> {
  const [row] = await selectReplies(tx).where(
    and(
      eq(ticketReplies.ticketId, sent.ticketId),
      eq(ticketReplies.authorId, sent.authorId),
      eq(ticketReplies.clientReplyId, sent.clientReplyId),
    ),
  );
  return row ?? null;
}

/**
 * Violates the unique key when the same reply is written twice; the lock on its ticket prevents
 * that.
 */
export async function insertReply(tx: Transaction, reply: NewReply): Promise<number> {
  const [row] = await tx.insert(ticketReplies).values(reply).returning({ id: ticketReplies.id });
  if (!row) throw new Error('the reply was not written');
  return row.id;
}

/** How many replies an author has written since a moment, to all tickets together. */
export async function countRepliesSince(tx: Transaction, authorId: number, since: Date): Promise<number> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(ticketReplies)
    .where(and(eq(ticketReplies.authorId, authorId), gt(ticketReplies.createdAt, since)));
  return row?.count ?? 0;
}
