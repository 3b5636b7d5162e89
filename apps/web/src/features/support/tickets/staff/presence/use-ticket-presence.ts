import { useEffect, useRef, useState } from 'react';
import { useAgentConnection } from '../../../chat/staff/agent-connection.tsx';
import { usePageVisible } from '../../../chat/use-page-visible.ts';
import { useOthersAt } from './others-at-ticket.ts';

const SIGN_EVERY_MS = 5000;
/** Whoever has not pressed a key for so long only looks. */
const WRITES_MS = 5000;

/**
 * Who else is at a ticket. Tells the others the same of this page while it is visible: at once, every
 * five seconds, and to everybody who comes. Call `type` with each key.
 */
export function useTicketPresence(ticketId: string) {
  const { send, takesTickets } = useAgentConnection();
  const visible = usePageVisible();
  const others = useOthersAt(ticketId);
  const [writing, setWriting] = useState(false);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const here = visible && takesTickets;
  const present = others.map(({ staffId }) => staffId).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: who comes is to be told at once.
  useEffect(() => {
    if (!here) return;
    const sign = () => send({ type: 'ticket', ticketId, doing: writing ? 'writing' : 'looking' });
    sign();
    const timer = setInterval(sign, SIGN_EVERY_MS);
    return () => clearInterval(timer);
  }, [here, send, ticketId, writing, present]);
  useEffect(() => {
    if (!here) return;
    return () => void send({ type: 'ticket', ticketId, doing: 'left' });
  }, [here, send, ticketId]);
  useEffect(() => () => clearTimeout(pause.current), []);
  function type() {
    setWriting(true);
    clearTimeout(pause.current);
    pause.current = setTimeout(() => setWriting(false), WRITES_MS);
  }
  return { others, type };
}
