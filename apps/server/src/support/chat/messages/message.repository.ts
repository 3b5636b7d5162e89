import type { ChatSide } from '@portal/contract/support/chat';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/connection.ts';
import { runNamed } from '../../../platform/database/run-named.ts';
import { users } from '../../../platform/database/schema/identity/account.ts';
import { chatMessages, chatSessions } from '../../../platform/database/schema/support/chat.ts';
import type { Watermark } from '../chat.policy.ts';

export type MessageRow = {
  readonly sessionId: string;
  readonly seq: number;
  readonly sender: ChatSide;
  readonly senderFirstName: string | null;
  readonly content: string;
  readonly clientMessageId: string | null;
  readonly createdAt: Date;
};

/** A message with its tick. */
export type MarkedMessage = MessageRow & { readonly mark: Watermark };

/** `agentId` and `status` of the chat at the moment of the message. */
export type WrittenMessage = {
  readonly seq: number;
  readonly createdAt: Date;
  readonly agentId: number | null;
  readonly status: 'waiting' | 'active';
  /** Whom it leaves the portal for; null for who reads it here. */
  readonly contactId: number | null;
};

export type NewMessage = {
  readonly sessionId: string;
  readonly senderId: number;
  readonly sender: ChatSide;
  readonly content: string;
  readonly clientMessageId: string | null;
};

/**
 * What is stored already is an array, which PostgreSQL reads to its end before it locks anything: 18.4
 * crashes when it looks for a partition after a row that it has waited for.
 */
const INSERT_MESSAGES = {
  name: 'insert_chat_messages',
  text: `
  with given as (
    select * from unnest(
      $1::uuid[], $2::int[], $3::text[],
      $4::text[], $5::text[]
    ) as given (id, sender_id, sender, content, client_id)
  ), repeated as (
    select g.id from given g join chat_sessions s on s.id = g.id
    join chat_messages m on m.session_id = g.id and m.month = s.month and m.sender_id = g.sender_id and m.client_message_id = g.client_id
  ), locked as (
    select s.id from chat_sessions s join given g on g.id = s.id
    where s.id <> all (array(select id from repeated)) order by s.id for update of s
  ), numbered as (
    update chat_sessions s set last_seq = s.last_seq + 1, last_message_at = clock_timestamp(),
      first_reply_at = case g.sender when 'agent' then coalesce(s.first_reply_at, clock_timestamp()) else s.first_reply_at end
    from locked l join given g on g.id = l.id
    where s.id = l.id
      and case g.sender when 'user' then s.user_id = g.sender_id and s.status <> 'closed'
          else s.agent_id = g.sender_id and s.status = 'active' and not exists (
            select from chat_contact_sessions o join chat_contacts c on c.id = o.contact_id
            where o.session_id = s.id and (c.ended_at is not null or coalesce(c.writable_until, '-infinity') <= $6::timestamptz)
          ) end
    returning s.id, s.month, s.last_seq as seq, s.last_message_at as at, s.agent_id, s.status, g.sender, g.sender_id, g.content, g.client_id
  ), written as (
    insert into chat_messages (session_id, month, seq, sender, sender_id, content, client_message_id, created_at)
    select id, month, seq, sender, sender_id, content, client_id, at from numbered
  )
  select n.id, n.seq, n.at, n.agent_id, n.status, o.contact_id::int
  from numbered n left join chat_contact_sessions o on o.session_id = n.id`,
};

type WrittenRow = {
  readonly id: string;
  readonly seq: number;
  readonly at: string;
  readonly agent_id: number | null;
  readonly status: 'waiting' | 'active';
  readonly contact_id: number | null;
};

/**
 * Gives each message the next seq of its chat and stores it, in one statement under the chats' row
 * locks, so that there are no gaps and no duplicates. At most one message per chat. Skips messages
 * that are stored already under their clientMessageId, and those that their sender may not write
 * (the customer may write in their own open chat, the agent in an active one of theirs, and to somebody
 * outside the portal while their channel lets us). Returns by
 * chat. A clientMessageId that is being stored elsewhere at this moment is PostgreSQL's unique
 * violation.
 */
export async function insertMessages(
  database: Queryable,
  messages: readonly NewMessage[],
  now: Date,
): Promise<Map<string, WrittenMessage>> {
  const column = <K extends keyof NewMessage>(name: K) => messages.map((message) => message[name]);
  const rows = await runNamed<WrittenRow>(database, INSERT_MESSAGES, [
    column('sessionId'),
    column('senderId'),
    column('sender'),
    column('content'),
    column('clientMessageId'),
    now,
  ]);
  return new Map(
    rows.map(({ id, seq, at, agent_id: agentId, status, contact_id: contactId }) => [
      id,
      { seq, createdAt: new Date(at), agentId, status, contactId },
    ]),
  );
}

/** The tick of a message follows from the other side's watermark. */
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
    .innerJoin(
      chatSessions,
      and(eq(chatSessions.id, chatMessages.sessionId), eq(chatSessions.month, chatMessages.month)),
    )
    .leftJoin(users, eq(users.id, chatMessages.senderId));
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
