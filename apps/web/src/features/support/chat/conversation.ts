import type { ChatCloseReason, ChatEvent, ChatMessage, ChatSession } from '@portal/contract/support/chat';
import type { ChatState, ChatTurn } from './chat-state.ts';
import { addMessages, lastSeqOf, markMessages } from './message-history.ts';

/**
 * The customer's view of the chat after an event of its socket, which arrived at `at` (ISO 8601).
 * Every connection begins with the present state, known before or not.
 */
export function afterEvent(state: ChatState, event: ChatEvent, at: string): ChatState {
  switch (event.type) {
    case 'session':
      return afterSession(state, event.session, at);
    case 'message':
      return afterMessages(state, [event.message]);
    case 'agent_joined':
      return state.session ? afterSession(state, withAgent(state.session, event.agent.name), at) : state;
    case 'status':
      return { ...state, history: markMessages(state.history, event.messageIds, event.status) };
    case 'typing':
      return event.sender === 'agent' ? { ...state, typing: true } : state;
    case 'waiting':
      return state.session ? afterSession(state, inQueue(state.session, event.estimatedWaitTime), at) : state;
    case 'closed':
      return afterEnd(state, event.reason);
  }
}

/** Messages of the history, or the answer to a message that was sent. */
export function afterMessages(state: ChatState, messages: readonly ChatMessage[]): ChatState {
  const answered = messages.some(({ sender }) => sender === 'agent');
  return { ...state, history: addMessages(state.history, messages), ...(answered && { typing: false }) };
}

/** The chat is over; its messages stay on screen. */
export function afterEnd(state: ChatState, reason: ChatCloseReason): ChatState {
  if (!state.session) return state;
  return {
    ...state,
    stage: 'closed',
    closeReason: reason,
    typing: false,
    session: { ...state.session, status: 'closed' },
  };
}

function withAgent(session: ChatSession, name: string): ChatSession {
  return { ...session, status: 'active', estimatedWaitTime: 0, supportAgent: { name } };
}

function inQueue(session: ChatSession, estimatedWaitTime: number | null): ChatSession {
  return { ...session, status: 'waiting', estimatedWaitTime, supportAgent: null };
}

function afterSession(state: ChatState, session: ChatSession, at: string): ChatState {
  const turn = turnBetween(state.session, session);
  const turns = turn ? [...state.turns, { afterSeq: lastSeqOf(state.history), at, what: turn }] : state.turns;
  // A chat that has ended is shown as such once all of it is there.
  const stage = session.status === 'closed' ? state.stage : 'open';
  return { ...state, stage, session, turns, ...(session.status !== 'active' && { typing: false }) };
}

/**
 * The event between two states of a chat; null when there is none, or when only one of them is
 * known.
 */
function turnBetween(before: ChatSession | null, after: ChatSession): ChatTurn['what'] | null {
  if (!before) return null;
  if (after.status === 'active' && after.supportAgent) {
    const { name } = after.supportAgent;
    const same = before.status === 'active' && before.supportAgent?.name === name;
    return same ? null : { type: 'joined', name };
  }
  return after.status === 'waiting' && before.status === 'active' ? { type: 'back-in-queue' } : null;
}
