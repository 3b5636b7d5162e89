import { CHAT_SOCKET, messagesQuery } from '@portal/contract/support/chat';
import { STAFF_SOCKET } from '@portal/contract/support/staff-chat';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { SocketGuard } from '../../../platform/events/socket-guard.ts';
import type { ChatDependencies } from '../chat-dependencies.ts';
import { requireOwnChat } from '../find-chat.ts';
import type { AgentConnections } from './agent-connections.ts';
import type { CustomerConnections } from './customer-connections.ts';

/** The seq up to which a page has the messages; 0 when it sends no number. */
function afterOf({ query }: FastifyRequest): number {
  const wish = z.safeParse(messagesQuery, query);
  return wish.success ? wish.data.after : 0;
}

function sessionIdOf({ params }: FastifyRequest): string {
  const parsed = z.safeParse(z.object({ sessionId: z.string() }), params);
  return parsed.success ? parsed.data.sessionId : '';
}

/** The customer's socket of one chat of theirs, and the agents' socket (interfaces, Chat). */
export function registerChatSockets(
  guard: SocketGuard,
  deps: Pick<ChatDependencies, 'database'> & {
    readonly customers: CustomerConnections;
    readonly agents: AgentConnections;
  },
): void {
  guard.serve({
    path: CHAT_SOCKET,
    access: 'session',
    kind: 'chat',
    prepare: async (request, viewer) => {
      const { id, lastSeq } = await requireOwnChat(deps.database, viewer.user.id, sessionIdOf(request));
      return { id, after: Math.min(afterOf(request), lastSeq) };
    },
    open: deps.customers.connect,
  });
  guard.serve({
    path: STAFF_SOCKET,
    access: 'admin',
    kind: 'agent',
    prepare: async () => null,
    open: deps.agents.connect,
  });
}
