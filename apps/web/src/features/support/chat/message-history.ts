import type { ChatMessage } from '@portal/contract/support/chat';

/**
 * One conversation: `messages` without gap from seq 1 on, and `held`, messages that arrived before
 * earlier ones. `marks` are ticks of messages that have not arrived yet, by id.
 */
export type MessageHistory = {
  readonly messages: readonly ChatMessage[];
  readonly held: readonly ChatMessage[];
  readonly marks: Readonly<Record<string, ChatMessage['status']>>;
};

export const emptyHistory: MessageHistory = { messages: [], held: [], marks: {} };

const RANK = { sent: 0, delivered: 1, read: 2 } as const;

/** The seq up to which nothing is missing; 0 at first. */
export function lastSeqOf({ messages }: MessageHistory): number {
  return messages.length;
}

/** The last message of the agent; 0 when there is none. */
export function lastAgentSeq({ messages }: MessageHistory): number {
  return messages.findLast(({ sender }) => sender === 'agent')?.seq ?? 0;
}

/**
 * Whether a message has arrived that leaves a gap before it: then the messages after `lastSeqOf`
 * have to be fetched.
 */
export function hasGap({ held }: MessageHistory): boolean {
  return held.length > 0;
}

/**
 * Adds messages in any order and any number of times: each appears once, in the order of seq, and
 * its tick never goes back.
 */
export function addMessages(history: MessageHistory, arrived: readonly ChatMessage[]): MessageHistory {
  const messages = [...history.messages];
  const bySeq = new Map(history.held.map((message) => [message.seq, message]));
  for (const message of arrived) {
    const known = messages[message.seq - 1] ?? bySeq.get(message.seq);
    const marked = raised(raised(message, known?.status), history.marks[message.id]);
    if (message.seq <= messages.length) messages[message.seq - 1] = marked;
    else bySeq.set(message.seq, marked);
  }
  for (let next = bySeq.get(messages.length + 1); next; next = bySeq.get(messages.length + 1)) {
    bySeq.delete(next.seq);
    messages.push(next);
  }
  const held = [...bySeq.values()].sort((a, b) => a.seq - b.seq);
  const marks = Object.fromEntries(Object.entries(history.marks).filter(([id]) => !messages.some((m) => m.id === id)));
  return { messages, held, marks };
}

/** Adds ticks: a late one lowers nothing, an early one waits for its message. */
export function markMessages(
  history: MessageHistory,
  messageIds: readonly string[],
  status: ChatMessage['status'],
): MessageHistory {
  const waiting = new Set(messageIds);
  const mark = (message: ChatMessage): ChatMessage => {
    if (!waiting.delete(message.id)) return message;
    return raised(message, status);
  };
  const messages = history.messages.map(mark);
  const held = history.held.map(mark);
  const marks = { ...history.marks };
  for (const id of waiting) marks[id] = higher(status, marks[id]);
  return { messages, held, marks };
}

/** What is known now of a message to somebody outside the portal; of one that has not come yet it comes with it. */
export function setDelivery(
  history: MessageHistory,
  seq: number,
  delivery: NonNullable<ChatMessage['delivery']>,
): MessageHistory {
  const messages = history.messages.map((message) => (message.seq === seq ? { ...message, delivery } : message));
  return { ...history, messages };
}

function raised(message: ChatMessage, status: ChatMessage['status'] | undefined): ChatMessage {
  const best = higher(message.status, status);
  return best === message.status ? message : { ...message, status: best };
}

function higher(one: ChatMessage['status'], other: ChatMessage['status'] | undefined): ChatMessage['status'] {
  return other !== undefined && RANK[other] > RANK[one] ? other : one;
}
