import type { ChatCloseReason, ChatSession } from '@portal/contract/support/chat';
import { emptyHistory, type MessageHistory } from './message-history.ts';
import type { OutgoingLine } from './outbox.ts';

/** Something that happened after the message `afterSeq`, at `at` (ISO 8601). */
export type ChatTurn = {
  readonly afterSeq: number;
  readonly at: string;
  readonly what: { readonly type: 'joined'; readonly name: string } | { readonly type: 'back-in-queue' };
};

/**
 * `unknown` until the server has answered whether there is a chat, `unreachable` when it could not
 * be asked; `closed` keeps the conversation on screen until a new one begins.
 */
export type ChatState = {
  readonly stage: 'unknown' | 'unreachable' | 'none' | 'open' | 'closed';
  readonly starting: boolean;
  readonly session: ChatSession | null;
  readonly online: boolean;
  /** The connection was closed for newer windows of the same user. */
  readonly tooManySockets: boolean;
  readonly history: MessageHistory;
  /** Pending messages, in the order in which they were written. */
  readonly outgoing: readonly OutgoingLine[];
  readonly turns: readonly ChatTurn[];
  readonly typing: boolean;
  /** The draft. */
  readonly draft: string;
  /** The last seq that this page has shown. */
  readonly readUpTo: number;
  readonly closeReason: ChatCloseReason | null;
  readonly ticketNumber: string | null;
};

export const noChat: ChatState = {
  stage: 'none',
  starting: false,
  session: null,
  online: false,
  tooManySockets: false,
  history: emptyHistory,
  outgoing: [],
  turns: [],
  typing: false,
  draft: '',
  readUpTo: 0,
  closeReason: null,
  ticketNumber: null,
};

/**
 * How many of the agent's messages are unread: the server's count at the last connection, plus
 * later ones.
 */
export function unreadOf({ session, history, readUpTo }: ChatState): number {
  if (!session) return 0;
  const before = readUpTo >= session.lastSeq ? 0 : session.unread;
  const from = Math.max(session.lastSeq, readUpTo);
  return before + history.messages.slice(from).filter(({ sender }) => sender === 'agent').length;
}
