import type { ChangedEvent } from '@portal/contract/platform/live-updates';
import type { QueueEvent, StaffEvent, TicketPresenceEvent } from '@portal/contract/support/staff-chat';
import type { QueryClient } from '@tanstack/react-query';
import { bidiIsolate } from '../../../../shared/format/bidi-isolate.ts';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { recordTicketPresence } from '../../tickets/staff/presence/others-at-ticket.ts';
import { addMessages, markMessages, setDelivery } from '../message-history.ts';
import { refreshChat } from './api/get-staff-chat.ts';
import { changeChat, changeHistory, findChat, putChat, putNote, refreshAll } from './chat-cache.ts';
import { isMine, withMessage } from './inbox-list.ts';
import type { ReplyOutboxes } from './reply-outboxes.ts';
import { recordTyping } from './typing.ts';

type AgentEvent = StaffEvent | QueueEvent | TicketPresenceEvent | ChangedEvent;

type NotifyAgentDeps = {
  readonly queries: QueryClient;
  readonly userId: number;
  readonly replies: Pick<ReplyOutboxes, 'confirm'>;
};

/** Path prefixes of the staff queries affected by each kind of live update. */
const SHOWN_AT: Readonly<Partial<Record<ChangedEvent['what'], readonly string[]>>> = {
  account: ['/api/staff/customers', '/api/staff/me', '/api/staff/people'],
  collections: ['/api/staff/collection', '/api/staff/call-backs', '/api/staff/customers/:id/collection-calls'],
  'network-status': ['/api/staff/incidents'],
  payments: [
    '/api/staff/payment',
    '/api/staff/customers',
    '/api/staff/trial-balance',
    '/api/staff/collection',
    '/api/staff/call-backs',
  ],
  plans: ['/api/staff/plan', '/api/staff/data-bundles'],
  referral: ['/api/staff/flagged-referrals'],
  subscription: ['/api/staff/customers', '/api/staff/collection'],
  tickets: ['/api/staff/ticket', '/api/staff/customers'],
};

/**
 * Applies an event of the live connection: updates lists and conversation, or invalidates their
 * queries.
 */
export function notifyAgent({ queries, userId, replies }: NotifyAgentDeps, event: AgentEvent): void {
  switch (event.type) {
    case 'queue':
      takeQueue(queries, event);
      break;
    case 'changed':
      refreshChanged(queries, event.what);
      break;
    case 'message':
      takeMessage(queries, event);
      if (event.message.clientMessageId) replies.confirm(event.sessionId, event.message.clientMessageId);
      break;
    case 'status':
      changeHistory(queries, event.sessionId, (history) => markMessages(history, event.messageIds, event.status));
      break;
    case 'delivery':
      changeHistory(queries, event.sessionId, (history) => setDelivery(history, event.seq, event.delivery));
      break;
    case 'typing':
      recordTyping(event.sessionId, event.sender === 'user');
      break;
    case 'ticket-presence':
      recordTicketPresence(event);
      break;
    case 'note':
      putNote(queries, event.sessionId, event.note);
      break;
    case 'agent_joined':
      void noticeHandOver(queries, userId, event.sessionId);
      break;
    case 'waiting':
    case 'closed':
      void refreshChat(queries, event.sessionId);
      break;
  }
}

/**
 * Applies a changed chat; null means that events may have been missed, so everything is refetched.
 */
function takeQueue(queries: QueryClient, { chat }: QueueEvent): void {
  if (chat === null) {
    refreshAll(queries);
    return;
  }
  putChat(queries, chat);
  changeHistory(queries, chat.id, (history) => history, chat.lastSeq);
}

function takeMessage(queries: QueryClient, { sessionId, message }: Extract<StaffEvent, { type: 'message' }>): void {
  changeChat(queries, sessionId, (chat) => withMessage(chat, message));
  changeHistory(queries, sessionId, (history) => addMessages(history, [message]));
  if (message.sender === 'user') recordTyping(sessionId, false);
}

/** Notifies the agent of a chat that a colleague handed over, not of one they took themselves. */
async function noticeHandOver(queries: QueryClient, userId: number, id: string): Promise<void> {
  const before = findChat(queries, id);
  const chat = await refreshChat(queries, id);
  if (!chat || !isMine(chat, userId)) return;
  if (before?.status !== 'active' || isMine(before, userId)) return;
  toast({
    title: 'A chat was handed to you',
    description: `${bidiIsolate(chat.customer.name)}, until now with ${bidiIsolate(before.agent?.name ?? 'a colleague')}.`,
  });
}

/** Invalidates everything but the chats, which refetch on reconnect. */
export function refreshBesideChats(queries: QueryClient): void {
  void queries.invalidateQueries({
    predicate: ({ queryKey: [address] }) => typeof address !== 'string' || !address.startsWith('/api/staff/chats'),
  });
}

function refreshChanged(queries: QueryClient, what: ChangedEvent['what']): void {
  if (what === 'everything') {
    refreshAll(queries);
    refreshBesideChats(queries);
    return;
  }
  const beginnings = SHOWN_AT[what] ?? [];
  void queries.invalidateQueries({
    predicate: ({ queryKey: [address] }) =>
      typeof address === 'string' && beginnings.some((beginning) => address.startsWith(beginning)),
  });
}
