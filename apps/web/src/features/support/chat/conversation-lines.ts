import type { ChatMessage } from '@portal/contract/support/chat';
import { formatDay } from '../../../shared/format/date.ts';
import type { ChatTick } from '../../../shared/ui/chat/chat-bubble.tsx';
import type { ChatState, ChatTurn } from './chat-state.ts';

/** One thing in the log, from the customer's side. `at` is ISO 8601. */
export type ConversationLine =
  | { readonly kind: 'day'; readonly key: string; readonly day: string }
  | { readonly kind: 'joined'; readonly key: string; readonly name: string; readonly at: string | null }
  | { readonly kind: 'back-in-queue'; readonly key: string; readonly at: string }
  | { readonly kind: 'theirs'; readonly key: string; readonly content: string; readonly at: string }
  | {
      readonly kind: 'mine';
      readonly key: string;
      readonly content: string;
      readonly at: string;
      readonly tick: ChatTick;
    };

export type Conversation = Pick<ChatState, 'session' | 'history' | 'turns' | 'outgoing'>;

/**
 * The log, oldest first: a note where a day that is not `today` begins, one where an agent joined
 * (when it was announced, else before the agent's first message), the messages, and pending ones.
 * `today` is ISO 8601.
 */
export function conversationLines(
  { session, history, turns, outgoing }: Conversation,
  today: string,
): ConversationLine[] {
  const lines: ConversationLine[] = [];
  let day = formatDay(today);
  let agent: string | null = null;
  const addAgentNotes = (seq: number): void => {
    for (const turn of turns.filter(({ afterSeq }) => afterSeq === seq)) {
      lines.push(turnLine(turn, lines.length));
      agent = turn.what.type === 'joined' ? turn.what.name : null;
    }
  };
  addAgentNotes(0);
  for (const message of history.messages) {
    const itsDay = formatDay(message.timestamp);
    if (itsDay !== day) lines.push({ kind: 'day', key: `day ${message.seq}`, day: itsDay });
    day = itsDay;
    if (message.senderName !== null && message.senderName !== agent) {
      agent = message.senderName;
      lines.push({ kind: 'joined', key: `joined ${message.seq}`, name: agent, at: message.timestamp });
    }
    lines.push(messageLine(message));
    addAgentNotes(message.seq);
  }
  const present = session?.status === 'active' ? (session.supportAgent?.name ?? null) : null;
  if (present !== null && present !== agent) lines.push({ kind: 'joined', key: 'joined', name: present, at: null });
  const early = history.held.filter(({ sender }) => sender === 'user').map(messageLine);
  const stored = new Set([...lines, ...early].map(({ key }) => key));
  const onTheirWay = outgoing.map(outgoingLine).filter(({ key }) => !stored.has(key));
  return [...lines, ...early, ...onTheirWay];
}

function turnLine({ what, at }: ChatTurn, index: number): ConversationLine {
  const key = `${what.type} ${index} ${at}`;
  return what.type === 'joined' ? { kind: 'joined', key, name: what.name, at } : { kind: 'back-in-queue', key, at };
}

/** A line keeps its key when the server has stored it, so that it does not flicker. */
function messageLine(message: ChatMessage): ConversationLine {
  const { content, timestamp: at, status: tick } = message;
  if (message.sender === 'agent') return { kind: 'theirs', key: message.id, content, at };
  return { kind: 'mine', key: message.clientMessageId ?? message.id, content, at, tick };
}

function outgoingLine({
  clientMessageId,
  content,
  writtenAt,
  tick,
}: Conversation['outgoing'][number]): ConversationLine {
  return { kind: 'mine', key: clientMessageId, content, at: writtenAt, tick };
}
