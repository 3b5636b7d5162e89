import { useEffect, useState } from 'react';
import { CHAT_SCRIPT } from './chat-script.ts';

const QUEUE_MS = 2000;
const TYPING_MS = 1600;

/**
 * Plays the script: the queue and each answer take a moment, and the reader sends the questions.
 */
export function useScriptedChat() {
  const [phase, setPhase] = useState<'idle' | 'waiting' | 'active'>('idle');
  const [sent, setSent] = useState(0);
  const [answered, setAnswered] = useState(0);
  const typing = answered < sent;
  useEffect(() => {
    if (phase !== 'waiting') return;
    const timer = setTimeout(() => setPhase('active'), QUEUE_MS);
    return () => clearTimeout(timer);
  }, [phase]);
  useEffect(() => {
    if (!typing) return;
    const timer = setTimeout(() => setAnswered(sent), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typing, sent]);
  const next = phase === 'active' && !typing ? CHAT_SCRIPT[sent] : undefined;
  return {
    phase,
    typing,
    shown: CHAT_SCRIPT.slice(0, sent),
    answered,
    /** The reader's next question; undefined while it is not their turn. */
    next,
    over: answered === CHAT_SCRIPT.length,
    send: () => {
      if (next) setSent(sent + 1);
    },
    start: () => {
      setSent(0);
      setAnswered(0);
      setPhase('waiting');
    },
  };
}
