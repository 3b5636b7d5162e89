import type { Presence } from '@portal/contract/support/staff-chat';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../../platform/database/connection.ts';
import { users } from '../../../platform/database/schema/identity/account.ts';
import { staffMay } from '../../../platform/database/schema/identity/staff-roles.ts';
import { chatAgents, chatSessions } from '../../../platform/database/schema/support/chat.ts';

/** Without an open socket or a call for longer than this, agents are offline. */
const GONE_AFTER = sql`interval '60 seconds'`;

export type AgentRow = {
  readonly id: number;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string;
  readonly presence: Presence | null;
  readonly isThere: boolean;
  readonly takesChats: boolean;
  readonly takesTickets: boolean;
  readonly activeChats: number;
};

const isThere = sql<boolean>`coalesce(${chatAgents.seenAt} > now() - ${GONE_AFTER}, false)`;

const takesChats = staffMay(users.id, 'chats:write');

function selectAgents(database: Queryable) {
  return database
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      presence: chatAgents.presence,
      isThere,
      takesChats,
      takesTickets: staffMay(users.id, 'tickets:write'),
      activeChats: sql<number>`(
        select count(*)::int from ${chatSessions} where ${chatSessions.agentId} = ${users.id} and ${chatSessions.status} = 'active'
      )`,
    })
    .from(users)
    .leftJoin(chatAgents, eq(chatAgents.userId, users.id));
}

/** Whether any agent is online and Available. */
export const someoneTakesChats = sql<boolean>`exists (
  select 1 from chat_agents a join users u on u.id = a.user_id
  where a.presence = 'available' and a.seen_at > now() - ${GONE_AFTER} and ${staffMay(sql`u.id`, 'chats:write')}
)`;

const isStaff = and(eq(users.role, 'admin'), eq(users.disabled, false));

/** All active staff. */
export async function listAgentRows(database: Queryable): Promise<AgentRow[]> {
  return selectAgents(database).where(isStaff).orderBy(asc(users.firstName), asc(users.id));
}

/** Null for an account that may not answer chats. */
export async function findAgent(database: Queryable, id: number): Promise<AgentRow | null> {
  const [row] = await selectAgents(database).where(and(eq(users.id, id), takesChats));
  return row ?? null;
}

/** Records that these agents are online now. */
export async function touchAgents(database: Queryable, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  await database
    .insert(chatAgents)
    .values(userIds.map((userId) => ({ userId, seenAt: sql`now()` })))
    .onConflictDoUpdate({ target: chatAgents.userId, set: { seenAt: sql`now()` } });
}

export async function setAgentPresence(database: Queryable, userId: number, presence: Presence): Promise<void> {
  await database
    .insert(chatAgents)
    .values({ userId, presence, seenAt: sql`now()` })
    .onConflictDoUpdate({ target: chatAgents.userId, set: { presence, seenAt: sql`now()` } });
}

/**
 * Requeues the chats of agents who are offline, disabled or may not chat any longer; of two
 * instances one does.
 */
export async function requeueAbandonedChats(
  database: Database,
): Promise<{ readonly id: string; readonly agentId: number }[]> {
  const { rows } = await database.execute<{ id: string; agent_id: number }>(sql`
    update chat_sessions s set status = 'waiting', agent_id = null, waiting_since = now()
    from (
      select c.id, c.agent_id from chat_sessions c
      join users u on u.id = c.agent_id
      left join chat_agents a on a.user_id = c.agent_id
      where c.status = 'active'
        and (a.seen_at is null or a.seen_at < now() - ${GONE_AFTER} or not ${staffMay(sql`u.id`, 'chats:write')})
      for update of c skip locked
    ) abandoned
    where s.id = abandoned.id
    returning s.id, abandoned.agent_id`);
  return rows.map(({ id, agent_id: agentId }) => ({ id, agentId }));
}
