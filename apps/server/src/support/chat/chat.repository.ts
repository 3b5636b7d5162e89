import type { ChatCloseReason, ChatStatus } from '@portal/contract/support/chat';
import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { chatMessages, chatSessions } from '../../platform/database/schema/support/chat.ts';
import { chatContactSessions } from '../../platform/database/schema/support/chat-contact.ts';
import { someoneTakesChats } from './agents/agent.repository.ts';
import type { WaitFacts } from './chat.policy.ts';

/** One chat as its customer may see it. */
export type OwnChat = {
  readonly id: string;
  readonly status: ChatStatus;
  readonly agentFirstName: string | null;
  readonly agentId: number | null;
  readonly createdAt: Date;
  readonly closedAt: Date | null;
  readonly closeReason: ChatCloseReason | null;
  readonly lastSeq: number;
  readonly unread: number;
};

/** A chat with the fields that the next step depends on. */
export type ChatState = Pick<
  typeof chatSessions.$inferSelect,
  'id' | 'userId' | 'status' | 'agentId' | 'createdAt' | 'lastSeq' | 'ticketId' | 'ticketNumber'
> & {
  /** Who writes from outside the portal; null for a chat in it. */
  readonly contactId: number | null;
};

const agents = alias(users, 'agents');

const unread = sql<number>`(
  select count(*)::int from ${chatMessages}
  where ${chatMessages.sessionId} = ${chatSessions.id} and ${chatMessages.month} = ${chatSessions.month}
    and ${chatMessages.seq} > ${chatSessions.userReadSeq} and ${chatMessages.sender} = 'agent'
)`;

async function findChat(database: Queryable, which: SQL | undefined): Promise<OwnChat | null> {
  const [row] = await database
    .select({
      id: chatSessions.id,
      status: chatSessions.status,
      agentFirstName: agents.firstName,
      agentId: chatSessions.agentId,
      createdAt: chatSessions.createdAt,
      closedAt: chatSessions.closedAt,
      closeReason: chatSessions.closeReason,
      lastSeq: chatSessions.lastSeq,
      unread,
    })
    .from(chatSessions)
    .leftJoin(agents, eq(agents.id, chatSessions.agentId))
    .where(which);
  return row ?? null;
}

/** The customer's own chat of that id; another customer's chat, or an invalid id, is not found. */
export async function findOwnChat(database: Queryable, userId: number, id: string): Promise<OwnChat | null> {
  return isUuid(id) ? findChat(database, and(eq(chatSessions.id, id), eq(chatSessions.userId, userId))) : null;
}

export async function findOpenChat(database: Queryable, userId: number): Promise<OwnChat | null> {
  return findChat(database, and(eq(chatSessions.userId, userId), ne(chatSessions.status, 'closed')));
}

/** How many chats wait for an agent. */
export async function countWaitingChats(database: Queryable): Promise<number> {
  return database.$count(chatSessions, eq(chatSessions.status, 'waiting'));
}

/** Opens a chat; false when the customer has an open one. `id` is 32 hexadecimal digits. */
export async function insertChat(
  database: Queryable,
  chat: { readonly id: string; readonly userId: number },
): Promise<boolean> {
  const rows = await database
    .insert(chatSessions)
    .values(chat)
    .onConflictDoNothing({ target: chatSessions.userId, where: ne(chatSessions.status, 'closed') })
    .returning({ id: chatSessions.id });
  return rows.length > 0;
}

/**
 * The median of the last 50 waits that ended within 3 hours, how long the first in the queue has
 * been waiting (2 hours at most), and whether any agent accepts chats.
 */
export async function findWaitFacts(database: Queryable): Promise<WaitFacts> {
  const { rows } = await database.execute<{ median: number | null; longest: number | null; staffed: boolean }>(sql`
    select
      (select percentile_cont(0.5) within group (order by waited) from (
        select extract(epoch from accepted_at - created_at)::float8 as waited from chat_sessions
        where accepted_at > now() - interval '3 hours' order by accepted_at desc limit 50
      ) recent) as median,
      (select extract(epoch from now() - min(waiting_since))::float8 from chat_sessions
        where status = 'waiting' and waiting_since > now() - interval '2 hours') as longest,
      ${someoneTakesChats} as staffed`);
  const [facts] = rows;
  return {
    medianSeconds: facts?.median ?? null,
    longestSeconds: facts?.longest ?? null,
    isStaffed: facts?.staffed ?? false,
  };
}

/** The chat of somebody outside the portal. */
const contactId = sql<number | null>`(
  select ${chatContactSessions.contactId}::int from ${chatContactSessions} where ${chatContactSessions.sessionId} = ${chatSessions.id}
)`;

const stateColumns = {
  id: chatSessions.id,
  userId: chatSessions.userId,
  contactId,
  status: chatSessions.status,
  agentId: chatSessions.agentId,
  createdAt: chatSessions.createdAt,
  lastSeq: chatSessions.lastSeq,
  ticketId: chatSessions.ticketId,
  ticketNumber: chatSessions.ticketNumber,
};

export async function findChatState(database: Queryable, id: string): Promise<ChatState | null> {
  if (!isUuid(id)) return null;
  const [row] = await database.select(stateColumns).from(chatSessions).where(eq(chatSessions.id, id));
  return row ?? null;
}

export async function listChatStates(database: Queryable, ids: readonly string[]): Promise<ChatState[]> {
  return database
    .select(stateColumns)
    .from(chatSessions)
    .where(sql`${chatSessions.id} = any(${sql.param(ids)}::uuid[])`);
}

/** The chat, locked until the transaction ends. */
export async function lockChat(tx: Transaction, id: string): Promise<ChatState | null> {
  if (!isUuid(id)) return null;
  const [row] = await tx.select(stateColumns).from(chatSessions).where(eq(chatSessions.id, id)).for('update');
  return row ?? null;
}

/** waiting → active. False when it is not waiting any more. */
export async function giveToAgent(tx: Transaction, id: string, agentId: number): Promise<boolean> {
  const rows = await tx
    .update(chatSessions)
    .set({ status: 'active', agentId, acceptedAt: sql`coalesce(${chatSessions.acceptedAt}, now())` })
    .where(and(eq(chatSessions.id, id), eq(chatSessions.status, 'waiting')))
    .returning({ id: chatSessions.id });
  return rows.length > 0;
}

/** active → active with another agent, or → waiting. */
export async function moveChat(tx: Transaction, id: string, to: number | null): Promise<void> {
  const there = to === null ? { status: 'waiting' as const, agentId: null, waitingSince: sql`now()` } : { agentId: to };
  await tx
    .update(chatSessions)
    .set(there)
    .where(and(eq(chatSessions.id, id), eq(chatSessions.status, 'active')));
}

/** waiting or active → closed. Its agent stays recorded. */
export async function endChat(tx: Transaction, id: string, reason: ChatCloseReason): Promise<void> {
  await tx
    .update(chatSessions)
    .set({ status: 'closed', closedAt: sql`now()`, closeReason: reason })
    .where(and(eq(chatSessions.id, id), ne(chatSessions.status, 'closed')));
}

export async function setTicket(
  tx: Transaction,
  id: string,
  ticket: { readonly id: string; readonly number: string },
): Promise<void> {
  await tx
    .update(chatSessions)
    .set({ ticketId: ticket.id, ticketNumber: ticket.number })
    .where(eq(chatSessions.id, id));
}

/** A customer as a ticket needs them. */
export async function findCustomer(database: Queryable, userId: number) {
  const [row] = await database
    .select({ id: users.id, email: users.email, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, userId));
  return row ?? null;
}

export type ActiveChat = {
  readonly id: string;
  readonly agentId: number | null;
  readonly lastSeq: number;
  readonly agentDeliveredSeq: number;
};

/** The active chats of some agents, and how far they were delivered and read. */
export async function listActiveChats(database: Queryable, agentIds: readonly number[]): Promise<ActiveChat[]> {
  return database
    .select({
      id: chatSessions.id,
      agentId: chatSessions.agentId,
      lastSeq: chatSessions.lastSeq,
      agentDeliveredSeq: chatSessions.agentDeliveredSeq,
    })
    .from(chatSessions)
    .where(and(sql`${chatSessions.agentId} = any(${sql.param(agentIds)}::int[])`, eq(chatSessions.status, 'active')));
}
