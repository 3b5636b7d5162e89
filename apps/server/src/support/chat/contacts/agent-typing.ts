/** Tells the channels outside the portal, on this instance, that an agent is writing in a chat. */
export type AgentTyping = {
  readonly listen: (listener: (sessionId: string) => void) => void;
  readonly tell: (sessionId: string) => void;
};

export function createAgentTyping(): AgentTyping {
  const listeners: ((sessionId: string) => void)[] = [];
  return {
    listen: (listener) => void listeners.push(listener),
    tell: (sessionId) => {
      for (const listener of listeners) listener(sessionId);
    },
  };
}
