import type { ChatSide } from '@portal/contract/chat';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connection.ts';
import { users } from '../../database/schema/account.ts';
import { chatMessages, chatSessions } from '../../database/schema/chat.ts';
import type { Watermark } from './chat.policy.ts';

export type MessageRow = {
  readonly sessionId: string;
  readonly seq: number;
  readonly sender: ChatSide;
  readonly senderFirstName: string | null;
  readonly content: string;
  readonly clientMessageId: string | null;
  readonly createdAt: Date;
};

/** A message with how far it has come at the other side. */
export type MarkedMessage = MessageRow & { readonly mark: Watermark };

/** `agentId` and `status` of the chat at the moment of the message. */
export type WrittenMessage = {
  readonly seq: number;
  readonly createdAt: Date;
  readonly agentId: number | null;
  readonly status: 'waiting' | 'active';
};

export type NewMessage = {
  readonly sessionId: string;
  readonly senderId: number;
  readonly sender: ChatSide;
  readonly content: string;
  readonly clientMessageId: string | null;
};

/**
 * Gives the message the next seq of its chat and stores it, in one statement under the chat's row lock: whoever comes next gets the next number, and no
 * number is lost. Null when the sender has no say in an open chat of that id (the customer in their own, the agent in an active one of theirs). A
 * clientMessageId that is stored already is PostgreSQL's unique violation.
 */
export async function insertMessage(database: Queryable, message: NewMessage): Promise<WrittenMessage | null> {
  const { sessionId, senderId, sender, content, clientMessageId } = message;
  const mayWrite =
    sender === 'user'
      ? sql`user_id = ${senderId} and status <> 'closed'`
      : sql`agent_id = ${senderId} and status = 'active'`;
  const firstReply = sender === 'agent' ? sql`, first_reply_at = coalesce(first_reply_at, clock_timestamp())` : sql``;
  const { rows } = await database.execute<{
    seq: number;
    created_at: string;
    agent_id: number | null;
    status: 'waiting' | 'active';
  }>(sql`
    with numbered as (
      update chat_sessions set last_seq = last_seq + 1, last_message_at = clock_timestamp() ${firstReply}
      where id = ${sessionId} and ${mayWrite}
      returning id, last_seq, last_message_at, agent_id, status
    ), written as (
      insert into chat_messages (session_id, seq, sender, sender_id, content, client_message_id, created_at)
      select id, last_seq, ${sender}, ${senderId}, ${content}, ${clientMessageId}, last_message_at from numbered
    )
    select last_seq as seq, last_message_at as created_at, agent_id, status from numbered`);
  const [row] = rows;
  if (!row) return null;
  return { seq: row.seq, createdAt: new Date(row.created_at), agentId: row.agent_id, status: row.status };
}

/** The other side's watermark is what tells how far a message has come. */
const columns = {
  sessionId: chatMessages.sessionId,
  seq: chatMessages.seq,
  sender: chatMessages.sender,
  senderFirstName: users.firstName,
  content: chatMessages.content,
  clientMessageId: chatMessages.clientMessageId,
  createdAt: chatMessages.createdAt,
  mark: {
    delivered: sql<number>`case ${chatMessages.sender} when 'user' then ${chatSessions.agentDeliveredSeq} else ${chatSessions.userDeliveredSeq} end`,
    read: sql<number>`case ${chatMessages.sender} when 'user' then ${chatSessions.agentReadSeq} else ${chatSessions.userReadSeq} end`,
  },
};

function selectMessages(database: Queryable) {
  return database
    .select(columns)
    .from(chatMessages)
    .innerJoin(chatSessions, eq(chatSessions.id, chatMessages.sessionId))
    .innerJoin(users, eq(users.id, chatMessages.senderId));
}

/** The messages of a chat after a seq, in order. */
export async function listMessages(
  database: Queryable,
  page: { readonly sessionId: string; readonly after: number; readonly limit: number },
): Promise<MarkedMessage[]> {
  return selectMessages(database)
    .where(and(eq(chatMessages.sessionId, page.sessionId), gt(chatMessages.seq, page.after)))
    .orderBy(chatMessages.seq)
    .limit(page.limit);
}

/** What the sender has stored under this clientMessageId. */
export async function findByClientId(
  database: Queryable,
  key: { readonly sessionId: string; readonly senderId: number; readonly clientMessageId: string },
): Promise<MarkedMessage | null> {
  const [row] = await selectMessages(database).where(
    and(
      eq(chatMessages.sessionId, key.sessionId),
      eq(chatMessages.senderId, key.senderId),
      eq(chatMessages.clientMessageId, key.clientMessageId),
    ),
  );
  return row ?? null;
}
