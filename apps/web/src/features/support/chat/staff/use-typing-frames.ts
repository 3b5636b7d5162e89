import { useCallback, useRef } from 'react';
import { now } from '../../../../shared/format/clock.ts';
import { useAgentConnection } from './agent-connection.tsx';

const EVERY_MS = 2000;

/** Call it with each key: notifies the customer now and then that the agent is typing. */
export function useTypingFrames(sessionId: string): () => void {
  const { send } = useAgentConnection();
  const toldAt = useRef(0);
  return useCallback(() => {
    const at = now().getTime();
    if (at - toldAt.current < EVERY_MS) return;
    if (send({ type: 'typing', sessionId })) toldAt.current = at;
  }, [send, sessionId]);
}
