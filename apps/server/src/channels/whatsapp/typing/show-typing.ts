import { findMessageToRead } from '../events/event.repository.ts';
import { findLastSeq } from '../sends/send.repository.ts';
import type { WhatsAppDependencies } from '../whatsapp-dependencies.ts';

/** WhatsApp shows it for 25 s. */
const SHOWN_MS = 20_000;
const MOST_REMEMBERED = 1000;

type Dependencies = Pick<WhatsAppDependencies, 'database' | 'clock' | 'api' | 'log'>;

async function showTyping({ database, clock, api }: Dependencies, sessionId: string): Promise<void> {
  const upTo = await findLastSeq(database, sessionId, clock());
  if (upTo === null) return;
  const wamid = await findMessageToRead(database, { sessionId, upTo });
  if (wamid !== null) await api.showTyping(wamid);
}

/**
 * Shows people on WhatsApp that an agent writes to them, while the agent may. A sign that is lost is shown
 * with the next letters.
 */
export function createTypingSign(deps: Dependencies) {
  const shownAt = new Map<string, number>();
  return {
    show: (sessionId: string): void => {
      const now = deps.clock().getTime();
      if (now - (shownAt.get(sessionId) ?? 0) < SHOWN_MS) return;
      if (shownAt.size >= MOST_REMEMBERED) shownAt.clear();
      shownAt.set(sessionId, now);
      showTyping(deps, sessionId).catch((error: unknown) => {
        deps.log.warn({ err: error }, 'WhatsApp was not told that an agent writes');
      });
    },
    /** What the agent has written ends the sign: the next letters show it again. */
    end: (sessionId: string): void => void shownAt.delete(sessionId),
  };
}
