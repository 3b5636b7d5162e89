import type { ChatSide } from '@portal/contract/support/chat';
import type { LiveBus } from '../../../platform/events/live-bus.ts';
import { messageId } from '../chat.policy.ts';
import type { ChatDependencies } from '../chat-dependencies.ts';
import { agentTopic, customerTopic } from '../sockets/chat-topics.ts';
import { type MovedMessage, moveWatermarks, type Receipt } from './receipt.repository.ts';

const WRITE_MS = 100;
const MOST_AT_ONCE = 500;
const IDS_PER_EVENT = 200;

/**
 * Collects delivery receipts. A lost one is repeated: a socket that reconnects is confirmed again.
 */
export type DeliveryReceipts = {
  readonly delivered: (sessionId: string, side: ChatSide, seq: number) => void;
  readonly read: (sessionId: string, side: ChatSide, seq: number) => void;
  /** Writes the collected receipts. */
  readonly write: () => Promise<void>;
};

/** Notifies the authors of the messages; the other side knows what it has received. */
function announce(bus: LiveBus, moved: readonly MovedMessage[]): void {
  const events = Map.groupBy(moved, ({ sessionId, sender, status }) => `${sessionId} ${sender} ${status}`);
  for (const messages of events.values()) {
    const [first] = messages;
    if (!first) continue;
    const { sessionId, sender, status, agentId } = first;
    for (let start = 0; start < messages.length; start += IDS_PER_EVENT) {
      const messageIds = messages.slice(start, start + IDS_PER_EVENT).map(({ seq }) => messageId(sessionId, seq));
      const event = { type: 'status' as const, messageIds, status };
      if (sender === 'user') bus.publish([customerTopic(sessionId)], event);
      else if (agentId !== null) bus.publish([agentTopic(agentId)], { ...event, sessionId });
    }
  }
}

/**
 * Ticks are written together every tenth of a second, one statement for all chats, and published
 * when they are written.
 */
export function createDeliveryReceipts({
  database,
  bus,
  log,
}: Pick<ChatDependencies, 'database' | 'bus' | 'log'>): DeliveryReceipts {
  let noted = new Map<string, Receipt>();
  let timer: NodeJS.Timeout | null = null;

  const note = ({ sessionId, side, delivered, read }: Receipt): void => {
    const key = `${sessionId} ${side}`;
    const before = noted.get(key);
    noted.set(key, {
      sessionId,
      side,
      delivered: Math.max(delivered, before?.delivered ?? 0),
      read: Math.max(read, before?.read ?? 0),
    });
    timer ??= setTimeout(() => void write(), WRITE_MS);
  };
  const write = async (): Promise<void> => {
    if (timer) clearTimeout(timer);
    timer = null;
    const receipts = [...noted.values()];
    noted = new Map();
    for (let start = 0; start < receipts.length; start += MOST_AT_ONCE) {
      const some = receipts.slice(start, start + MOST_AT_ONCE);
      try {
        announce(bus, await moveWatermarks(database, some));
      } catch (error) {
        log.warn({ err: error }, 'receipts could not be written');
      }
    }
  };
  return {
    delivered: (sessionId, side, seq) => note({ sessionId, side, delivered: seq, read: 0 }),
    read: (sessionId, side, seq) => note({ sessionId, side, delivered: seq, read: seq }),
    write,
  };
}
