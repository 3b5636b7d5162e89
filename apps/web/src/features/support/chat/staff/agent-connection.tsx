import type { RecentEvent } from '@portal/contract/platform/live-updates';
import {
  STAFF_SOCKET,
  sendStaffMessage,
  type staffFrame,
  type TakesTicketsEvent,
} from '@portal/contract/support/staff-chat';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { browserEnvironment } from '../../../../shared/live/environment.ts';
import { type LinkEnd, LiveLink } from '../../../../shared/live/live-link.ts';
import { createCatchUp } from '../../../../shared/live/missed-changes.ts';
import { personReadAt, sessionQuery } from '../../../../shared/session/use-session.ts';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { addMessages } from '../message-history.ts';
import { type AgentStorage, agentStorageOf } from './agent-storage.ts';
import { changeHistory } from './chat-cache.ts';
import { notifyAgent, refreshBesideChats } from './notify-agent.ts';
import { ReplyOutboxes } from './reply-outboxes.ts';

type Frame = z.output<typeof staffFrame>;
type AgentEvent = Parameters<typeof notifyAgent>[1] | RecentEvent | TakesTicketsEvent;

/** `too-many-sockets`: this user has more windows open than allowed, and this one was closed. */
export type AgentConnectionState = 'connecting' | 'online' | 'offline' | 'too-many-sockets';

export type AgentConnection = {
  readonly userId: number;
  readonly state: AgentConnectionState;
  /** Whether the server of this connection takes frames about tickets. */
  readonly takesTickets: boolean;
  /** False when there is no connection; the frame is gone then. */
  readonly send: (frame: Frame) => boolean;
  readonly connectNow: () => void;
  readonly storage: AgentStorage;
  readonly replies: ReplyOutboxes;
};

const AgentConnectionContext = createContext<AgentConnection | null>(null);

/** Provides the agent's live connection and outgoing replies to all pages of the console. */
export function AgentConnectionProvider({ userId, children }: { userId: number; children: ReactNode }) {
  const queries = useQueryClient();
  const storage = useMemo(() => agentStorageOf(userId, () => sessionStorage), [userId]);
  const replies = useMemo(() => createReplies(queries, storage), [queries, storage]);
  const { state, takesTickets, send, connectNow } = useStaffLink(queries, userId, replies);
  useEffect(() => {
    if (state === 'online') replies.flush();
  }, [state, replies]);
  const connection = useMemo<AgentConnection>(
    () => ({ userId, state, takesTickets, send, connectNow, storage, replies }),
    [userId, state, takesTickets, send, connectNow, storage, replies],
  );
  return <AgentConnectionContext value={connection}>{children}</AgentConnectionContext>;
}

/** The connection of the signed-in agent. Throws outside of AgentConnectionProvider. */
export function useAgentConnection(): AgentConnection {
  const connection = useContext(AgentConnectionContext);
  if (!connection) throw new Error('useAgentConnection needs AgentConnectionProvider');
  return connection;
}

function createReplies(queries: QueryClient, storage: AgentStorage): ReplyOutboxes {
  const backToDraft = (chatId: string, texts: readonly { readonly content: string }[], failure: unknown) => {
    const before = storage.text('reply', chatId);
    storage.saveText('reply', chatId, [...texts.map(({ content }) => content), before].filter(Boolean).join('\n'));
    toast({
      title: 'Not sent',
      description: `${messageOf(failure)} Your text is kept as a draft.`,
      variant: 'destructive',
    });
  };
  return new ReplyOutboxes({
    send: (id, { content, clientMessageId }) =>
      callEndpoint(sendStaffMessage, { params: { id }, body: { content, clientMessageId } }),
    onStored: (chatId, message) => changeHistory(queries, chatId, (history) => addMessages(history, [message])),
    onRefused: (chatId, message, failure) => backToDraft(chatId, [message], failure),
    onChatLost: backToDraft,
    storage,
    random: browserEnvironment.random,
  });
}

function useStaffLink(queries: QueryClient, userId: number, replies: ReplyOutboxes) {
  const [state, setState] = useState<AgentConnectionState>('connecting');
  const [takesTickets, setTakesTickets] = useState(false);
  const link = useRef<LiveLink | null>(null);
  useEffect(() => {
    const targets = { queries, userId, replies };
    const catchUp = createCatchUp(personReadAt(queries), browserEnvironment.now);
    let wasOnline = false;
    function hear(event: AgentEvent) {
      if (event.type === 'takes-tickets') return setTakesTickets(true);
      if (event.type !== 'recent') return notifyAgent(targets, event);
      for (const what of catchUp(event)) notifyAgent(targets, { type: 'changed', what });
    }
    function open(): LiveLink {
      return new LiveLink(
        {
          address: () => STAFF_SOCKET,
          // It comes from our own server with our own page: its shape is not validated.
          onEvent: (event) => hear(event as AgentEvent),
          onOnline: (online) => {
            if (online && wasOnline) refreshBesideChats(queries);
            wasOnline ||= online;
            if (!online) setTakesTickets(false);
            setState(online ? 'online' : 'offline');
          },
          onEnd: (why) => {
            setTakesTickets(false);
            setState(why === 'too-many-sockets' ? 'too-many-sockets' : 'offline');
            void reopen(why);
          },
        },
        browserEnvironment,
      );
    }
    async function reopen(why: LinkEnd) {
      if (why !== 'signed-out') return;
      // An answer of 401 leads to the sign-in by itself.
      const user = await queries.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined);
      if (user !== null && link.current) link.current = open();
    }
    link.current = open();
    return () => {
      link.current?.close();
      link.current = null;
    };
  }, [queries, userId, replies]);
  return useMemo(
    () => ({
      state,
      takesTickets,
      send: (frame: Frame) => link.current?.send(frame) ?? false,
      connectNow: () => link.current?.connectNow(),
    }),
    [state, takesTickets],
  );
}
