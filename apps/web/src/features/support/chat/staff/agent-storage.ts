import type { Outgoing } from '../outbox.ts';

/** An agent's unsent texts, stored in this window over a reload. */
export type AgentStorage = {
  readonly text: (kind: TextKind, chatId: string) => string;
  readonly saveText: (kind: TextKind, chatId: string, text: string) => void;
  /** Called whenever a text has changed; returns how to stop. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly outgoing: (chatId: string) => readonly Outgoing[];
  readonly saveOutgoing: (chatId: string, messages: readonly Outgoing[]) => void;
  /** The chats with pending messages. */
  readonly chatsWithOutgoing: () => readonly string[];
};

export type TextKind = 'reply' | 'note';

const PREFIX = 'desk:';

/** Leaves nothing of anybody in this window: somebody signs out. */
export function clearAgentStorage(storage: Storage): void {
  attempt(() => {
    for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key);
  });
}

/** The storage of one agent. A browser that refuses storage stores nothing. */
export function agentStorageOf(userId: number, storage: () => Storage): AgentStorage {
  const own = `${PREFIX}${userId}:`;
  const read = (key: string) => attempt(() => storage().getItem(own + key)) ?? '';
  const write = (key: string, value: string): void =>
    attempt(() => (value ? storage().setItem(own + key, value) : storage().removeItem(own + key)));
  const texts = new Map<string, string>();
  const listeners = new Set<() => void>();
  return {
    text: (kind, chatId) => texts.get(`${kind}:${chatId}`) ?? read(`${kind}:${chatId}`),
    saveText: (kind, chatId, text) => {
      texts.set(`${kind}:${chatId}`, text);
      write(`${kind}:${chatId}`, text);
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    outgoing: (chatId) => attempt(() => JSON.parse(read(`out:${chatId}`) || '[]') as Outgoing[]) ?? [],
    saveOutgoing: (chatId, messages) => write(`out:${chatId}`, messages.length > 0 ? JSON.stringify(messages) : ''),
    chatsWithOutgoing: () =>
      (attempt(() => Object.keys(storage())) ?? [])
        .filter((key) => key.startsWith(`${own}out:`))
        .map((key) => key.slice(`${own}out:`.length)),
  };
}

/** Storage may be refused by the browser's privacy settings, or full. */
function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
