import type { ChatCloseReason, ChatSide, ChatStatus } from '@portal/contract/support/chat';
import { and, asc, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '../../../platform/database/connection.ts';
import { isUuid } from '../../../platform/database/is-uuid.ts';
import { users } from '../../../platform/database/schema/identity/account.ts';
import { chatMessages, chatNotes, chatSessions } from '../../../platform/database/schema/support/chat.ts';
import { chatContactSessions, chatContacts } from '../../../platform/database/schema/support/chat-contact.ts';
import { someoneTakesChats } from './agent.repository.ts';

type Person = {
  readonly id: number;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string;
};

/** One chat as staff may see it. */
export type StaffChatRow = {
  readonly id: string;
  readonly status: ChatStatus;
  readonly createdAt: Date;
  readonly waitingSince: Date;
  readonly acceptedAt: Date | null;
  readonly firstReplyAt: Date | null;
  readonly closedAt: Date | null;
  readonly closeReason: ChatCloseReason | null;
  readonly lastSeq: number;
  readonly unread: number;
  readonly ticketId: string | null;
  readonly ticketNumber: string | null;
  /** Null while it is not known whose account somebody outside the portal has. */
  readonly customer: Person | null;
  /** Who writes from outside the portal. */
  readonly contact: typeof chatContacts.$inferSelect | null;
  readonly agent: Person | null;
  readonly last: { readonly sender: ChatSide; readonly content: string; readonly createdAt: Date } | null;
};

export type ChatFilter = {
  /** Null for all that are not closed or, with `customerId`, for all. */
  readonly status: ChatStatus | null;
  readonly agentId: number | null;
  readonly customerId: number | null;
  readonly before: string | null;
  readonly limit: number;
};

const agents = alias(users, 'agents');
const lastMessage = alias(chatMessages, 'last_message');

const unread = sql<number>`(
  select count(*)::int from ${chatMessages}
  where ${chatMessages.sessionId} = ${chatSessions.id} and ${chatMessages.month} = ${chatSessions.month}
    and ${chatMessages.seq} > ${chatSessions.agentReadSeq} and ${chatMessages.sender} = 'user'
)`;

const person = { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email };
const agent = { id: agents.id, firstName: agents.firstName, lastName: agents.lastName, email: agents.email };

function selectChats(database: Queryable) {
  const { id, status, createdAt, waitingSince, acceptedAt, firstReplyAt, closedAt, closeReason, lastSeq } =
    chatSessions;
  const times = { createdAt, waitingSince, acceptedAt, firstReplyAt, closedAt };
  return database
    .select({
      id,
      status,
      ...times,
      closeReason,
      lastSeq,
      unread,
      ticketId: chatSessions.ticketId,
      ticketNumber: chatSessions.ticketNumber,
      customer: person,
      contact: chatContacts,
      agent,
      last: { sender: lastMessage.sender, content: lastMessage.content, createdAt: lastMessage.createdAt },
    })
    .from(chatSessions)
    .leftJoin(chatContactSessions, eq(chatContactSessions.sessionId, chatSessions.id))
    .leftJoin(chatContacts, eq(chatContacts.id, chatContactSessions.contactId))
    .leftJoin(users, eq(users.id, sql`coalesce(${chatSessions.userId}, ${chatContacts.userId})`))
    .leftJoin(agents, eq(agents.id, chatSessions.agentId))
    .leftJoin(
      lastMessage,
      and(
        eq(lastMessage.sessionId, chatSessions.id),
        eq(lastMessage.month, chatSessions.month),
        eq(lastMessage.seq, chatSessions.lastSeq),
      ),
    );
}

export async function findStaffChat(database: Queryable, id: string): Promise<StaffChatRow | null> {
  if (!isUuid(id)) return null;
  const [row] = await selectChats(database).where(eq(chatSessions.id, id));
  return row ?? null;
}

/** The queue is in order of arrival; everything else newest first. Each order has an index. */
function orderOf({ status, customerId }: ChatFilter): { readonly by: SQL; readonly forwards: boolean } {
  if (status === 'closed' && customerId === null) return { by: sql`${chatSessions.closedAt}`, forwards: false };
  if (status === 'active' && customerId === null)
    return { by: sql`coalesce(${chatSessions.lastMessageAt}, ${chatSessions.createdAt})`, forwards: false };
  return { by: sql`${chatSessions.createdAt}`, forwards: customerId === null };
}

/** Also what they have written from outside the portal. */
function isOfCustomer(customerId: number): SQL {
  return sql`${chatSessions.id} = any(array(
    select own.id from ${chatSessions} own where own.user_id = ${customerId}
    union all select o.session_id from ${chatContactSessions} o join ${chatContacts} c on c.id = o.contact_id where c.user_id = ${customerId}
  ))`;
}

function whichOf({ status, agentId, customerId }: ChatFilter): SQL | undefined {
  const open = customerId === null ? ne(chatSessions.status, 'closed') : undefined;
  return and(
    status === null ? open : eq(chatSessions.status, status),
    agentId === null ? undefined : eq(chatSessions.agentId, agentId),
    customerId === null ? undefined : isOfCustomer(customerId),
  );
}

/**
 * One page of the inbox. `before` is the last id of the page before; an unknown one finds nothing.
 */
export async function listStaffChatRows(database: Queryable, filter: ChatFilter): Promise<StaffChatRow[]> {
  if (filter.before !== null && !isUuid(filter.before)) return [];
  const { by, forwards } = orderOf(filter);
  const beyond = forwards ? sql`>` : sql`<`;
  const further =
    filter.before === null
      ? undefined
      : sql`(${by}, ${chatSessions.id}) ${beyond} (select ${by}, ${chatSessions.id} from ${chatSessions} where ${chatSessions.id} = ${filter.before})`;
  const direction = forwards ? asc : desc;
  return selectChats(database)
    .where(and(whichOf(filter), further))
    .orderBy(direction(by), direction(chatSessions.id))
    .limit(filter.limit);
}

/**
 * The first 100 chats that have been waiting for more than 3 minutes while no agent accepts chats.
 */
export async function listUnseenChats(database: Queryable): Promise<StaffChatRow[]> {
  const { status, waitingSince, createdAt, id } = chatSessions;
  return selectChats(database)
    .where(
      and(eq(status, 'waiting'), sql`${waitingSince} < now() - interval '3 minutes'`, sql`not ${someoneTakesChats}`),
    )
    .orderBy(asc(createdAt), asc(id))
    .limit(100);
}

export async function countWaiting(database: Queryable): Promise<number> {
  return database.$count(chatSessions, eq(chatSessions.status, 'waiting'));
}

export type NoteRow = {
  readonly id: string;
  readonly content: string;
  readonly afterSeq: number;
  readonly createdAt: Date;
  readonly author: Person;
};

const MOST_NOTES = 200;

/** The notes of one chat in the order in which they were written: the latest 200. */
export async function listNotes(database: Queryable, sessionId: string): Promise<NoteRow[]> {
  const { id, content, afterSeq, createdAt } = chatNotes;
  const latest = await database
    .select({ id, content, afterSeq, createdAt, author: person })
    .from(chatNotes)
    .innerJoin(users, eq(users.id, chatNotes.authorId))
    .where(eq(chatNotes.sessionId, sessionId))
    .orderBy(desc(createdAt), desc(id))
    .limit(MOST_NOTES);
  return latest.reverse();
}

export async function insertNote(
  tx: Transaction,
  note: { readonly sessionId: string; readonly authorId: number; readonly content: string; readonly afterSeq: number },
): Promise<{ readonly id: string; readonly createdAt: Date }> {
  const [row] = await tx.insert(chatNotes).values(note).returning({ id: chatNotes.id, createdAt: chatNotes.createdAt });
  if (!row) throw new Error('the note was not written');
  return row;
}
